package dev.lockstep.lua;

import dev.lockstep.command.Client;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.ServerState;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Doubles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the scripts of one server: gives them their client, looks after their time, and turns what
 * they return or raise into a reply. Lives until the scripts are flushed; the next one starts with
 * a fresh engine.
 */
final class ScriptRunner {

    private static final Bytes KILLED = Bytes.of("Script killed by user with SCRIPT KILL...");
    private static final Bytes CHUNK_NAME = Bytes.of("@user_script");
    private static final Bytes ERR = Bytes.of("err");
    private static final int LUA_DIGITS = 14;

    /** How long an overrunning script goes on between two looks at what others want. */
    private static final long SERVING_INTERVAL_NANOS = 1_000_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ServerState server;
    private final Profile profile;
    private final Client client;
    private final ScriptEngine engine;
    private final ScriptRandom random;
    private final ScriptCache cache;
    private final LuaToReply luaToReply;
    private @Nullable ScriptRun current;
    private long servedNanos;

    ScriptRunner(ServerState server, ScriptEngine.Factory engines, ScriptRandom random) {
        this.random = random;
        this.server = server;
        this.profile = server.profile();
        this.client = server.scriptClient();
        CommandCall call = new CommandCall(server, this, client);
        ScriptLibrary redis = new RedisLibrary(server, call, client).table();
        this.engine = engines.create(profile, redis, random, this::interrupt);
        call.setEngine(engine);
        this.cache = new ScriptCache(profile.has(Feature.SCRIPT_EVICTION));
        this.luaToReply = new LuaToReply(profile);
    }

    ScriptCache cache() {
        return cache;
    }

    /**
     * Compiles {@code source}, which need not be in the cache.
     *
     * @throws dev.lockstep.command.CommandException when its flags are wrong or it is no Lua
     */
    Script compile(Bytes sha, Bytes source) {
        boolean hasFlags = profile.has(Feature.SCRIPT_FLAGS) && ScriptFlag.areIn(source);
        try {
            if (!hasFlags) {
                return new Script(
                        sha, source, false, java.util.Set.of(), engine.compile(source, CHUNK_NAME));
            }
            java.util.Set<ScriptFlag> flags = ScriptFlag.parse(source);
            Bytes body = ScriptFlag.withoutLine(source);
            return new Script(sha, source, true, flags, engine.compile(body, CHUNK_NAME));
        } catch (ScriptError e) {
            throw new dev.lockstep.command.CommandException(
                    ErrorKind.SCRIPT_COMPILATION, LuaToReply.oneLine(text(e.value())));
        }
    }

    /** Runs {@code script} for {@code caller}. */
    Reply run(Client caller, Script script, List<Bytes> keys, List<Bytes> args, boolean readOnly) {
        client.setDb(caller.db());
        client.setProtocol(2);
        ScriptRun run =
                new ScriptRun(
                        readOnly || script.has(ScriptFlag.NO_WRITES), server.host().elapsedNanos());
        current = run;
        if (profile.has(Feature.SCRIPT_RESEEDED)) {
            random.seed(0);
        }
        try {
            Object value = engine.run(script.chunk(), keys, args);
            Reply reply = luaToReply.reply(value, client.protocol());
            if (reply instanceof Reply.Failure && isCounted(value)) {
                caller.setErrorCounted();
            }
            return reply;
        } catch (ScriptError e) {
            if (isCounted(e.value())) {
                caller.setErrorCounted();
            }
            return new Reply.Failure(LuaToReply.oneLine(failure(e, script)));
        } finally {
            current = null;
            server.setRunningScript(null);
        }
    }

    /** Whether {@code value} is an error that was counted when a command replied it. */
    private static boolean isCounted(@Nullable Object value) {
        return value instanceof ScriptTable table
                && Boolean.TRUE.equals(table.get(CommandCall.COUNTED));
    }

    /** The run at hand; there is one while a script calls. */
    ScriptRun current() {
        if (current == null) {
            throw new IllegalStateException("no script is running");
        }
        return current;
    }

    private Bytes failure(ScriptError error, Script script) {
        if (profile.has(Feature.SCRIPT_ERROR_TABLES)) {
            Bytes message =
                    error.value() instanceof ScriptTable table
                            ? text(table.get(ERR))
                            : Bytes.of("ERR ").concat(text(error.value()));
            return ErrorKind.SCRIPT_FAILED.text(
                    profile, message, script.sha(), error.source(), error.line());
        }
        if (error.value() instanceof Bytes || error.value() instanceof Double) {
            return ErrorKind.SCRIPT_FAILED.text(
                    profile, script.sha(), error.source(), error.line(), text(error.value()));
        }
        return ErrorKind.SCRIPT_RAISED_NO_TEXT.text(profile, script.sha(), typeName(error.value()));
    }

    private static Bytes text(@Nullable Object value) {
        if (value instanceof Bytes text) {
            return text;
        }
        if (value instanceof Double number) {
            return Bytes.latin1(Doubles.general(number, LUA_DIGITS));
        }
        return Bytes.latin1(value == null ? "nil" : value.toString());
    }

    private static String typeName(@Nullable Object value) {
        if (value == null) {
            return "nil";
        }
        return value instanceof Boolean ? "boolean" : "table";
    }

    /** What the engine calls every so often: serves others once the script has run for too long. */
    private void interrupt() {
        ScriptRun run = current;
        if (run == null) {
            return;
        }
        if (server.host().isStopping()) {
            throw ScriptError.uncatchable(KILLED);
        }
        long now = server.host().elapsedNanos();
        if (server.runningScript() == null) {
            long limitMillis = limitMillis();
            if (limitMillis <= 0 || now - run.startedNanos() < limitMillis * NANOS_PER_MILLI) {
                return;
            }
            server.setRunningScript(run);
        }
        if (now - servedNanos >= SERVING_INTERVAL_NANOS) {
            server.host().serveOthers();
            servedNanos = server.host().elapsedNanos();
        }
        if (run.isKilled()) {
            throw ScriptError.uncatchable(KILLED);
        }
    }

    private long limitMillis() {
        return server.config().number("busy-reply-threshold");
    }
}
