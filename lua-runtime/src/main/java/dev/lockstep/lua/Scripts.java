package dev.lockstep.lua;

import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.ServerState;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of one server: one cache for all clients, and the engine that runs them.
 *
 * <pre>{@code
 * Scripts scripts = new Scripts(EngineSource.of(LuaEngine.LOCKSTEP));
 * Bytes sha = scripts.load(ctx, Bytes.of("return ARGV[1]"));
 * Reply reply = scripts.runCached(ctx, sha, List.of(), List.of(Bytes.of("a")), false);
 * }</pre>
 */
public final class Scripts {

    private final EngineSource engines;
    private @Nullable World world;

    /** The scripts since they were last flushed, and the engine that they are compiled for. */
    private record World(ScriptRunner runner, ScriptCache cache) {}

    public Scripts(EngineSource engines) {
        this.engines = engines;
    }

    /** Forgets all scripts, and whatever they may have left in the engine. */
    public void flush() {
        world = null;
    }

    private World world(ServerState server) {
        World scripts = world;
        if (scripts == null) {
            scripts =
                    new World(
                            new ScriptRunner(server, engines, ScriptKind.SCRIPT, null),
                            new ScriptCache(server.profile().has(Feature.SCRIPT_EVICTION)));
            world = scripts;
        }
        return scripts;
    }

    /**
     * Keeps {@code source} in the cache and returns its SHA-1.
     *
     * @throws CommandException when it does not compile
     */
    public Bytes load(CommandContext ctx, Bytes source) {
        World scripts = world(ctx.server());
        Bytes sha = Sha1.hex(source);
        Script known = scripts.cache.find(sha);
        scripts.cache.load(known != null ? known : compile(ctx, scripts, sha, source));
        return sha;
    }

    /** How many scripts are in the cache. */
    public int count() {
        return world == null ? 0 : world.cache.size();
    }

    /** Whether the script with this SHA-1, in digits of any case, is in the cache. */
    public boolean contains(ServerState server, Bytes sha) {
        return world(server).cache.contains(sha.toLowerCase());
    }

    /**
     * The source of the script with this SHA-1.
     *
     * @throws CommandException when it is not in the cache
     */
    public Bytes source(CommandContext ctx, Bytes sha) {
        return cached(world(ctx.server()), sha).source();
    }

    /** Runs {@code source}, which is in the cache from then on. */
    public Reply run(
            CommandContext ctx,
            Bytes source,
            List<Bytes> keys,
            List<Bytes> args,
            boolean readOnly) {
        World scripts = world(ctx.server());
        Bytes sha = Sha1.hex(source);
        Script script = scripts.cache.find(sha);
        if (script == null) {
            script = compile(ctx, scripts, sha, source);
            scripts.cache.evaluated(script);
        }
        return run(ctx, scripts, script, keys, args, readOnly);
    }

    /**
     * Runs the script with this SHA-1.
     *
     * @throws CommandException when it is not in the cache
     */
    public Reply runCached(
            CommandContext ctx, Bytes sha, List<Bytes> keys, List<Bytes> args, boolean readOnly) {
        World scripts = world(ctx.server());
        return run(ctx, scripts, cached(scripts, sha), keys, args, readOnly);
    }

    private static Reply run(
            CommandContext ctx,
            World scripts,
            Script script,
            List<Bytes> keys,
            List<Bytes> args,
            boolean readOnly) {
        ScriptRunner runner = scripts.runner;
        return runner.run(
                ctx.client(),
                runner.newRun(ctx, script.sha(), List.of(), script.flags(), readOnly),
                () -> runner.engine().run(script.chunk(), keys, args));
    }

    private static Script cached(World scripts, Bytes sha) {
        Script script =
                sha.length() == Sha1.HEX_LENGTH ? scripts.cache.find(sha.toLowerCase()) : null;
        if (script == null) {
            throw new CommandException(ErrorKind.NO_SUCH_SCRIPT);
        }
        return script;
    }

    private static Script compile(CommandContext ctx, World scripts, Bytes sha, Bytes source) {
        boolean hasFlags = ctx.has(Feature.SCRIPT_FLAGS) && ScriptFlag.areIn(source);
        Set<ScriptFlag> flags = hasFlags ? ScriptFlag.parse(source) : null;
        Bytes body = hasFlags ? ScriptFlag.withoutLine(source) : source;
        try {
            ScriptEngine engine = scripts.runner.engine();
            ScriptEngine.Chunk chunk = engine.compile(body, ScriptKind.SCRIPT.chunkName());
            return new Script(sha, source, flags, chunk);
        } catch (ScriptError e) {
            throw new CommandException(ErrorKind.SCRIPT_COMPILATION, ScriptRunner.text(e.value()));
        }
    }
}
