package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MemoryCommandsTest {

    @Test
    void usageGrowsWithTheValue() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("SET foo bar");
        talk.say("SET i 12345");
        talk.say("SET long " + "v".repeat(1000));
        assertThat(talk.say("MEMORY USAGE foo")).isEqualTo(":56");
        assertThat(talk.say("MEMORY USAGE i")).isEqualTo(":48");
        assertThat(bytes(talk, "long")).isBetween(1000L, 1200L);
        assertThat(talk.say("MEMORY USAGE nokey")).isEqualTo("$-1");
        for (String add : new String[] {"SADD k a", "RPUSH k a", "HSET k a b", "ZADD k 1 a"}) {
            talk.say("DEL k");
            talk.say(add);
            long before = bytes(talk, "k");
            talk.say(add + "x".repeat(300));
            talk.say(add.replace(" a", " " + "x".repeat(300)));
            assertThat(bytes(talk, "k")).isGreaterThan(before + 300);
        }
    }

    private static long bytes(Conversation talk, String key) {
        return Long.parseLong(talk.say("MEMORY USAGE " + key).substring(1));
    }

    @Test
    void samplesAreReadButAllIsLookedAt() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("SET foo bar");
        assertThat(talk.say("MEMORY USAGE foo SAMPLES 5 SAMPLES 0")).isEqualTo(":56");
        for (String wrong : new String[] {"SAMPLES", "SAMPLES -1", "x 5"}) {
            assertThat(talk.say("MEMORY USAGE foo " + wrong)).isEqualTo("-ERR syntax error");
        }
        assertThat(talk.say("MEMORY USAGE foo SAMPLES x"))
                .isEqualTo("-ERR value is not an integer or out of range");
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void statsHaveTheFieldsOfTheServer(Profile profile) {
        Conversation talk = Conversation.with(profile);
        talk.say("SET foo bar");
        String stats = talk.say("MEMORY STATS");
        assertThat(stats)
                .startsWith("%[$peak.allocated, :900056, $total.allocated, :900056, ")
                .contains("$db.0, %[$overhead.hashtable.main, :56, ")
                .contains("$keys.count, :1, $keys.bytes-per-key, :56, $dataset.bytes, :56, ")
                .endsWith("$fragmentation, ,1.0, $fragmentation.bytes, :0]");
        boolean later = profile == Profile.REDIS_8_0 || profile == Profile.VALKEY_8_0;
        assertThat(stats.contains("allocator.muzzy")).isEqualTo(later);
        assertThat(stats.contains("slot-to-keys")).isEqualTo(profile == Profile.REDIS_7_0);
        assertThat(stats.contains("script.VMs")).isEqualTo(profile == Profile.REDIS_8_0);
    }

    @Test
    void theOthersAnswer() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        assertThat(talk.say("MEMORY PURGE")).isEqualTo("+OK");
        assertThat(talk.say("MEMORY DOCTOR")).startsWith("=txt:There is nothing");
        assertThat(talk.say("MEMORY MALLOC-STATS"))
                .isEqualTo("$Stats not supported for the current allocator");
        assertThat(talk.say("MEMORY HELP")).startsWith("*[+MEMORY <subcommand>");
        assertThat(talk.say("COMMAND GETKEYS MEMORY USAGE foo")).isEqualTo("*[$foo]");
    }
}
