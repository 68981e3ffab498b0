package dev.lockstep.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.LockstepServer;
import dev.lockstep.server.testing.RawClient;
import dev.lockstep.server.testing.WaitModule;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What clients see on the wire. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireTest {

    private static final String PONG = "+PONG\r\n";

    private final LockstepServer server =
            LockstepServer.builder().virtualClock().module(new WaitModule()).start();

    @BeforeAll
    void serverIsUp() {
        assertThat(server.port()).isPositive();
    }

    @BeforeEach
    void reset() {
        server.reset();
    }

    @AfterAll
    void close() {
        server.close();
    }

    private RawClient connect() throws IOException {
        return RawClient.connect(server);
    }

    private static LockstepServer with(String setting, String value) {
        return LockstepServer.builder()
                .virtualClock()
                .module(new WaitModule())
                .config(setting, value)
                .start();
    }

    private String repliesTo(String input) throws IOException {
        try (RawClient client = connect()) {
            client.send(input);
            client.shutdownOutput();
            return client.untilClosed();
        }
    }

    @Test
    void aRequestMayArriveByteByByte() throws IOException {
        try (RawClient client = connect()) {
            for (char c : RawClient.request("ECHO", "a\r\nb").toCharArray()) {
                client.send(String.valueOf(c));
            }
            assertThat(client.reply()).isEqualTo("$4\r\na\r\nb\r\n");
        }
    }

    @Test
    void aProtocolErrorIsAnsweredAfterWhatCameBeforeItAndEndsTheConnection() throws IOException {
        try (RawClient client = connect()) {
            client.send("PING\r\n*1\r\n:4\r\nPING\r\n");
            assertThat(client.untilClosed())
                    .isEqualTo(PONG + "-ERR Protocol error: expected '$', got ':'\r\n");
        }
        try (RawClient client = connect()) {
            client.send("*1\r\n\u00ff12\r\n");
            assertThat(client.untilClosed())
                    .isEqualTo("-ERR Protocol error: expected '$', got '\u00ff'\r\n");
        }
    }

    @Test
    void aPeerThatHasFinishedSendingGetsItsReplies() throws IOException {
        assertThat(repliesTo("PING\r\nPING\r\n")).isEqualTo(PONG + PONG);
        assertThat(repliesTo("PING\r\n".repeat(20_000))).isEqualTo(PONG.repeat(20_000));
        assertThat(repliesTo("PING\r\n*1\r\n$4\r\nPI")).isEqualTo(PONG);
        assertThat(repliesTo("PI")).isEmpty();
        assertThat(repliesTo("")).isEmpty();
    }

    @Test
    void aBrowserIsCutOff() throws IOException {
        assertThat(repliesTo("POST / HTTP/1.1\r\nPING\r\n")).isEmpty();
        assertThat(repliesTo("Host: here\r\nPING\r\n")).isEmpty();
        assertThat(repliesTo(RawClient.request("host:", "x"))).isEmpty();
    }

    @Test
    void aLongPipelineIsAnsweredInOrder() throws IOException {
        StringBuilder requests = new StringBuilder();
        StringBuilder replies = new StringBuilder();
        for (int i = 1; requests.length() < 1024 * 1024; i++) {
            requests.append(RawClient.request("INCR", "counter"));
            replies.append(':').append(i).append("\r\n");
        }
        assertThat(repliesTo(requests.toString())).isEqualTo(replies.toString());
    }

    @Test
    void aPipelineDoesNotHoldOthersUp() throws IOException {
        try (RawClient greedy = connect();
                RawClient other = connect()) {
            greedy.send(RawClient.request("APPEND", "k", "x").repeat(30_000));
            assertThat(other.call("PING")).isEqualTo(PONG);
            for (int i = 1; i <= 30_000; i++) {
                assertThat(greedy.reply()).isEqualTo(":" + i + "\r\n");
            }
        }
    }

    @Test
    void bigValuesComeBackAsTheyWent() throws IOException {
        String value = "0123456789abcdef".repeat(300_000);
        try (RawClient client = connect()) {
            assertThat(client.call("SET", "big", value)).isEqualTo("+OK\r\n");
            String reply = client.call("GET", "big");
            assertThat(reply.equals("$4800000\r\n" + value + "\r\n")).isTrue();
        }
    }

    @Test
    void helloIsAnsweredInTheProtocolItAsksFor() throws IOException {
        try (RawClient client = connect()) {
            assertThat(client.call("HELLO", "3")).startsWith("%7\r\n");
            assertThat(client.call("GET", "none")).isEqualTo("_\r\n");
            assertThat(client.call("HELLO", "2")).startsWith("*14\r\n");
            assertThat(client.call("GET", "none")).isEqualTo("$-1\r\n");
        }
    }

    @Test
    void quitIsAnsweredAndEndsTheConnection() throws IOException {
        try (RawClient client = connect()) {
            client.send("PING\r\nQUIT\r\nPING\r\n");
            assertThat(client.untilClosed()).isEqualTo(PONG + "+OK\r\n");
        }
    }

    @Test
    void aBlockedClientGoesOnWithWhatHasArrivedMeanwhile() throws IOException {
        try (RawClient client = connect()) {
            client.send(RawClient.request("WAIT.MILLIS", "50") + "PING\r\n");
            client.send("PING\r\n");
            server.clock().advance(Duration.ofMillis(49));
            server.clock().advance(Duration.ofMillis(51));
            assertThat(client.reply()).isEqualTo("$-1\r\n");
            assertThat(client.reply()).isEqualTo(PONG);
            assertThat(client.reply()).isEqualTo(PONG);
        }
    }

    @Test
    void aBlockedClientMayDisappear() throws IOException {
        try (RawClient other = connect()) {
            RawClient orderly = connect();
            orderly.send(RawClient.request("WAIT.MILLIS", "0"));
            RawClient rude = connect();
            rude.send(RawClient.request("WAIT.MILLIS", "100"));
            server.clock().advance(Duration.ZERO);
            orderly.close();
            rude.reset();
            server.clock().advance(Duration.ofSeconds(1));
            awaitClients(other, 1);
        }
    }

    /** Returns once {@code count} clients are left; the test's time limit ends a wait in vain. */
    private static void awaitClients(RawClient client, int count) throws IOException {
        String list;
        do {
            list = client.call("CLIENT", "LIST");
        } while (list.lines().filter(line -> line.startsWith("id=")).count() != count);
        assertThat(list).contains("cmd=client");
    }

    @Test
    void othersAreToldBusyWhileAScriptOverrunsAndOneMayKillIt() throws IOException {
        try (RawClient script = connect();
                RawClient other = connect()) {
            script.send(RawClient.request("WAIT.BUSY") + "PING\r\n");
            String reply;
            do {
                reply = other.call("PING");
            } while (reply.equals(PONG));
            assertThat(reply).startsWith("-BUSY Redis is busy running a script.");
            script.send("PING\r\n"); // waits for its turn, and is not refused
            assertThat(other.call("WAIT.KILL")).isEqualTo("+OK\r\n");
            assertThat(script.reply()).isEqualTo("+KILLED\r\n");
            assertThat(script.reply()).isEqualTo(PONG);
            assertThat(script.reply()).isEqualTo(PONG);
            assertThat(other.call("PING")).isEqualTo(PONG);
        }
    }

    @Test
    void aServerCanBeClosedWhileAScriptOverruns() throws IOException {
        LockstepServer busy = with("timeout", "0");
        try (RawClient script = RawClient.connect(busy);
                RawClient other = RawClient.connect(busy)) {
            script.send(RawClient.request("WAIT.BUSY"));
            String reply;
            do {
                reply = other.call("PING");
            } while (reply.equals(PONG));
            busy.close();
            assertThat(busy.isClosed()).isTrue();
        }
    }

    @Test
    void aServerCanBeClosedWhileAScriptNeverEnds() throws IOException {
        LockstepServer busy = with("timeout", "0");
        try (RawClient script = RawClient.connect(busy)) {
            assertThat(script.call("EVAL", "return 1", "0")).isEqualTo(":1\r\n");
            script.send(RawClient.request("EVAL", "while true do end", "0"));
            busy.close();
            assertThat(busy.isClosed()).isTrue();
        }
    }

    @Test
    void aCommandMayEndTheServer() throws IOException {
        LockstepServer ended = with("timeout", "0");
        try (RawClient client = RawClient.connect(ended)) {
            client.send(RawClient.request("SHUTDOWN", "NOSAVE"));
            assertThat(client.untilClosed()).isEmpty();
            ended.awaitClose();
            assertThat(ended.isClosed()).isTrue();
        }
    }

    @Test
    void oneClientTooManyIsTurnedAway() throws IOException {
        try (LockstepServer small = with("maxclients", "2");
                RawClient first = RawClient.connect(small);
                RawClient second = RawClient.connect(small)) {
            assertThat(first.call("PING") + second.call("PING")).isEqualTo(PONG + PONG);
            try (RawClient third = RawClient.connect(small)) {
                assertThat(third.untilClosed()).isEqualTo("-ERR max number of clients reached\r\n");
            }
            second.send("QUIT\r\n");
            second.untilClosed();
            awaitClients(first, 1);
            try (RawClient third = RawClient.connect(small)) {
                assertThat(third.call("PING")).isEqualTo(PONG);
            }
        }
    }

    @Test
    void anIdleConnectionIsClosedUnlessItIsBlockedOrListens() throws IOException {
        try (LockstepServer strict = with("timeout", "10");
                RawClient idle = RawClient.connect(strict);
                RawClient active = RawClient.connect(strict);
                RawClient listener = RawClient.connect(strict);
                RawClient blocked = RawClient.connect(strict)) {
            listener.call("SUBSCRIBE", "c");
            idle.call("PING");
            active.call("PING");
            blocked.send(RawClient.request("WAIT.MILLIS", "60000"));
            strict.clock().advance(Duration.ofSeconds(6));
            active.call("PING");
            strict.clock().advance(Duration.ofSeconds(6));
            assertThat(idle.untilClosed()).isEmpty();
            assertThat(active.call("PING")).isEqualTo(PONG);
            strict.clock().advance(Duration.ofSeconds(50));
            assertThat(blocked.reply()).isEqualTo("$-1\r\n");
            assertThat(active.untilClosed()).isEmpty();
            assertThat(listener.call("PING")).isEqualTo("*2\r\n$4\r\npong\r\n$0\r\n\r\n");
        }
    }

    @Test
    void aReaderThatIsTooSlowIsClosed() throws IOException {
        String value = "x".repeat(100_000);
        try (LockstepServer strict = with("client-output-buffer-limit", "normal 2000000 0 0");
                RawClient other = RawClient.connect(strict);
                RawClient slow = RawClient.connectNarrow(strict)) {
            other.call("SET", "k", value);
            slow.send(RawClient.request("GET", "k").repeat(200));
            awaitClients(other, 1);
            assertThat(slow.untilClosed().length()).isLessThan(20_000_000);
        }
    }

    @Test
    void aReaderMayBeSlowForAWhile() throws IOException {
        String value = "x".repeat(100_000);
        try (LockstepServer strict = with("client-output-buffer-limit", "normal 0 2000000 5");
                RawClient other = RawClient.connect(strict);
                RawClient slow = RawClient.connectNarrow(strict)) {
            other.call("SET", "k", value);
            slow.send(RawClient.request("GET", "k").repeat(200));
            strict.clock().advance(Duration.ofSeconds(4));
            awaitClients(other, 2);
            strict.clock().advance(Duration.ofSeconds(2));
            awaitClients(other, 1);
        }
    }

    @Test
    void aListenerThatIsTooSlowIsClosed() throws IOException {
        String message = "x".repeat(100_000);
        try (LockstepServer strict = with("client-output-buffer-limit", "pubsub 2000000 0 0");
                RawClient other = RawClient.connect(strict);
                RawClient slow = RawClient.connectNarrow(strict)) {
            slow.call("SUBSCRIBE", "c");
            String receivers = ":1\r\n";
            for (int i = 0; i < 200 && receivers.equals(":1\r\n"); i++) {
                receivers = other.call("PUBLISH", "c", message);
            }
            assertThat(receivers).isEqualTo(":0\r\n");
            awaitClients(other, 1);
        }
    }

    @Test
    void messagesAndRepliesComeInTheOrderOfEvents() throws IOException {
        try (RawClient listener = connect();
                RawClient other = connect()) {
            listener.call("HELLO", "3");
            listener.send(RawClient.request("SUBSCRIBE", "c") + RawClient.request("PING"));
            assertThat(listener.reply()).isEqualTo(">3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n");
            assertThat(listener.reply()).isEqualTo(PONG);
            assertThat(other.call("PUBLISH", "c", "1")).isEqualTo(":1\r\n");
            listener.send(RawClient.request("PUBLISH", "c", "2") + RawClient.request("PING"));
            String message = ">3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$1\r\n";
            assertThat(listener.reply()).isEqualTo(message + "1\r\n");
            assertThat(listener.reply()).isEqualTo(":1\r\n");
            assertThat(listener.reply()).isEqualTo(message + "2\r\n");
            assertThat(listener.reply()).isEqualTo(PONG);
        }
    }

    @Test
    void aSlowReaderWithoutALimitGetsEverything() throws IOException {
        String value = "x".repeat(100_000);
        try (RawClient other = connect();
                RawClient slow = RawClient.connectNarrow(server)) {
            other.call("SET", "k", value);
            slow.send(RawClient.request("GET", "k").repeat(100));
            assertThat(other.call("PING")).isEqualTo(PONG);
            for (int i = 0; i < 100; i++) {
                assertThat(slow.reply()).hasSize(100_011);
            }
        }
    }

    @Test
    void anEndlessRequestIsCutOff() throws IOException {
        try (LockstepServer strict = with("client-query-buffer-limit", "1048576");
                RawClient client = RawClient.connect(strict);
                RawClient other = RawClient.connect(strict)) {
            assertThat(client.call("SET", "k", "x".repeat(900_000))).isEqualTo("+OK\r\n");
            try {
                client.send("*2\r\n$4\r\nECHO\r\n$3000000\r\n" + "x".repeat(2_000_000));
            } catch (IOException e) {
                assertThat(e).hasMessageNotContaining("timed out"); // closed while we wrote
            }
            assertThat(client.untilClosed()).isEmpty();
            assertThat(other.call("PING")).isEqualTo(PONG);
        }
    }

    @Test
    void whoHasNotLoggedInMaySendLittleUntilHeHas() throws IOException {
        try (LockstepServer strict =
                LockstepServer.builder().password("secret").virtualClock().start()) {
            try (RawClient client = RawClient.connect(strict)) {
                client.send("*11\r\n$4\r\nPING\r\n");
                assertThat(client.untilClosed())
                        .isEqualTo("-ERR Protocol error: unauthenticated multibulk length\r\n");
            }
            try (RawClient client = RawClient.connect(strict)) {
                String big = "x".repeat(20_000);
                client.send(RawClient.request("AUTH", "secret") + RawClient.request("ECHO", big));
                assertThat(client.reply()).isEqualTo("+OK\r\n");
                assertThat(client.reply()).isEqualTo("$20000\r\n" + big + "\r\n");
            }
        }
    }

    @Test
    void aKilledClientIsGoneAtOnce() throws IOException {
        try (RawClient client = connect();
                RawClient victim = connect()) {
            victim.call("PING");
            String address = "127.0.0.1:" + victim.localPort();
            client.send(
                    RawClient.request("CLIENT", "KILL", address)
                            + RawClient.request("CLIENT", "LIST"));
            assertThat(client.reply()).isEqualTo("+OK\r\n");
            assertThat(client.reply()).doesNotContain(address);
            assertThat(victim.untilClosed()).isEmpty();
        }
    }
}
