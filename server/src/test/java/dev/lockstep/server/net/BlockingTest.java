package dev.lockstep.server.net;

import static dev.lockstep.server.testing.RawClient.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.LockstepServer;
import dev.lockstep.server.testing.RawClient;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Commands that wait, as clients see them. */
class BlockingTest {

    private static final String NIL_ARRAY = "*-1\r\n";

    private LockstepServer server = start(LockstepServer.builder().virtualClock());

    private static LockstepServer start(LockstepServer.Builder builder) {
        return builder.start();
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** Returns when so many clients wait: what they have sent may still be on its way. */
    private void awaitBlocked(int clients) throws IOException {
        try (RawClient observer = RawClient.connect(server)) {
            String wanted = "blocked_clients:" + clients + "\r\n";
            while (!observer.call("INFO", "clients").contains(wanted)) {
                Thread.onSpinWait();
            }
        }
    }

    @Nested
    class WithLettuce {

        private RedisClient client = RedisClient.create(server.uri());
        private StatefulRedisConnection<String, String> waiting = client.connect();
        private RedisCommands<String, String> redis = client.connect().sync();

        @AfterEach
        void shutDown() {
            client.shutdown(0, 0, TimeUnit.SECONDS);
        }

        private void reconnect() {
            client.shutdown(0, 0, TimeUnit.SECONDS);
            client = RedisClient.create(server.uri());
            waiting = client.connect();
            redis = client.connect().sync();
        }

        @Test
        void whatIsPushedIsHandedOver() throws Exception {
            RedisFuture<KeyValue<String, String>> popped = waiting.async().blpop(0, "a", "b");
            awaitBlocked(1);
            assertThat(redis.rpush("b", "1", "2")).isEqualTo(2);
            assertThat(get(popped)).isEqualTo(KeyValue.just("b", "1"));
            assertThat(redis.lrange("b", 0, -1)).containsExactly("2");

            RedisFuture<KeyValue<String, ScoredValue<String>>> least =
                    waiting.async().bzpopmin(0, "z");
            awaitBlocked(1);
            redis.zadd("z", 1.5, "m");
            assertThat(get(least)).isEqualTo(KeyValue.just("z", ScoredValue.just(1.5, "m")));
        }

        @Test
        void aVirtualClockEndsAWaitWhenItIsMoved() throws Exception {
            RedisFuture<KeyValue<String, String>> popped = waiting.async().blpop(10, "k");
            awaitBlocked(1);
            server.clock().advance(Duration.ofMillis(9_999));
            assertThat(redis.ping()).isEqualTo("PONG");
            assertThat(popped.isDone()).isFalse();

            server.clock().advance(Duration.ofMillis(1));
            assertThat(get(popped)).isNull();
        }

        @Test
        void aRealClockEndsAWaitByItself() throws Exception {
            server.close();
            server = start(LockstepServer.builder().realClock());
            reconnect();
            assertThat(get(waiting.async().blpop(0.05, "k"))).isNull();
            assertThat(waiting.sync().ping()).isEqualTo("PONG");
        }

        private static <T> T get(RedisFuture<T> future) throws Exception {
            return future.get(20, TimeUnit.SECONDS);
        }
    }

    @Nested
    class OnTheWire {

        private RawClient waiting;
        private RawClient other;

        @BeforeEach
        void connect() throws IOException {
            waiting = RawClient.connect(server);
            other = RawClient.connect(server);
        }

        @AfterEach
        void disconnect() throws IOException {
            waiting.close();
            other.close();
        }

        @Test
        void whatIsSentBehindACommandThatWaitsWaitsAsWell() throws IOException {
            waiting.send(
                    request("BLPOP", "k", "0")
                            + request("PING")
                            + request("BRPOP", "k", "0")
                            + request("SET", "x", "y"));
            awaitBlocked(1);
            assertThat(other.call("RPUSH", "k", "1")).isEqualTo(":1\r\n");
            assertThat(waiting.reply()).isEqualTo("*2\r\n$1\r\nk\r\n$1\r\n1\r\n");
            assertThat(waiting.reply()).isEqualTo("+PONG\r\n");
            awaitBlocked(1);
            assertThat(other.call("EXISTS", "x")).isEqualTo(":0\r\n");

            other.call("RPUSH", "k", "2");
            assertThat(waiting.reply()).isEqualTo("*2\r\n$1\r\nk\r\n$1\r\n2\r\n");
            assertThat(waiting.reply()).isEqualTo("+OK\r\n");
        }

        @Test
        void oneMoveSetsTheNextGoing() throws IOException {
            try (RawClient last = RawClient.connect(server)) {
                last.send(request("BLPOP", "c", "0"));
                awaitBlocked(1);
                waiting.send(request("BLMOVE", "a", "b", "LEFT", "RIGHT", "0"));
                awaitBlocked(2);
                try (RawClient middle = RawClient.connect(server)) {
                    middle.send(request("BRPOPLPUSH", "b", "c", "0"));
                    awaitBlocked(3);
                    assertThat(other.call("RPUSH", "a", "x")).isEqualTo(":1\r\n");
                    assertThat(waiting.reply()).isEqualTo("$1\r\nx\r\n");
                    assertThat(middle.reply()).isEqualTo("$1\r\nx\r\n");
                    assertThat(last.reply()).isEqualTo("*2\r\n$1\r\nc\r\n$1\r\nx\r\n");
                }
            }
            assertThat(other.call("DBSIZE")).isEqualTo(":0\r\n");
        }

        @Test
        void anyClientMayMoveTheClockOn() throws IOException {
            waiting.send(request("BRPOP", "k", "1.5"));
            awaitBlocked(1);
            assertThat(other.call("LOCKSTEP.CLOCK", "ADVANCE", "1500")).startsWith(":");
            assertThat(waiting.reply()).isEqualTo(NIL_ARRAY);
        }

        @Test
        void inResp3NothingIsNull() throws IOException {
            waiting.call("HELLO", "3");
            waiting.send(request("BLMOVE", "a", "b", "LEFT", "LEFT", "1"));
            awaitBlocked(1);
            server.clock().advance(Duration.ofSeconds(1));
            assertThat(waiting.reply()).isEqualTo("_\r\n");
        }

        @Test
        void aClientThatIsKilledOrGoneWaitsForNothing() throws IOException {
            String id = waiting.call("CLIENT", "ID").substring(1).strip();
            waiting.send(request("BLPOP", "k", "0"));
            RawClient gone = RawClient.connect(server);
            gone.send(request("BLPOP", "k", "0"));
            awaitBlocked(2);

            assertThat(other.call("CLIENT", "KILL", "ID", id)).isEqualTo(":1\r\n");
            assertThat(waiting.untilClosed()).isEmpty();
            gone.close();
            awaitBlocked(0);
            assertThat(other.call("RPUSH", "k", "1")).isEqualTo(":1\r\n");
            assertThat(other.call("LLEN", "k")).isEqualTo(":1\r\n");
        }

        @Test
        void resetEndsWaitsAsIfTheirTimeWereUp() throws IOException {
            waiting.send(request("BLPOP", "k", "0") + request("PING"));
            awaitBlocked(1);
            server.reset();
            assertThat(waiting.reply()).isEqualTo(NIL_ARRAY);
            assertThat(waiting.reply()).isEqualTo("+PONG\r\n");
            assertThat(other.call("RPUSH", "k", "1")).isEqualTo(":1\r\n");
            assertThat(other.call("LLEN", "k")).isEqualTo(":1\r\n");
        }

        @Test
        void restartDropsWhoWaits() throws IOException {
            waiting.send(request("BLPOP", "k", "1"));
            awaitBlocked(1);
            server.restart();
            assertThat(waiting.untilClosed()).isEmpty();
            try (RawClient later = RawClient.connect(server)) {
                assertThat(later.call("RPUSH", "k", "1")).isEqualTo(":1\r\n");
                server.clock().advance(Duration.ofSeconds(2));
                assertThat(later.call("LLEN", "k")).isEqualTo(":1\r\n");
            }
        }

        @Test
        void closingTheServerEndsEveryWait() throws IOException {
            waiting.send(request("BLPOP", "k", "0"));
            awaitBlocked(1);
            server.close();
            assertThat(waiting.untilClosed()).isEmpty();
        }
    }
}
