package dev.lockstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.profile.Profile;
import dev.lockstep.server.testing.RawClient;
import dev.lockstep.server.testing.WaitModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LockstepServerTest {

    private static LockstepServer start() {
        return LockstepServer.builder().start();
    }

    private static LockstepServer virtual() {
        return LockstepServer.builder().virtualClock().module(new WaitModule()).start();
    }

    @Test
    void aServerListensOnAFreePortOfTheLoopback() throws IOException {
        try (LockstepServer server = start();
                RawClient client = RawClient.connect(server)) {
            assertThat(server.port()).isPositive();
            assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
            assertThat(server.profile()).isEqualTo(Profile.REDIS_8_0);
            assertThat(client.call("PING")).isEqualTo("+PONG\r\n");
        }
    }

    @Test
    void closingFreesThePortAndTheThreadAtOnce() throws IOException {
        LockstepServer server = start();
        int port = server.port();
        RawClient client = RawClient.connect(server);
        assertThat(client.call("PING")).isEqualTo("+PONG\r\n");
        assertThat(threadNames()).contains("lockstep-" + port);

        server.close();

        assertThat(server.isClosed()).isTrue();
        assertThat(threadNames()).doesNotContain("lockstep-" + port);
        assertThat(client.untilClosed()).isEmpty();
        new ServerSocket(port, 1, java.net.InetAddress.getLoopbackAddress()).close();
        LockstepServer.builder().port(port).start().close();
        server.close();
    }

    private static Set<String> threadNames() {
        Set<String> names = new HashSet<>();
        Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
        return names;
    }

    @Test
    void aTakenPortIsSaidToBeTaken() {
        try (LockstepServer server = start()) {
            LockstepServer.Builder second = LockstepServer.builder().port(server.port());
            assertThatThrownBy(second::start)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port())
                    .hasMessageContaining("in use");
        }
    }

    @Test
    void scriptsRunOnTheEngineThatWasAskedFor() throws IOException {
        String script = "return #{1, nil, 3}"; // LuaJ sizes tables in its own way
        try (LockstepServer own = start();
                RawClient client = RawClient.connect(own)) {
            assertThat(client.call("EVAL", script, "0")).isEqualTo(":3\r\n");
        }
        try (LockstepServer other = LockstepServer.builder().luaEngine("luaj").start();
                RawClient client = RawClient.connect(other)) {
            assertThat(client.call("EVAL", script, "0")).isEqualTo(":1\r\n");
        }
    }

    @Test
    void aScriptMayNestItsReplyAsDeepAsRealServersAllow() throws IOException {
        String script = "local t = {} for i = 1, 7000 do t = {t} end return t";
        try (LockstepServer server = start();
                RawClient client = RawClient.connect(server)) {
            assertThat(client.call("EVAL", script, "0"))
                    .startsWith("*1\r\n*1\r\n")
                    .endsWith("*0\r\n");
        }
    }

    @Test
    void whatIsNestedTooDeepIsAnErrorInItsPlace() throws IOException {
        String script = "local t = {} for i = 1, 10000 do t = {t} end return t";
        try (LockstepServer server = start();
                RawClient client = RawClient.connect(server)) {
            assertThat(client.call("EVAL", script, "0"))
                    .startsWith("*1\r\n*1\r\n")
                    .endsWith("*1\r\n-ERR reached lua stack limit\r\n");
        }
    }

    @Test
    void aScriptThatRunsOutOfMemoryFailsAndNothingElse() throws IOException {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (LockstepServer server =
                        LockstepServer.builder()
                                .scriptMemory(2 << 20)
                                .onLog((level, line) -> lines.add(level + " " + line))
                                .start();
                RawClient client = RawClient.connect(server)) {
            client.call("SET", "k", "v");
            assertThat(client.call("EVAL", "local s = 'x' while true do s = s .. s end", "0"))
                    .startsWith("-ERR not enough memory script: ");
            assertThat(client.call("EVAL", "return redis.call('GET', 'k')", "0"))
                    .isEqualTo("$1\r\nv\r\n");
            assertThat(lines)
                    .containsExactly("WARNING A script has needed more memory than it may take");
            String catching = "for i = 1, 9 do pcall(string.rep, 'x', 2^30) end return 'went on'";
            assertThat(client.call("EVAL", catching, "0")).isEqualTo("$7\r\nwent on\r\n");
            assertThat(lines).hasSize(2);
        }
        assertThatThrownBy(() -> LockstepServer.builder().scriptMemory(1000))
                .hasMessage("script memory of 1000 bytes: expected at least a megabyte");
    }

    @Test
    void whatScriptsLogIsHandedToTheTest() throws IOException {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (LockstepServer server =
                        LockstepServer.builder()
                                .onLog((level, line) -> lines.add(level + " " + line))
                                .start();
                RawClient client = RawClient.connect(server)) {
            client.call("EVAL", "redis.log(redis.LOG_WARNING, 'full')", "0");
            client.call("EVAL", "redis.log(redis.LOG_DEBUG, 'details')", "0");
        }
        assertThat(lines).containsExactly("WARNING full");
    }

    @Test
    void badArgumentsAreNamed() {
        LockstepServer.Builder builder = LockstepServer.builder();
        assertThatThrownBy(() -> builder.port(70000)).hasMessage("port 70000: expected 0 to 65535");
        assertThatThrownBy(() -> builder.profile("redis-3"))
                .hasMessageContaining("'redis-3', expected one of redis-6.2, redis-7.0");
        assertThatThrownBy(() -> LockstepServer.builder().config("no-such", "1").start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'no-such'");
        assertThatThrownBy(() -> LockstepServer.builder().config("maxclients", "many").start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("many");
        assertThatThrownBy(() -> builder.virtualClock(Instant.parse("1969-12-31T23:59:59Z")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fiftyServersShareNothing() throws IOException {
        List<LockstepServer> servers = new ArrayList<>();
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                servers.add(start());
                clients.add(RawClient.connect(servers.get(i)));
            }
            for (int i = 0; i < 50; i++) {
                assertThat(clients.get(i).call("SET", "k", "v" + i)).isEqualTo("+OK\r\n");
            }
            for (int i = 0; i < 50; i++) {
                String value = "v" + i;
                assertThat(clients.get(i).call("GET", "k"))
                        .isEqualTo("$" + value.length() + "\r\n" + value + "\r\n");
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
            servers.forEach(LockstepServer::close);
        }
        assertThat(threadNames()).noneMatch(name -> name.startsWith("lockstep-"));
    }

    @Test
    void manyThreadsMayUseOneServer() throws Exception {
        try (LockstepServer server = virtual()) {
            List<Thread> threads = new ArrayList<>();
            List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < 8; i++) {
                Thread thread =
                        new Thread(
                                () -> {
                                    for (int n = 0; n < 50; n++) {
                                        server.clock().advance(Duration.ofMillis(1));
                                    }
                                });
                thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).isEmpty();
            assertThat(server.clock().instant())
                    .isEqualTo(Instant.ofEpochMilli(1_700_000_000_400L));
        }
    }

    @Test
    void aClosedServerSaysSo() {
        LockstepServer server = virtual();
        server.close();
        assertThatThrownBy(server::reset)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the server is closed");
        assertThatThrownBy(() -> server.clock().advance(Duration.ZERO))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void resetEmptiesTheServerAndKeepsItsClients() throws IOException {
        try (LockstepServer server = virtual();
                RawClient client = RawClient.connect(server);
                RawClient waiting = RawClient.connect(server);
                RawClient listener = RawClient.connect(server)) {
            listener.call("SUBSCRIBE", "c");
            client.call("SELECT", "3");
            client.call("SET", "k", "v");
            client.call("WATCH", "k");
            client.call("MULTI");
            waiting.send(RawClient.request("WAIT.MILLIS", "0"));

            server.reset();

            assertThat(waiting.reply()).isEqualTo("$-1\r\n");
            assertThat(client.call("EXEC")).isEqualTo("-ERR EXEC without MULTI\r\n");
            assertThat(client.call("GET", "k")).isEqualTo("$-1\r\n");
            assertThat(client.call("PUBLISH", "c", "hi")).isEqualTo(":0\r\n");
            assertThat(listener.call("PING")).isEqualTo("+PONG\r\n");
            assertThat(server.clock().instant()).isEqualTo(Instant.ofEpochSecond(1_700_000_000));
        }
    }

    @Test
    void resetEndsWhatClientsAskedForBesidesTheirConnection() throws IOException {
        try (LockstepServer server = virtual();
                RawClient monitor = RawClient.connect(server);
                RawClient client = RawClient.connect(server)) {
            client.call("CLIENT", "NO-EVICT", "ON");
            client.call("CLIENT", "NO-TOUCH", "ON");
            assertThat(monitor.call("MONITOR")).isEqualTo("+OK\r\n");
            client.send(RawClient.request("CLIENT", "REPLY", "OFF"));
            assertThat(monitor.reply()).endsWith("\"CLIENT\" \"REPLY\" \"OFF\"\r\n");

            server.reset();

            assertThat(client.call("PING")).isEqualTo("+PONG\r\n");
            assertThat(client.call("CLIENT", "INFO")).contains(" flags=N ");
            assertThat(monitor.call("ECHO", "not a monitor")).isEqualTo("$13\r\nnot a monitor\r\n");
        }
    }

    @Test
    void restartBeginsANewRun() throws IOException {
        try (LockstepServer server = virtual()) {
            String before = serverInfo(server);
            assertThat(before).contains("uptime_in_seconds:60\r\n");

            server.restart();

            String after = serverInfo(server);
            assertThat(after).contains("uptime_in_seconds:60\r\n");
            assertThat(runId(after)).isNotEqualTo(runId(before));
        }
    }

    private static String runId(String info) {
        return info.lines().filter(line -> line.startsWith("run_id:")).findFirst().orElseThrow();
    }

    /** What INFO tells of the server, a minute after this is asked. */
    private static String serverInfo(LockstepServer server) throws IOException {
        server.clock().advance(Duration.ofMinutes(1));
        try (RawClient client = RawClient.connect(server)) {
            return client.call("INFO", "server");
        }
    }

    @Test
    void theRequestAtHandIsStillInTheQueryBufferOfRedis() throws IOException {
        for (Profile profile : List.of(Profile.REDIS_8_0, Profile.VALKEY_8_0)) {
            try (LockstepServer server = LockstepServer.builder().profile(profile).start();
                    RawClient client = RawClient.connect(server)) {
                assertThat(client.call("CLIENT", "INFO"))
                        .contains(profile.isValkey() ? " qbuf=0 " : " qbuf=26 ");
            }
        }
    }

    @Test
    void aClientsTrafficIsCounted() throws IOException {
        try (LockstepServer server = LockstepServer.builder().profile(Profile.VALKEY_8_0).start();
                RawClient client = RawClient.connect(server)) {
            client.call("PING");
            assertThat(client.call("CLIENT", "INFO"))
                    .contains(" tot-net-in=" + (14 + 26) + " tot-net-out=7 ");
        }
    }

    @Test
    void restartKeepsKeysAndPortAndDropsConnections() throws IOException {
        try (LockstepServer server = virtual()) {
            int port = server.port();
            RawClient before = RawClient.connect(server);
            before.call("SET", "k", "v", "PX", "5000");

            server.restart();

            assertThat(before.untilClosed()).isEmpty();
            assertThat(server.port()).isEqualTo(port);
            try (RawClient after = RawClient.connect(server)) {
                assertThat(after.call("GET", "k")).isEqualTo("$1\r\nv\r\n");
                assertThat(after.call("PTTL", "k")).isEqualTo(":5000\r\n");
            }
        }
    }

    @Test
    void debugRestartDropsConnectionsAndScriptsAndKeepsWhatIsSaved() throws IOException {
        try (LockstepServer server = virtual();
                RawClient before = RawClient.connect(server)) {
            before.call("SET", "k", "v");
            before.call("SCRIPT", "LOAD", "return 1");
            before.send(RawClient.request("DEBUG", "RESTART", "10"));
            assertThat(before.untilClosed()).isEmpty();
            try (RawClient after = RawClient.connect(server)) {
                assertThat(after.call("GET", "k")).isEqualTo("$1\r\nv\r\n");
                assertThat(after.call("EVALSHA", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "0"))
                        .startsWith("-NOSCRIPT");
            }
        }
    }

    @Test
    void debugReloadThatKeepsWhatIsThereFailsAtAFunctionThatIs() throws IOException {
        try (LockstepServer server = virtual();
                RawClient client = RawClient.connect(server)) {
            client.call(
                    "FUNCTION",
                    "LOAD",
                    "#!lua name=lib\nredis.register_function('f', function() return 1 end)");
            assertThat(client.call("DEBUG", "RELOAD", "NOFLUSH"))
                    .startsWith("-ERR Error trying to load the RDB dump");
            assertThat(client.call("DEBUG", "RELOAD", "NOFLUSH", "MERGE")).isEqualTo("+OK\r\n");
            assertThat(client.call("FCALL", "f", "0")).isEqualTo(":1\r\n");
        }
    }

    @Test
    void debugSegfaultEndsTheServerAndNothingElse() throws IOException {
        try (LockstepServer server = virtual();
                RawClient client = RawClient.connect(server)) {
            client.send(RawClient.request("DEBUG", "SEGFAULT"));
            assertThat(client.untilClosed()).isEmpty();
            server.awaitClose();
            assertThat(server.isClosed()).isTrue();
        }
    }

    @Test
    void functionsSurviveARestartButNotAReset() throws IOException {
        try (LockstepServer server = virtual()) {
            RawClient before = RawClient.connect(server);
            before.call(
                    "FUNCTION",
                    "LOAD",
                    "#!lua name=lib\nlocal n = 0\n"
                            + "redis.register_function('up', function() n = n + 1 return n end)");
            before.call("FCALL", "up", "0");

            server.restart();

            try (RawClient after = RawClient.connect(server)) {
                assertThat(after.call("FCALL", "up", "0")).isEqualTo(":1\r\n");
                server.reset();
                assertThat(after.call("FCALL", "up", "0")).isEqualTo("-ERR Function not found\r\n");
            }
        }
    }

    @Test
    void aBugInAHandlerIsAnErrorReplyAndNothingElse() throws IOException {
        java.util.logging.Logger log = java.util.logging.Logger.getLogger("dev.lockstep");
        log.setUseParentHandlers(false);
        List<java.util.logging.LogRecord> records = new ArrayList<>();
        java.util.logging.Handler handler =
                new java.util.logging.Handler() {
                    @Override
                    public void publish(java.util.logging.LogRecord entry) {
                        records.add(entry);
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        log.addHandler(handler);
        try (LockstepServer server = virtual();
                RawClient client = RawClient.connect(server)) {
            assertThat(client.call("WAIT.FAIL")).startsWith("-ERR internal error").endsWith("\r\n");
            assertThat(client.call("PING")).isEqualTo("+PONG\r\n");
            assertThat(records).singleElement().extracting("thrown").isNotNull();
        } finally {
            log.removeHandler(handler);
            log.setUseParentHandlers(true);
        }
    }

    @Nested
    class Clock {

        @Test
        void aRealClockMovesByItselfAndCannotBeMoved() {
            try (LockstepServer server = start()) {
                assertThat(server.clock().isVirtual()).isFalse();
                assertThat(server.clock().instant()).isAfter(Instant.parse("2024-01-01T00:00:00Z"));
                assertThatThrownBy(() -> server.clock().advance(Duration.ofSeconds(1)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("virtualClock()");
                assertThatThrownBy(() -> server.clock().setTime(Instant.EPOCH))
                        .isInstanceOf(IllegalStateException.class);
            }
        }

        @Test
        void aVirtualClockStandsWhereItWasSet() throws IOException {
            Instant start = Instant.parse("2030-01-01T00:00:00.123456789Z");
            try (LockstepServer server = LockstepServer.builder().virtualClock(start).start();
                    RawClient client = RawClient.connect(server)) {
                assertThat(server.clock().isVirtual()).isTrue();
                assertThat(server.clock().instant()).isEqualTo(start);
                client.call("SET", "k", "v", "PX", "100");
                assertThat(client.call("PTTL", "k")).isEqualTo(":100\r\n");
                server.clock().advance(Duration.ofMillis(40));
                assertThat(client.call("PTTL", "k")).isEqualTo(":60\r\n");
                assertThat(server.clock().instant()).isEqualTo(start.plusMillis(40));
                server.clock().advance(Duration.ofMillis(61));
                assertThat(client.call("GET", "k")).isEqualTo("$-1\r\n");
            }
        }

        @Test
        void durationsAndTimesThatCannotBeAreRefused() {
            try (LockstepServer server = virtual()) {
                assertThatThrownBy(() -> server.clock().advance(Duration.ofMillis(-1)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("PT-0.001S")
                        .hasMessageContaining("not negative");
                assertThatThrownBy(() -> server.clock().advance(Duration.ofDays(365 * 300)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("2262");
                assertThatThrownBy(() -> server.clock().setTime(Instant.ofEpochSecond(-1)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("1970");
            }
        }

        @Test
        void whatBecameDueHasRunInOrderWhenAdvanceReturns() throws IOException {
            try (LockstepServer server = virtual();
                    RawClient first = RawClient.connect(server);
                    RawClient second = RawClient.connect(server)) {
                // Each waits, then writes down when it went on.
                first.send(
                        RawClient.request("WAIT.MILLIS", "2000")
                                + RawClient.request("SET", "a", "x", "PX", "60000")
                                + RawClient.request("PTTL", "b"));
                second.send(
                        RawClient.request("WAIT.MILLIS", "1000")
                                + RawClient.request("SET", "b", "y", "PX", "60000"));
                server.clock().advance(Duration.ofMillis(1500));
                assertThat(second.reply()).isEqualTo("$-1\r\n");
                assertThat(second.reply()).isEqualTo("+OK\r\n");
                server.clock().advance(Duration.ofSeconds(30));
                assertThat(first.reply()).isEqualTo("$-1\r\n");
                assertThat(first.reply()).isEqualTo("+OK\r\n");
                assertThat(first.reply()).isEqualTo(":59000\r\n");
                assertThat(second.call("PTTL", "a")).isEqualTo(":30500\r\n");
            }
        }

        @Test
        void setTimeGoesForwardsAndBack() throws IOException {
            try (LockstepServer server = virtual();
                    RawClient client = RawClient.connect(server)) {
                client.call("SET", "k", "v", "PX", "1000");
                server.clock().setTime(Instant.ofEpochSecond(1_699_999_999));
                assertThat(client.call("PTTL", "k")).isEqualTo(":2000\r\n");
                server.clock().setTime(Instant.ofEpochSecond(1_700_000_002));
                assertThat(client.call("EXISTS", "k")).isEqualTo(":0\r\n");
            }
        }

        @Test
        void anyClientMovesAVirtualClock() throws IOException {
            try (LockstepServer server = virtual();
                    RawClient client = RawClient.connect(server);
                    RawClient waiting = RawClient.connect(server)) {
                waiting.send(RawClient.request("WAIT.MILLIS", "1000"));
                server.clock().advance(Duration.ZERO); // the request has arrived
                assertThat(client.call("LOCKSTEP.CLOCK", "GET")).isEqualTo(":1700000000000\r\n");
                assertThat(client.call("lockstep.clock", "advance", "1500"))
                        .isEqualTo(":1700000001500\r\n");
                assertThat(waiting.reply()).isEqualTo("$-1\r\n");
                assertThat(client.call("LOCKSTEP.CLOCK", "SET", "1800000000000"))
                        .isEqualTo(":1800000000000\r\n");
                for (String bad : new String[] {"-1", "x", "9223372036854775807"}) {
                    assertThat(client.call("LOCKSTEP.CLOCK", "ADVANCE", bad))
                            .isEqualTo("-ERR value is not an integer or out of range\r\n");
                }
                client.call("MULTI");
                assertThat(client.call("LOCKSTEP.CLOCK", "ADVANCE", "1"))
                        .isEqualTo("-ERR Command not allowed inside a transaction\r\n");
            }
        }

        @Test
        void aRealClockHasNoSuchCommand() throws IOException {
            try (LockstepServer server = start();
                    RawClient client = RawClient.connect(server)) {
                assertThat(client.call("LOCKSTEP.CLOCK", "GET")).startsWith("-ERR unknown command");
            }
        }
    }
}
