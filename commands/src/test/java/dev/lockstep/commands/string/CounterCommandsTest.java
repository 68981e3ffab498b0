package dev.lockstep.commands.string;

import static dev.lockstep.profile.Profile.REDIS_6_2;
import static dev.lockstep.profile.Profile.REDIS_8_0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.testing.Conversation;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are what the real servers answered. */
class CounterCommandsTest {

    private static final String NOT_INTEGER = "-ERR value is not an integer or out of range";
    private static final String NOT_FLOAT = "-ERR value is not a valid float";
    private static final String OVERFLOW = "-ERR increment or decrement would overflow";

    private Conversation talk = Conversation.with(REDIS_8_0);

    private String say(String line) {
        return talk.say(line);
    }

    @Nested
    class Integers {

        @Test
        void countFromNothing() {
            assertThat(say("INCR k")).isEqualTo(":1");
            assertThat(say("INCRBY k 41")).isEqualTo(":42");
            assertThat(say("DECR k")).isEqualTo(":41");
            assertThat(say("DECRBY k 50")).isEqualTo(":-9");
            assertThat(say("GET k")).isEqualTo("$-9");
        }

        @Test
        void keepTheDeadline() {
            say("SET k 1 EX 10");
            say("INCR k");
            assertThat(say("TTL k")).isEqualTo(":10");
        }

        @Test
        void sendOneEventWhateverTheCommand() {
            say("DECR k");
            say("INCRBY k 5");
            assertThat(talk.events()).containsExactly("new k", "incrby k", "incrby k");
        }

        @Test
        void doNotOverflow() {
            say("MSET max 9223372036854775807 min -9223372036854775808");
            assertThat(say("INCR max")).isEqualTo(OVERFLOW);
            assertThat(say("DECR min")).isEqualTo(OVERFLOW);
            assertThat(say("INCRBY max -9223372036854775808")).isEqualTo(":-1");
        }

        @Test
        void theLeastNumberCannotBeSubtracted() {
            say("SET k -1");
            assertThat(say("DECRBY k -9223372036854775808"))
                    .isEqualTo("-ERR decrement would overflow");
            talk = Conversation.with(REDIS_6_2);
            say("SET k 9223372036854775806");
            assertThat(say("DECRBY k -9223372036854775808")).isEqualTo(":-2");
        }

        @ParameterizedTest
        @ValueSource(strings = {"' 1'", "1.5", "''", "+1", "01", "-0", "9223372036854775808"})
        void haveOneSpelling(String text) {
            say("SET k " + text);
            assertThat(say("INCR k")).isEqualTo(NOT_INTEGER);
            assertThat(say("INCRBY n " + text)).isEqualTo(NOT_INTEGER);
        }

        @Test
        void theIncrementIsJudgedBeforeTheKey() {
            talk.server().run("HSET", "h", "f", "v");
            assertThat(say("INCRBY h abc")).isEqualTo(NOT_INTEGER);
            assertThat(say("DECRBY h abc")).isEqualTo(NOT_INTEGER);
        }
    }

    @Nested
    class Floats {

        @ParameterizedTest
        @CsvSource({
            "10.5,0.1,10.6",
            "5.0e3,2.0e2,5200",
            "0.1,0.2,0.3",
            "3,-3,0",
            "-0,0,0",
            "0,0x10,16",
            "0,0x1.8p-1,0.75",
            "0,1e17,100000000000000000",
            "0,1e-20,0",
            "0,123456789012345678.9,123456789012345678.8984375",
            "9223372036854775807,1,9223372036854775808",
            "18446744073709551615,1,18446744073709551616",
            "18446744073709551615,2,18446744073709551616",
            "0,1e22,10000000000000000000000",
            "0,1e30,1000000000000000000024696061952"
        })
        void areThoseOfEightyBits(String old, String increment, String sum) {
            say("SET k " + old);
            assertThat(say("INCRBYFLOAT k " + increment)).isEqualTo("$" + sum);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "nan", "' 1'", "'1 '", "abc", "''", "1e", "0x", ".", "1e5000", "1e-5000"
                })
        void refuseWhatIsNoNumber(String increment) {
            assertThat(say("INCRBYFLOAT k " + increment)).isEqualTo(NOT_FLOAT);
        }

        @Test
        void mayNotBecomeInfinite() {
            String infinite = "-ERR increment would produce NaN or Infinity";
            assertThat(say("INCRBYFLOAT k inf")).isEqualTo(infinite);
            say("SET k -Infinity");
            assertThat(say("INCRBYFLOAT k 1")).isEqualTo(infinite);
            say("SET k 1.1e4932");
            assertThat(say("INCRBYFLOAT k 1.1e4932")).isEqualTo(infinite);
        }

        @Test
        void keepTheDeadlineAndSendTheirEvent() {
            say("SET k 1 EX 10");
            talk.events();
            say("INCRBYFLOAT k 1.5");
            assertThat(say("TTL k")).isEqualTo(":10");
            assertThat(talk.events()).containsExactly("incrbyfloat k");
        }
    }
}
