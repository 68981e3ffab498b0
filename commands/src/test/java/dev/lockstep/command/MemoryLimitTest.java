package dev.lockstep.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.keyspace.MemoryMeter;
import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The setting {@code maxmemory}; what is refused is in the transcript of that name. */
class MemoryLimitTest {

    private static final String FULL = "-OOM command not allowed when used memory > 'maxmemory'.";

    /** Room for some keys of 10 kB beside what an empty server takes. */
    private static final int KEY_BYTES = 10_000;

    private final Conversation talk = Conversation.with(Profile.REDIS_8_0);

    private void limit(String policy, int keys) {
        long bytes = (1 << 20) + keys * (KEY_BYTES + 2_000L) + 1_000;
        talk.say("CONFIG SET maxmemory " + bytes);
        talk.say("CONFIG SET maxmemory-policy " + policy);
    }

    private String set(String key) {
        talk.server().advance(Duration.ofMillis(1));
        return talk.say("SET " + key + " " + "x".repeat(KEY_BYTES));
    }

    @Test
    void thereIsRoomAgainOnceAKeyHasGone() {
        limit("noeviction", 2);
        assertThat(set("a")).isEqualTo("+OK");
        assertThat(set("b")).isEqualTo("+OK");
        assertThat(set("c")).isEqualTo("+OK"); // it fitted before
        assertThat(set("d")).isEqualTo(FULL);
        assertThat(talk.say("DEL a")).isEqualTo(":1");
        assertThat(set("d")).isEqualTo("+OK");
    }

    @Test
    void thereIsRoomAgainOnceAKeyHasEnded() {
        limit("noeviction", 1);
        set("a");
        set("b");
        talk.say("PEXPIRE a 100");
        assertThat(set("c")).isEqualTo(FULL);
        talk.server().advance(Duration.ofMillis(100));
        talk.say("GET a");
        assertThat(set("c")).isEqualTo("+OK");
    }

    @Test
    void theKeyUsedLeastRecentlyGoes() {
        limit("allkeys-lru", 2);
        set("a");
        set("b");
        talk.server().advance(Duration.ofMillis(1));
        talk.say("GETRANGE a 0 0");
        set("c");
        assertThat(talk.say("EXISTS b")).isEqualTo(":0");
        assertThat(talk.say("EXISTS a c")).isEqualTo(":2");
        assertThat(talk.events()).contains("evicted b");
        assertThat(talk.say("INFO stats")).contains("evicted_keys:1\r\n");
    }

    @Test
    void theKeyThatEndsSoonestGoesAndThoseThatDoNotEndStay() {
        limit("volatile-ttl", 2);
        set("a");
        set("b");
        talk.say("EXPIRE b 200");
        talk.say("SET c " + "x".repeat(KEY_BYTES) + " EX 100");
        talk.say("PING");
        assertThat(talk.say("EXISTS c")).isEqualTo(":0");
        assertThat(talk.say("EXISTS a b")).isEqualTo(":2");
        set("d");
        assertThat(set("e")).isEqualTo("+OK"); // b has gone for it
        assertThat(set("f")).isEqualTo(FULL);
        assertThat(talk.say("EXISTS a d e")).isEqualTo(":3");
    }

    @Test
    void byChanceAsManyGoAsMust() {
        limit("allkeys-random", 3);
        for (int i = 0; i < 20; i++) {
            assertThat(set("k" + i)).isEqualTo("+OK");
        }
        talk.say("PING");
        assertThat(talk.say("DBSIZE")).isEqualTo(":3");
    }

    @Test
    void whoWatchesAKeyIsToldThatItHasGone() {
        Conversation.Speaker watcher = talk.join();
        set("a");
        watcher.say("WATCH a");
        watcher.say("MULTI");
        talk.say("CONFIG SET maxmemory-policy allkeys-lru");
        talk.say("CONFIG SET maxmemory 1");
        assertThat(talk.events()).contains("evicted a");
        assertThat(watcher.say("EXEC")).isEqualTo("*-1");
    }

    @Test
    void aLimitThatComesLaterCountsWhatIsThere() {
        set("a");
        set("b");
        limit("noeviction", 1);
        assertThat(set("c")).isEqualTo(FULL);
        talk.say("FLUSHALL");
        assertThat(set("c")).isEqualTo("+OK");
        talk.say("SELECT 1");
        assertThat(set("d")).isEqualTo("+OK");
        assertThat(set("e")).isEqualTo(FULL);
        talk.say("SWAPDB 0 1");
        assertThat(set("e")).isEqualTo(FULL);
        talk.say("CONFIG SET maxmemory 0");
        assertThat(set("e")).isEqualTo("+OK");
    }

    @Test
    void whatHasChangedIsMeasuredAnew() {
        MemoryMeter meter = new MemoryMeter(talk.server().state().keyspace());
        assertThat(meter.bytes()).isZero();
        for (String line :
                new String[] {
                    "SET s text",
                    "APPEND s more-of-the-same-text",
                    "RPUSH l a b c",
                    "LPOP l",
                    "SADD set a b c",
                    "HSET h f v g w",
                    "HDEL h f",
                    "ZADD z 1 a 2 b",
                    "XADD x * f v",
                    "COPY h copy",
                    "RENAME copy other",
                    "MOVE other 2",
                    "SETRANGE big 5000 x",
                    "SUNIONSTORE union set",
                    "DEL l",
                    "PEXPIRE big 10",
                    "SWAPDB 0 1",
                    "FLUSHDB"
                }) {
            talk.say(line);
            talk.server().advance(Duration.ofMillis(20));
            long fresh = new MemoryMeter(talk.server().state().keyspace()).bytes();
            assertThat(meter.bytes()).as(line).isEqualTo(fresh);
        }
    }
}
