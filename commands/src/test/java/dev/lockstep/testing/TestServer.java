package dev.lockstep.testing;

import dev.lockstep.command.Client;
import dev.lockstep.command.ClientConnection;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.Config;
import dev.lockstep.command.RedisModule;
import dev.lockstep.command.ServerState;
import dev.lockstep.commands.CoreCommands;
import dev.lockstep.keyspace.Db;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A server without sockets: commands go through the dispatcher, replies come back as values, time
 * stands still until it is advanced. A bug in a handler fails the test.
 *
 * <pre>{@code
 * TestServer server = TestServer.create();
 * assertThat(server.run("SET", "k", "v")).isEqualTo(Reply.OK);
 * server.advance(Duration.ofMillis(10));
 * }</pre>
 */
public final class TestServer {

    /** The time at which every test begins: 2023-11-14T22:13:20Z. */
    public static final long START_MILLIS = 1_700_000_000_000L;

    private static final long SEED = 42;

    private final ServerState state;
    private final Connected main;
    private long nowNanos = START_MILLIS * 1_000_000;

    private TestServer(Profile profile, List<CommandSpec> rows, List<RedisModule> modules) {
        state =
                new ServerState(
                        profile,
                        () -> nowNanos,
                        new Config(profile),
                        List.of(() -> rows),
                        modules,
                        SEED);
        state.onBug(
                (command, bug) -> {
                    throw new AssertionError("bug in " + command.fullName(), bug);
                });
        main = connect();
    }

    /** A server of the default profile with every command of this module. */
    public static TestServer create() {
        return create(Profile.REDIS_8_0);
    }

    public static TestServer create(Profile profile) {
        return with(profile, CoreCommands.allRows());
    }

    /** A server with just the commands of {@code rows}. */
    public static TestServer with(Profile profile, List<CommandSpec> rows) {
        return new TestServer(profile, rows, List.of());
    }

    public static TestServer withModules(Profile profile, RedisModule... modules) {
        return new TestServer(profile, CoreCommands.allRows(), List.of(modules));
    }

    public ServerState state() {
        return state;
    }

    public Db db() {
        return state.keyspace().db(0);
    }

    /** Runs a command of UTF-8 words on the first client. */
    public Reply run(String... words) {
        return main.run(words);
    }

    public Reply run(Bytes... words) {
        return main.run(words);
    }

    /** The client that {@link #run} speaks for. */
    public Connected client() {
        return main;
    }

    /** One more client. */
    public Connected connect() {
        return new Connected();
    }

    public long nowMillis() {
        return nowNanos / 1_000_000;
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** Moves time on, and runs what has become due. */
    public void advance(Duration duration) {
        nowNanos += duration.toNanos();
        state.runDue();
    }

    /** Moves time on without running anything: keys then end only when they are looked at. */
    public void advanceQuietly(Duration duration) {
        nowNanos += duration.toNanos();
    }

    /** A client, and what has been sent to it out of turn. */
    public final class Connected implements ClientConnection {

        private final Client client = state.connect(this);
        private final List<Reply> sent = new ArrayList<>();
        private boolean closed;

        public Client client() {
            return client;
        }

        public Reply run(String... words) {
            return run(Arrays.stream(words).map(Bytes::of).toArray(Bytes[]::new));
        }

        public Reply run(Bytes... words) {
            return state.dispatcher().execute(client, words);
        }

        /** The replies sent out of turn so far. */
        public List<Reply> sent() {
            return sent;
        }

        public boolean isClosed() {
            return closed;
        }

        @Override
        public void send(Reply reply) {
            sent.add(reply);
        }

        @Override
        public void resume() {}

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public String address() {
            return "127.0.0.1:" + (50000 + client.id());
        }

        @Override
        public String localAddress() {
            return "127.0.0.1:6379";
        }

        @Override
        public int queryBufferLength() {
            return 0;
        }

        @Override
        public long outputBufferLength() {
            return 0;
        }
    }
}
