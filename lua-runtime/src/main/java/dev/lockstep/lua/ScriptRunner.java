package dev.lockstep.lua;

import dev.lockstep.command.Client;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.LogLevel;
import dev.lockstep.command.ServerState;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Doubles;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs the scripts of one server, or its functions: gives them their client, looks after their
 * time, and turns what they return or raise into a reply. Has an engine of its own, and lives as
 * long as that.
 */
final class ScriptRunner implements ScriptEngine.Interrupt {

    private static final Bytes KILLED = Bytes.of("Script killed by user with SCRIPT KILL...");
    private static final Bytes LOADED_TOO_LONG = Bytes.of("FUNCTION LOAD timeout");
    private static final Bytes ERR = Bytes.of("err");
    private static final Bytes EXHAUSTED =
            Bytes.of("A script has needed more memory than it may take");
    private static final int LUA_DIGITS = 14;

    /** How long an overrunning script goes on between two looks at what others want. */
    private static final long SERVING_INTERVAL_NANOS = 1_000_000;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LOADING_LIMIT_NANOS = 500 * NANOS_PER_MILLI;

    private final ServerState server;
    private final Profile profile;
    private final ScriptKind kind;
    private final Client client;
    private final RedisLibrary redis;
    private final ScriptEngine engine;
    private final ScriptRandom random;
    private final LuaToReply luaToReply;
    private @Nullable ScriptRun current;
    private long servedNanos;
    private boolean loading;
    private long loadingSinceNanos;

    /** What a script does: the engine's work, and the value that comes of it. */
    @FunctionalInterface
    interface Work {
        @Nullable Object run();
    }

    /**
     * @param registerFunction what libraries call to register functions; null where there are none
     */
    ScriptRunner(
            ServerState server,
            EngineSource engines,
            ScriptKind kind,
            @Nullable ScriptFunction registerFunction) {
        this.server = server;
        this.profile = server.profile();
        this.kind = kind;
        this.random = engines.random();
        this.client = server.scriptClient();
        CommandCall call = new CommandCall(server, this, client);
        this.redis = new RedisLibrary(server, call, client);
        this.engine =
                engines.factory()
                        .create(
                                new EngineSetup(
                                        profile,
                                        redis.table(kind),
                                        registerFunction == null
                                                ? null
                                                : redis.loadingTable(registerFunction),
                                        random,
                                        this,
                                        engines.memoryLimitBytes()));
        call.setEngine(engine);
        this.luaToReply = new LuaToReply(profile);
    }

    ScriptEngine engine() {
        return engine;
    }

    /** What runs just now, or null. */
    @Nullable ScriptRun running() {
        return current;
    }

    /** The error {@code kind}, to be raised by a function of the host. */
    ScriptError error(ErrorKind kind, Object... details) {
        return redis.raised(kind, details);
    }

    /**
     * A run that {@code client} asks for, of what has these flags.
     *
     * @param flags null of a script that says nothing of flags
     * @param readOnly whether the command allows no writes
     * @throws CommandException when it may not run
     */
    ScriptRun newRun(
            CommandContext ctx,
            Bytes name,
            List<Bytes> command,
            @Nullable Set<ScriptFlag> flags,
            boolean readOnly) {
        boolean writes = flags == null || !flags.contains(ScriptFlag.NO_WRITES);
        boolean allowsOutOfMemory = flags != null && flags.contains(ScriptFlag.ALLOW_OOM);
        if (flags != null) {
            if (flags.contains(ScriptFlag.NO_CLUSTER) && isCluster()) {
                throw new CommandException(ErrorKind.NO_CLUSTER_SCRIPT);
            }
            if (writes && readOnly) {
                throw new CommandException(ErrorKind.WRITING_SCRIPT_READ_ONLY);
            }
            if (writes && !allowsOutOfMemory && server.memoryLimit().isExceeded()) {
                throw new CommandException(ErrorKind.OUT_OF_MEMORY);
            }
        }
        return new ScriptRun(
                kind,
                name,
                command,
                readOnly || !writes,
                allowsOutOfMemory,
                ctx.server().host().elapsedNanos());
    }

    private boolean isCluster() {
        return "yes".equals(server.config().get("cluster-enabled"));
    }

    /** Does {@code work} for {@code caller}. */
    Reply run(Client caller, ScriptRun run, Work work) {
        client.setDb(caller.db());
        client.setProtocol(2);
        current = run;
        if (profile.has(Feature.SCRIPT_RESEEDED)) {
            random.seed(0);
        }
        try {
            Object value = work.run();
            Reply reply = luaToReply.reply(value, client.protocol());
            if (reply instanceof Reply.Failure && isCounted(value)) {
                caller.setErrorCounted();
            }
            return reply;
        } catch (ScriptError e) {
            if (isCounted(e.value())) {
                caller.setErrorCounted();
            }
            return new Reply.Failure(LuaToReply.errorLine(failure(e, run.name())));
        } finally {
            current = null;
            server.setRunningScript(null);
        }
    }

    /** Runs the chunk of a library, which must not take long. */
    void load(ScriptEngine.Chunk library) {
        loading = true;
        loadingSinceNanos = server.host().elapsedNanos();
        try {
            engine.load(library);
        } finally {
            loading = false;
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

    private Bytes failure(ScriptError error, Bytes name) {
        if (profile.has(Feature.SCRIPT_ERROR_TABLES)) {
            Bytes message = message(error);
            return error.line() < 0 // raised by a host function that nobody has called from Lua
                    ? message
                    : ErrorKind.SCRIPT_FAILED.text(
                            profile, message, name, error.source(), error.line());
        }
        if (error.value() instanceof Bytes || error.value() instanceof Double) {
            return ErrorKind.SCRIPT_FAILED.text(
                    profile, name, error.source(), error.line(), text(error.value()));
        }
        return ErrorKind.SCRIPT_RAISED_NO_TEXT.text(profile, name, typeName(error.value()));
    }

    /** What was raised, on servers with error tables: a text gets the general code. */
    static Bytes message(ScriptError error) {
        return error.value() instanceof ScriptTable table
                ? text(table.get(ERR))
                : Bytes.of("ERR ").concat(text(error.value()));
    }

    /** A Lua value as {@code tostring} would show it, if it is a text or a number. */
    static Bytes text(@Nullable Object value) {
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
    @Override
    public void check() {
        if (server.host().isStopping()) {
            throw ScriptError.uncatchable(KILLED);
        }
        long now = server.host().elapsedNanos();
        if (loading) {
            if (now - loadingSinceNanos > LOADING_LIMIT_NANOS) {
                throw ScriptError.uncatchable(LOADED_TOO_LONG);
            }
            return;
        }
        ScriptRun run = current;
        if (run == null) {
            return;
        }
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

    /** Told once for each script, for it may go on asking for more. */
    @Override
    public void exhausted() {
        ScriptRun run = current;
        if (run == null || run.markExhausted()) {
            server.log(LogLevel.WARNING, EXHAUSTED);
        }
    }

    private long limitMillis() {
        return server.config().number("busy-reply-threshold");
    }
}
