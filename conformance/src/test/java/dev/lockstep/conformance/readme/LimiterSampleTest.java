package dev.lockstep.conformance.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.LockstepServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LimiterSampleTest {

    static final String FIXED_WINDOW =
            "local n = redis.call('INCR', KEYS[1]) "
                    + "if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end "
                    + "return n <= tonumber(ARGV[2])";

    @Test
    void twoAMinute() {
        try (LockstepServer server = LockstepServer.builder().virtualClock().start();
                RedisClient client = RedisClient.create(server.uri())) {
            RedisCommands<String, String> redis = client.connect().sync();

            assertThat(admit(redis)).isTrue();
            assertThat(admit(redis)).isTrue();
            assertThat(admit(redis)).isFalse();

            server.clock().advance(Duration.ofSeconds(61));
            assertThat(admit(redis)).isTrue();
        }
    }

    static boolean admit(RedisCommands<String, String> redis) {
        String[] keys = {"user:42"};
        return redis.eval(FIXED_WINDOW, ScriptOutputType.BOOLEAN, keys, "60000", "2");
    }
}
