package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DebugObjectsTest {

    @Test
    void objectTellsHowAValueIsKept() {
        Conversation talk = Conversation.with(Profile.REDIS_7_0);
        talk.say("SET k v");
        talk.server().advance(Duration.ofSeconds(2));
        assertThat(talk.say("DEBUG OBJECT k"))
                .isEqualTo(
                        "+Value at:0x0 refcount:1 encoding:embstr serializedlength:2 lru:"
                                + (1_700_000_000 % (1 << 24))
                                + " lru_seconds_idle:2");
        assertThat(talk.say("DEBUG OBJECT nokey")).isEqualTo("-ERR no such key");
        talk.say("SET i 12345");
        assertThat(talk.say("DEBUG OBJECT i")).contains(" encoding:int serializedlength:3 ");
    }

    @Test
    void objectTellsHowLongAValueIsWhenSerialized() {
        Conversation talk = Conversation.with(Profile.REDIS_7_0);
        talk.say("SET long " + "v".repeat(100));
        talk.say("SADD integers 1 2 3");
        talk.say("SADD table a b c");
        talk.say("HSET hash f " + "v".repeat(100));
        talk.say("ZADD zset 1 " + "m".repeat(100));
        assertThat(talk.say("DEBUG OBJECT long")).contains(" serializedlength:13 ");
        assertThat(talk.say("DEBUG OBJECT integers")).contains(" serializedlength:15 ");
        assertThat(talk.say("DEBUG OBJECT table")).contains(" serializedlength:7 ");
        assertThat(talk.say("DEBUG OBJECT hash")).contains(" serializedlength:16 ");
        assertThat(talk.say("DEBUG OBJECT zset")).contains(" serializedlength:22 ");
    }

    @Test
    void objectTellsOfTheNodesOfAQuicklist() {
        Conversation old = Conversation.with(Profile.REDIS_7_0);
        old.say("RPUSH l 1 2 3 hello");
        assertThat(old.say("DEBUG OBJECT l"))
                .endsWith(
                        " ql_nodes:1 ql_avg_node:4.00 ql_listpack_max:-2 ql_compressed:0"
                                + " ql_uncompressed_size:20");
        old.say("RPUSH big " + "a".repeat(10_000));
        assertThat(old.say("DEBUG OBJECT big")).endsWith(" ql_uncompressed_size:10014");
        Conversation later = Conversation.with(Profile.REDIS_8_0);
        later.say("RPUSH big " + "a".repeat(10_000));
        assertThat(later.say("DEBUG OBJECT big")).endsWith(" ql_uncompressed_size:10000");
    }

    @Test
    void thresholdSaysWhichElementsStandAlone() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("CONFIG SET list-max-listpack-size 2");
        talk.say("DEBUG QUICKLIST-PACKED-THRESHOLD 5b");
        talk.say("RPUSH l 1 2 hello");
        assertThat(talk.say("DEBUG OBJECT l")).contains(" ql_nodes:2 ").endsWith("_size:16");
        for (String wrong : new String[] {"x", "-1", "4gb", "4293918721"}) {
            assertThat(talk.say("DEBUG QUICKLIST-PACKED-THRESHOLD " + wrong))
                    .isEqualTo(
                            "-ERR argument must be a memory value bigger than 1 and smaller than"
                                    + " 4gb");
        }
        assertThat(talk.say("DEBUG QUICKLIST-PACKED-THRESHOLD 4293918720")).isEqualTo("+OK");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redis-7.0  | k | key_sds_len:1, key_sds_avail:0, key_zmalloc: 8, val_sds_len:10,"
                        + " val_sds_avail:10, val_zmalloc: 24",
                "valkey-8.0 | k | key_sds_len:1, key_sds_avail:3, key_zmalloc: 8, val_sds_len:10,"
                        + " val_sds_avail:10, val_zmalloc: 24",
            })
    void sdsLenTellsOfTheRoomToGrow(String profile, String key, String expected) {
        Conversation talk = Conversation.with(Profile.of(profile));
        talk.say("SET k hello");
        talk.say("APPEND k world");
        talk.say("SET i 1");
        assertThat(talk.say("DEBUG SDSLEN " + key)).isEqualTo("+" + expected);
        assertThat(talk.say("DEBUG SDSLEN i")).isEqualTo("-ERR Not an sds encoded string.");
        assertThat(talk.say("DEBUG SDSLEN nokey")).isEqualTo("-ERR no such key");
    }

    @Test
    void listpackZiplistAndQuicklistLookAtTheEncoding() {
        Conversation talk = Conversation.with(Profile.REDIS_7_0);
        talk.say("HSET h f v");
        talk.say("RPUSH l v");
        assertThat(talk.say("DEBUG LISTPACK h")).isEqualTo("+Listpack structure printed on stdout");
        assertThat(talk.say("DEBUG LISTPACK l")).isEqualTo("-ERR Not a listpack encoded object.");
        assertThat(talk.say("DEBUG QUICKLIST l 1"))
                .isEqualTo("+Quicklist structure printed on stdout");
        assertThat(talk.say("DEBUG QUICKLIST h")).isEqualTo("-ERR Not a quicklist encoded object.");
        assertThat(talk.say("DEBUG ZIPLIST h")).contains("unknown subcommand");
        Conversation old = Conversation.with(Profile.REDIS_6_2);
        old.say("HSET h f v");
        old.say("RPUSH l v");
        assertThat(old.say("DEBUG ZIPLIST h")).isEqualTo("+Ziplist structure printed on stdout");
        assertThat(old.say("DEBUG ZIPLIST l")).isEqualTo("-ERR Not a ziplist encoded object.");
        assertThat(old.say("DEBUG LISTPACK h")).contains("Unknown subcommand");
    }

    @Test
    void tablesOfADatabaseAreThoseOfKeysAndOfDeadlines() {
        Conversation talk = Conversation.with(Profile.REDIS_7_0);
        talk.say("SET k v EX 10");
        String one =
                """
                Hash table 0 stats (main hash table):
                 table size: 4
                 number of elements: 1
                 different slots: 1
                 max chain length: 1
                 avg chain length (counted): 1.00
                 avg chain length (computed): 1.00
                 Chain length distribution:
                   0: 3 (75.00%)
                   1: 1 (25.00%)
                """;
        assertThat(talk.say("DEBUG HTSTATS 0"))
                .isEqualTo("=txt:[Dictionary HT]\n" + one + "[Expires HT]\n" + one);
        assertThat(talk.say("DEBUG HTSTATS 16")).isEqualTo("-ERR Out of range database");
        assertThat(talk.say("DEBUG HTSTATS x"))
                .isEqualTo("-ERR value is not an integer or out of range");
        assertThat(talk.say("DEBUG HTSTATS 0 full")).contains("unknown subcommand");
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void emptyTablesAreToldOfAsTheServerDoes(Profile profile) {
        String header = "Hash table 0 stats (main hash table):\n";
        String empty = "No stats available for empty dictionaries\n";
        String each =
                switch (profile) {
                    case REDIS_6_2 -> empty;
                    case REDIS_7_0 -> header + empty;
                    case REDIS_8_0, VALKEY_8_0 -> "";
                };
        assertThat(Conversation.with(profile).say("DEBUG HTSTATS 9"))
                .isEqualTo("=txt:[Dictionary HT]\n" + each + "[Expires HT]\n" + each);
    }

    @Test
    void laterServersTellOfChainsWhenAskedFor() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("DEBUG POPULATE 110");
        assertThat(talk.say("DEBUG HTSTATS 0"))
                .isEqualTo(
                        """
                        =txt:[Dictionary HT]
                        Hash table 0 stats (main hash table):
                         table size: 128
                         number of elements: 110
                        [Expires HT]
                        """);
        assertThat(talk.say("DEBUG HTSTATS 0 full")).contains("Chain length distribution:\n   0: ");
    }

    @Test
    void onlyValuesThatAreTablesHaveStatistics() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.say("HSET h f v");
        talk.say("HSET t f " + "v".repeat(100));
        talk.say("ZADD z 1 " + "v".repeat(100));
        talk.say("SADD s " + "v".repeat(100));
        for (String key : new String[] {"t", "z", "s"}) {
            assertThat(talk.say("DEBUG HTSTATS-KEY " + key))
                    .isEqualTo(
                            """
                            =txt:Hash table 0 stats (main hash table):
                             table size: 4
                             number of elements: 1
                            """);
        }
        assertThat(talk.say("DEBUG HTSTATS-KEY h"))
                .isEqualTo(
                        "-ERR The value stored at the specified key is not represented using an"
                                + " hash table");
        assertThat(talk.say("DEBUG HTSTATS-KEY nokey")).isEqualTo("-ERR no such key");
    }
}
