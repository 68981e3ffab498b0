package dev.lockstep.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.LockstepServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The client that most Java programs use. */
class LettuceTest {

    @Test
    void lettuceWorksAndSeesVirtualTime() throws Exception {
        try (LockstepServer server = LockstepServer.builder().virtualClock().start()) {
            RedisClient client = RedisClient.create(server.uri());
            try (StatefulRedisConnection<String, String> connection = client.connect()) {
                RedisCommands<String, String> redis = connection.sync();
                assertThat(redis.set("lock", "me", SetArgs.Builder.nx().px(30_000)))
                        .isEqualTo("OK");
                assertThat(redis.set("lock", "you", SetArgs.Builder.nx().px(30_000))).isNull();
                server.clock().advance(Duration.ofMillis(30_001));
                assertThat(redis.set("lock", "you", SetArgs.Builder.nx().px(30_000)))
                        .isEqualTo("OK");

                List<RedisFuture<Long>> counts = new ArrayList<>();
                for (int i = 0; i < 10_000; i++) {
                    counts.add(connection.async().incr("n"));
                }
                assertThat(counts.get(9_999).get(20, TimeUnit.SECONDS)).isEqualTo(10_000);
            } finally {
                client.shutdown(0, 0, TimeUnit.SECONDS);
            }
        }
    }
}
