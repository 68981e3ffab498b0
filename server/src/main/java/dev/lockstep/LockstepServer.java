package dev.lockstep;

import dev.lockstep.command.Client;
import dev.lockstep.command.LogLevel;
import dev.lockstep.command.RedisModule;
import dev.lockstep.command.ServerState;
import dev.lockstep.lua.EngineSource;
import dev.lockstep.lua.LuaEngine;
import dev.lockstep.profile.Profile;
import dev.lockstep.server.net.NettyClasses;
import dev.lockstep.server.net.ServerLoop;
import dev.lockstep.server.net.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A Redis for tests that runs inside the test: it listens on a port like any other, and is gone
 * when it is closed. Servers share nothing, so tests that run side by side each start their own.
 * Safe for use by any thread.
 *
 * <pre>{@code
 * try (LockstepServer server = LockstepServer.builder().virtualClock().seed(42).start()) {
 *     RedisClient client = RedisClient.create(server.uri());      // any client
 *     …
 *     server.clock().advance(Duration.ofMinutes(1));
 * }
 * }</pre>
 */
public final class LockstepServer implements AutoCloseable {

    private final ServerLoop loop;
    private final LockstepClock clock;
    private final String host;

    private LockstepServer(ServerSettings settings) {
        this.loop = new ServerLoop(settings, LockstepServer::reportBug);
        this.clock = new ServerClock(loop);
        this.host = settings.hosts().get(0);
    }

    private static void reportBug(Throwable bug) {
        System.getLogger("dev.lockstep") // looked up only now: loading the log takes time
                .log(System.Logger.Level.ERROR, "bug in Lockstep, please report it", bug);
    }

    /** What a server is to be like; by default a Redis 8.0 on a free port of 127.0.0.1. */
    public static Builder builder() {
        NettyClasses.loadInBackground();
        return new Builder();
    }

    /** Where clients connect, as {@code redis://127.0.0.1:50123}. A password is not part of it. */
    public String uri() {
        return "redis://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port();
    }

    /** The address that clients connect to. */
    public String host() {
        return host;
    }

    /** The port that clients connect to. */
    public int port() {
        return loop.port();
    }

    /** The server that is played. */
    public Profile profile() {
        return loop.state().profile();
    }

    /** The server's clock. */
    public LockstepClock clock() {
        return clock;
    }

    /**
     * Empties the server between two tests: no keys in any database, no cached scripts, no
     * functions, no statistics. Connected clients stay connected, with the name, database, protocol
     * and rights that they have, but wait for nothing, watch nothing, listen to no channel, are in
     * no transaction, monitor nothing, hear every reply, and touch and may lose the keys they use.
     * The clock stays as it is.
     *
     * @throws IllegalStateException when the server is closed
     */
    public void reset() {
        loop.call(
                () -> {
                    loop.catchUp();
                    loop.scripting().reset();
                    ServerState state = loop.state();
                    state.pause().end();
                    new ArrayList<>(state.clients()).forEach(this::release);
                    state.keyspace().clear();
                    state.resetDirty();
                    state.resetDebug();
                    state.clearLogs();
                    state.statistics().reset();
                    state.commands().resetStatistics();
                    state.keyspace().resetStatistics();
                    loop.catchUp();
                    return true;
                });
    }

    private void release(Client client) {
        ServerState state = loop.state();
        Client.Blocked operation = client.blocked();
        if (operation != null) {
            state.unblock(client, operation.timedOut());
        }
        client.setTransaction(null);
        state.watches().unwatchAll(client);
        state.pubSub().unsubscribeAll(client);
        state.setMonitor(client, false);
        client.setReplyMode(Client.ReplyMode.ON);
        client.setNoEvict(false);
        client.setNoTouch(false);
    }

    /**
     * Does what a restart of a server with persistence does: keys stay, with their deadlines, and
     * so do functions, which are loaded again; every connection is dropped, and cached scripts are
     * gone, so that {@code EVALSHA} answers {@code NOSCRIPT}. Port and clock stay; the run id,
     * statistics and uptime are those of a new run.
     *
     * @throws IllegalStateException when the server is closed
     */
    public void restart() {
        loop.call(
                () -> {
                    loop.catchUp();
                    loop.beginAnew();
                    loop.catchUp();
                    return true;
                });
    }

    /** Returns once the server has ended: by {@link #close}, or by the command SHUTDOWN. */
    public void awaitClose() {
        loop.awaitStop();
    }

    /** Whether the server has ended. */
    public boolean isClosed() {
        return loop.isStopped();
    }

    /**
     * Ends the server: when this returns, its port is free, its connections are closed and its
     * thread has ended. Closing twice is without effect.
     */
    @Override
    public void close() {
        loop.stop();
    }

    /** What a server is to be like. Not safe for use by several threads. */
    public static final class Builder {

        /** Where a virtual clock begins unless told otherwise: 2023-11-14T22:13:20Z. */
        private static final Instant VIRTUAL_START = Instant.ofEpochSecond(1_700_000_000);

        private static final int MAX_PORT = 65535;
        private static final long LEAST_SCRIPT_MEMORY = 1L << 20;

        private final List<String> hosts = new ArrayList<>(List.of("127.0.0.1"));
        private final Map<String, String> config = new LinkedHashMap<>();
        private final List<RedisModule> modules = new ArrayList<>();
        private int port;
        private Profile profile = Profile.REDIS_8_0;
        private @Nullable Instant virtualStart;
        private long seed;
        private LuaEngine luaEngine = LuaEngine.LOCKSTEP;
        private long scriptMemoryBytes = EngineSource.DEFAULT_MEMORY_BYTES;
        private @Nullable BiConsumer<LogLevel, String> log;

        private Builder() {}

        /**
         * The port to listen on; 0, the default, takes a free one.
         *
         * @throws IllegalArgumentException when it is not from 0 to 65535
         */
        public Builder port(int number) {
            if (number < 0 || number > MAX_PORT) {
                throw new IllegalArgumentException("port " + number + ": expected 0 to 65535");
            }
            port = number;
            return this;
        }

        /** The addresses to listen on, in place of {@code 127.0.0.1}. */
        public Builder bind(String first, String... more) {
            hosts.clear();
            hosts.add(first);
            hosts.addAll(List.of(more));
            return this;
        }

        /** The server to play; Redis 8.0 by default. */
        public Builder profile(Profile value) {
            profile = value;
            return this;
        }

        /**
         * The server to play, by name, as {@code valkey-8.0}.
         *
         * @throws IllegalArgumentException when there is no such profile, naming those there are
         */
        public Builder profile(String name) {
            return profile(Profile.of(name));
        }

        /** Goes by the machine's clock, which is the default. */
        public Builder realClock() {
            virtualStart = null;
            return this;
        }

        /** A clock that stands at 2023-11-14T22:13:20Z until the test moves it. */
        public Builder virtualClock() {
            return virtualClock(VIRTUAL_START);
        }

        /**
         * A clock that stands at {@code start} until the test moves it.
         *
         * @throws IllegalArgumentException when {@code start} is before 1970 or beyond the year
         *     2262
         */
        public Builder virtualClock(Instant start) {
            ServerClock.epochNanos(start);
            virtualStart = start;
            return this;
        }

        /** What everything random derives from, so that a run can be repeated; 0 by default. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** The password that clients must give; none by default. */
        public Builder password(String password) {
            return config("requirepass", password);
        }

        /** A setting, by its name and in the form that {@code redis.conf} has. */
        public Builder config(String name, String value) {
            config.put(name, value);
            return this;
        }

        /** The engine that runs scripts: Lockstep's own by default. */
        public Builder luaEngine(LuaEngine engine) {
            luaEngine = engine;
            return this;
        }

        /**
         * The engine that runs scripts, by name: {@code lockstep} or {@code luaj}.
         *
         * @throws IllegalArgumentException when there is no such engine, naming those there are
         */
        public Builder luaEngine(String name) {
            return luaEngine(LuaEngine.of(name));
        }

        /**
         * What the Lua values of scripts may take up at most, and those of functions, in bytes: 256
         * MB by default, and never more than a quarter of the heap. A script that needs more fails
         * with the error {@code not enough memory}, and there is a line in the log; server and data
         * are not affected. LuaJ knows no such bound.
         *
         * @throws IllegalArgumentException when it is less than a megabyte
         */
        public Builder scriptMemory(long bytes) {
            if (bytes < LEAST_SCRIPT_MEMORY) {
                throw new IllegalArgumentException(
                        "script memory of " + bytes + " bytes: expected at least a megabyte");
            }
            scriptMemoryBytes = bytes;
            return this;
        }

        /**
         * Hands what the server logs, as by {@code redis.log} in a script, to {@code listener}: the
         * lines that the setting {@code loglevel} lets through, which by default are those from
         * {@code NOTICE} on. Without a listener, nothing is logged. It is called on the server's
         * thread and must not call the server.
         */
        public Builder onLog(BiConsumer<LogLevel, String> listener) {
            log = listener;
            return this;
        }

        /** One more module, besides those that {@link ServiceLoader} finds. */
        public Builder module(RedisModule module) {
            modules.add(module);
            return this;
        }

        /**
         * Starts the server; it accepts connections when this returns.
         *
         * @throws UncheckedIOException when the address cannot be listened on, as when the port is
         *     taken
         * @throws IllegalArgumentException when a setting is unknown or its value no good
         */
        public LockstepServer start() {
            List<RedisModule> all = new ArrayList<>(modules);
            ServiceLoader.load(RedisModule.class).forEach(all::add);
            Long startNanos = virtualStart == null ? null : ServerClock.epochNanos(virtualStart);
            LockstepServer server =
                    new LockstepServer(
                            new ServerSettings(
                                    List.copyOf(hosts),
                                    port,
                                    profile,
                                    startNanos,
                                    seed,
                                    Map.copyOf(config),
                                    luaEngine,
                                    scriptMemoryBytes,
                                    all,
                                    log));
            try {
                server.loop.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
            return server;
        }
    }
}
