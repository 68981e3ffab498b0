package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.LockstepServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people see who try limiters out, as an application calls them, on a clock of the test. */
class SampleRunsTest {

    private static final String BUCKET = new ScriptLibrary().text("token-bucket-server-clock");
    private static final String SLOTS = new ScriptLibrary().text("sliding-window-slots");

    private LockstepServer server;
    private RedisClient client;
    private RedisCommands<String, String> redis;
    private final List<String> sent = new ArrayList<>();

    @BeforeEach
    void start() {
        server =
                LockstepServer.builder()
                        .virtualClock(Instant.parse("2026-01-01T00:00:00Z"))
                        .start();
        client = RedisClient.create(server.uri());
        redis = client.connect().sync();
    }

    @AfterEach
    void stop() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        server.close();
    }

    @Test
    void aBurstOfEightWithLimitFiveGetsFiveAdmittedAndThreeDenied() {
        List<Long> burst = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            burst.add((Long) admit().get(0));
        }
        assertThat(burst).containsExactly(1L, 1L, 1L, 1L, 1L, 0L, 0L, 0L);

        server.clock().advance(Duration.ofMillis(1200));
        assertThat(admit()).containsExactly(1L, 0L, 800L);
    }

    private List<Object> admit() {
        String[] slots = {"{user:42}:rl:0", "{user:42}:rl:1"};
        return redis.eval(SLOTS, ScriptOutputType.MULTI, slots, "1000", "5");
    }

    @Test
    void theFirstCallOfAFullBucketLeavesNinetyNine() {
        assertThat(take("bucket", "100", "10")).containsExactly(1L, "99");
    }

    @Test
    void aBucketOfFiveGivesFiveThenThree429AndTwoMoreAfterASecond() {
        List<String> burst = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            burst.add(verdict());
        }
        assertThat(String.join(" ", burst)).isEqualTo("ok ok ok ok ok 429 429 429");

        server.clock().advance(Duration.ofMillis(1100));
        assertThat(List.of(verdict(), verdict(), verdict())).containsExactly("ok", "ok", "429");
    }

    private String verdict() {
        return take("{user:42}:rl", "5", "2").get(0).equals(1L) ? "ok" : "429";
    }

    @Test
    void aFlushedCacheCostsOneNoscript() {
        take("bucket", "5", "2");
        redis.scriptFlush();
        sent.clear();
        take("bucket", "5", "2");
        take("bucket", "5", "2");
        assertThat(sent).containsExactly("EVALSHA", "EVAL", "EVALSHA");
    }

    @Test
    void aRestartLosesTheScriptsAndEvalBringsThemBack() {
        take("bucket", "5", "2");
        server.restart();
        redis = client.connect().sync();
        assertThatThrownBy(() -> evalsha("bucket", "5", "2"))
                .isInstanceOf(RedisNoScriptException.class)
                .hasMessage("NOSCRIPT No matching script. Please use EVAL.");
        assertThat(take("bucket", "5", "2")).containsExactly(1L, "3");
        sent.clear();
        assertThat(take("bucket", "5", "2")).containsExactly(1L, "2");
        assertThat(sent).containsExactly("EVALSHA");
    }

    @Test
    void getThenSetOnTwoConnectionsAdmitsTwiceAndAScriptOnce() {
        RedisCommands<String, String> other = client.connect().sync();
        redis.set("tokens", "1");
        int admitted = 0;
        String seen = redis.get("tokens");
        String seenByOther = other.get("tokens");
        if (Integer.parseInt(seen) >= 1) {
            redis.set("tokens", "0");
            admitted++;
        }
        if (Integer.parseInt(seenByOther) >= 1) {
            other.set("tokens", "0");
            admitted++;
        }
        assertThat(admitted).isEqualTo(2);

        assertThat(take("bucket", "1", "1").get(0)).isEqualTo(1L);
        redis = other;
        assertThat(take("bucket", "1", "1").get(0)).isEqualTo(0L);
    }

    private List<Object> take(String key, String capacity, String rate) {
        try {
            return evalsha(key, capacity, rate);
        } catch (RedisNoScriptException notCached) {
            sent.add("EVAL");
            String[] keys = {key};
            return redis.eval(BUCKET, ScriptOutputType.MULTI, keys, capacity, rate, "1");
        }
    }

    private List<Object> evalsha(String key, String capacity, String rate) {
        sent.add("EVALSHA");
        String[] keys = {key};
        return redis.evalsha(
                redis.digest(BUCKET), ScriptOutputType.MULTI, keys, capacity, rate, "1");
    }

    @Test
    void monitorShowsEvalshaThenEval() throws IOException {
        try (Socket monitor = new Socket(server.host(), server.port());
                BufferedReader lines =
                        new BufferedReader(
                                new InputStreamReader(
                                        monitor.getInputStream(), StandardCharsets.UTF_8))) {
            monitor.setSoTimeout(10_000);
            monitor.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.UTF_8));
            assertThat(lines.readLine()).isEqualTo("+OK");

            take("bucket", "5", "2");
            assertThat(lines.readLine())
                    .matches("\\+1767225600\\.000000 \\[0 127\\.0\\.0\\.1:[0-9]+] \"EVALSHA\" .*");
            assertThat(lines.readLine())
                    .matches("\\+1767225600\\.000000 \\[0 127\\.0\\.0\\.1:[0-9]+] \"EVAL\" .*");
            assertThat(lines.readLine()).isEqualTo("+1767225600.000000 [0 lua] \"TIME\"");
        }
    }
}
