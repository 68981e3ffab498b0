package dev.lockstep.lua;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.command.Command;
import dev.lockstep.profile.Profile;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How errors within scripts are counted. */
class ScriptStatisticsTest {

    private static Map<String, Long> errors(Profile profile, String script) {
        TestServer server = ScriptServers.create(profile);
        server.run("SET", "a", "x");
        server.run("EVAL", script, "0");
        return server.state().statistics().errorsByCode();
    }

    @ParameterizedTest
    @CsvSource({
        "'return redis.call(\"incr\",\"a\")',2,1",
        "'return redis.pcall(\"incr\",\"a\")',2,1",
        "'redis.pcall(\"incr\",\"a\") redis.pcall(\"incr\",\"a\") return 1',2,2",
        "'local ok,e=pcall(redis.call,\"incr\",\"a\") return 1',1,1",
        "'redis.pcall(\"get\") return 1',0,1",
        "'redis.pcall(\"nosuch\") return 1',0,1",
        "'return redis.call(\"get\")',1,1",
        "'return redis.call()',1,1",
        "'error(\"boo\")',1,1"
    })
    void theOldestServerCountsThemTwice(String script, long oldest, long newer) {
        assertThat(errors(Profile.REDIS_6_2, script).getOrDefault("ERR", 0L)).isEqualTo(oldest);
        assertThat(errors(Profile.REDIS_7_0, script).getOrDefault("ERR", 0L)).isEqualTo(newer);
        assertThat(errors(Profile.REDIS_8_0, script).getOrDefault("ERR", 0L)).isEqualTo(newer);
        assertThat(errors(Profile.VALKEY_8_0, script).getOrDefault("ERR", 0L)).isEqualTo(newer);
    }

    @Test
    void anErrorOfAScriptsOwnCountsOnce() {
        assertThat(errors(Profile.REDIS_7_0, "return {err='OWN x'}"))
                .containsExactly(Map.entry("OWN", 1L));
        assertThat(errors(Profile.REDIS_7_0, "error({err='OWN x'})"))
                .containsExactly(Map.entry("OWN", 1L));
        assertThat(
                        errors(
                                Profile.REDIS_7_0,
                                "local e=redis.pcall('incr','a')"
                                        + " return redis.error_reply('MY '..e['err'])"))
                .containsExactly(Map.entry("ERR", 1L), Map.entry("MY", 1L));
    }

    @Test
    void aCommandThatAScriptIsRefusedCountsAsRejected() {
        TestServer server = ScriptServers.create(Profile.REDIS_7_0);
        server.run("EVAL", "redis.pcall('get') redis.pcall('multi') return 1", "0");
        assertThat(command(server, "get").rejectedCalls()).isEqualTo(1);
        assertThat(command(server, "multi").rejectedCalls()).isEqualTo(1);
        assertThat(command(server, "eval").failedCalls()).isZero();
    }

    private static Command command(TestServer server, String name) {
        return Objects.requireNonNull(server.state().commands().find(Bytes.of(name)));
    }
}
