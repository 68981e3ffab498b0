package dev.lockstep.lua;

import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.ServerState;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of one server: one cache for all clients, and the engine that runs them.
 *
 * <pre>{@code
 * Scripts scripts = new Scripts(LuaEngine.LOCKSTEP);
 * Bytes sha = scripts.load(ctx, Bytes.of("return ARGV[1]"));
 * Reply reply = scripts.runCached(ctx, sha, List.of(), List.of(Bytes.of("a")), false);
 * }</pre>
 */
public final class Scripts {

    private final ScriptEngine.Factory engines;
    private ScriptRandom random = new ScriptRandom(); // goes on when scripts are flushed
    private @Nullable ScriptRunner runner;

    public Scripts(ScriptEngine.Factory engines) {
        this.engines = engines;
    }

    /** Forgets all scripts, and whatever they may have left in the engine. */
    public void flush() {
        runner = null;
    }

    /** Begins anew, as a server that has just started. */
    public void reset() {
        flush();
        random = new ScriptRandom();
    }

    private ScriptRunner runner(ServerState server) {
        if (runner == null) {
            runner = new ScriptRunner(server, engines, random);
        }
        return runner;
    }

    /**
     * Keeps {@code source} in the cache and returns its SHA-1.
     *
     * @throws CommandException when it does not compile
     */
    public Bytes load(CommandContext ctx, Bytes source) {
        ScriptRunner scripts = runner(ctx.server());
        Bytes sha = Sha1.hex(source);
        Script known = scripts.cache().find(sha);
        scripts.cache().load(known != null ? known : scripts.compile(sha, source));
        return sha;
    }

    /** How many scripts are in the cache. */
    public int count() {
        return runner == null ? 0 : runner.cache().size();
    }

    /** Whether the script with this SHA-1, in digits of any case, is in the cache. */
    public boolean contains(CommandContext ctx, Bytes sha) {
        return runner(ctx.server()).cache().contains(sha.toLowerCase());
    }

    /**
     * The source of the script with this SHA-1.
     *
     * @throws CommandException when it is not in the cache
     */
    public Bytes source(CommandContext ctx, Bytes sha) {
        return cached(runner(ctx.server()), sha).source();
    }

    /** Runs {@code source}, which is in the cache from then on. */
    public Reply run(
            CommandContext ctx,
            Bytes source,
            List<Bytes> keys,
            List<Bytes> args,
            boolean readOnly) {
        ScriptRunner scripts = runner(ctx.server());
        Bytes sha = Sha1.hex(source);
        Script script = scripts.cache().find(sha);
        if (script == null) {
            script = scripts.compile(sha, source);
            scripts.cache().evaluated(script);
        }
        return scripts.run(ctx.client(), script, keys, args, readOnly);
    }

    /**
     * Runs the script with this SHA-1.
     *
     * @throws CommandException when it is not in the cache
     */
    public Reply runCached(
            CommandContext ctx, Bytes sha, List<Bytes> keys, List<Bytes> args, boolean readOnly) {
        ScriptRunner scripts = runner(ctx.server());
        return scripts.run(ctx.client(), cached(scripts, sha), keys, args, readOnly);
    }

    private static Script cached(ScriptRunner scripts, Bytes sha) {
        Script script =
                sha.length() == Sha1.HEX_LENGTH ? scripts.cache().find(sha.toLowerCase()) : null;
        if (script == null) {
            throw new CommandException(ErrorKind.NO_SUCH_SCRIPT);
        }
        return script;
    }
}
