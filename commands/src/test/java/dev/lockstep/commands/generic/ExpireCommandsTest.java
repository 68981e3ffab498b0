package dev.lockstep.commands.generic;

import static dev.lockstep.profile.Profile.REDIS_6_2;
import static dev.lockstep.profile.Profile.REDIS_8_0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are what the real servers answered. */
class ExpireCommandsTest {

    private static final long START_SECONDS = TestServer.START_MILLIS / 1000;

    private Conversation talk = Conversation.with(REDIS_8_0);

    private String say(String line) {
        return talk.say(line);
    }

    @BeforeEach
    void aKeyIsThere() {
        say("SET k v");
        talk.events();
    }

    @Nested
    class Expire {

        @Test
        void theLastDeadlineOfAllIsADeadline() {
            assertThat(say("PEXPIREAT k 9223372036854775807")).isEqualTo(":1");
            assertThat(say("PEXPIRETIME k")).isEqualTo(":9223372036854775807");
            assertThat(say("PERSIST k")).isEqualTo(":1");
            assertThat(say("SET k v PXAT 9223372036854775807")).isEqualTo("+OK");
            assertThat(say("PEXPIRETIME k")).isEqualTo(":9223372036854775807");
            assertThat(say("PERSIST k")).isEqualTo(":1");
        }

        @Test
        void setsADeadlineInAnyUnit() {
            assertThat(say("EXPIRE k 10")).isEqualTo(":1");
            assertThat(say("PTTL k")).isEqualTo(":10000");
            assertThat(say("PEXPIRE k 1500")).isEqualTo(":1");
            assertThat(say("TTL k")).isEqualTo(":2");
            assertThat(say("EXPIREAT k " + (START_SECONDS + 5))).isEqualTo(":1");
            assertThat(say("TTL k")).isEqualTo(":5");
            assertThat(say("PEXPIREAT k " + (TestServer.START_MILLIS + 5))).isEqualTo(":1");
            assertThat(say("PTTL k")).isEqualTo(":5");
            assertThat(talk.events())
                    .containsExactly("expire k", "expire k", "expire k", "expire k");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "EXPIRE k 0",
                    "EXPIRE k -1",
                    "EXPIRE k -9223372036854775",
                    "PEXPIRE k -9223372036854775808",
                    "EXPIREAT k 1",
                    "PEXPIREAT k 1"
                })
        void aTimeThatIsPastDeletes(String line) {
            assertThat(say(line)).isEqualTo(":1");
            assertThat(say("EXISTS k")).isEqualTo(":0");
            assertThat(talk.events()).containsExactly("del k", "keymiss k");
        }

        @ParameterizedTest
        @CsvSource({
            "EXPIRE,9223372036854775807",
            "EXPIRE,9223372036854775",
            "EXPIRE,-9223372036854775808",
            "PEXPIRE,9223372036854775807",
            "EXPIREAT,9223372036854775807"
        })
        void aTimeOutOfRangeIsRefusedWithOrWithoutTheKey(String command, String time) {
            String name = command.toLowerCase(java.util.Locale.ROOT);
            String error = "-ERR invalid expire time in '" + name + "' command";
            assertThat(say(command + " k " + time)).isEqualTo(error);
            assertThat(say(command + " nokey " + time)).isEqualTo(error);
            talk = Conversation.with(REDIS_6_2);
            assertThat(say(command + " nokey " + time))
                    .isEqualTo("-ERR invalid expire time in " + name);
        }

        @Test
        void theWidestTimeIsTaken() {
            assertThat(say("PEXPIREAT k 9223372036854775807")).isEqualTo(":1");
            assertThat(say("EXPIRE nokey 10")).isEqualTo(":0");
        }

        @Test
        void optionsAreJudgedBeforeTheNumber() {
            assertThat(say("EXPIRE k abc foo")).isEqualTo("-ERR Unsupported option foo");
            assertThat(say("EXPIRE k abc NX GT"))
                    .isEqualTo(
                            "-ERR NX and XX, GT or LT options at the same time are not"
                                    + " compatible");
            assertThat(say("EXPIRE k abc GT LT"))
                    .isEqualTo("-ERR GT and LT options at the same time are not compatible");
            assertThat(say("EXPIRE nokey abc NX"))
                    .isEqualTo("-ERR value is not an integer or out of range");
        }

        @Test
        void theOldestServersHaveNoOptions() {
            talk = Conversation.with(REDIS_6_2);
            assertThat(say("EXPIRE k 10 NX"))
                    .isEqualTo("-ERR wrong number of arguments for 'expire' command");
            assertThat(say("EXPIRETIME k")).startsWith("-ERR unknown command `EXPIRETIME`");
        }
    }

    @Nested
    class Conditions {

        @ParameterizedTest
        @CsvSource({"NX,:1", "XX,:0", "GT,:0", "LT,:1", "XX GT,:0", "XX LT,:0", "NX NX,:1"})
        void withoutADeadline(String condition, String reply) {
            assertThat(say("EXPIRE k 100 " + condition)).isEqualTo(reply);
        }

        @ParameterizedTest
        @CsvSource({
            "50,NX,:0",
            "50,XX,:1",
            "50,GT,:0",
            "50,LT,:1",
            "100,GT,:0",
            "100,LT,:0",
            "200,GT,:1",
            "200,LT,:0",
            "-1,GT,:0",
            "-1,LT,:1"
        })
        void withADeadlineOfAHundredSeconds(long seconds, String condition, String reply) {
            say("EXPIRE k 100");
            assertThat(say("EXPIRE k " + seconds + " " + condition)).isEqualTo(reply);
        }
    }

    @Nested
    class Ttl {

        @Test
        void tellsMissingFromEndless() {
            for (String command : new String[] {"TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME"}) {
                assertThat(say(command + " nokey")).isEqualTo(":-2");
                assertThat(say(command + " k")).isEqualTo(":-1");
            }
        }

        @Test
        void roundsToTheNearestSecond() {
            say("PEXPIREAT k " + (TestServer.START_MILLIS + 1499));
            assertThat(say("TTL k")).isEqualTo(":1");
            assertThat(say("EXPIRETIME k")).isEqualTo(":" + (START_SECONDS + 1));
            say("PEXPIRE k 1500");
            assertThat(say("TTL k")).isEqualTo(":2");
            assertThat(say("PEXPIRETIME k")).isEqualTo(":" + (TestServer.START_MILLIS + 1500));
        }

        @Test
        void runsDown() {
            say("PEXPIRE k 100");
            talk.server().advance(Duration.ofMillis(60));
            assertThat(say("PTTL k")).isEqualTo(":40");
            talk.server().advance(Duration.ofMillis(40));
            assertThat(say("PTTL k")).isEqualTo(":0");
            talk.events();
            talk.server().advance(Duration.ofMillis(1));
            assertThat(talk.events()).containsExactly("expired k");
        }
    }

    @Nested
    class Persist {

        @Test
        void takesTheDeadlineAway() {
            assertThat(say("PERSIST k")).isEqualTo(":0");
            say("EXPIRE k 10");
            assertThat(say("PERSIST k")).isEqualTo(":1");
            assertThat(say("TTL k")).isEqualTo(":-1");
            assertThat(say("PERSIST nokey")).isEqualTo(":0");
            assertThat(talk.events()).containsExactly("expire k", "persist k");
        }
    }
}
