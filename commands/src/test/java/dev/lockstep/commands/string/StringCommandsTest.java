package dev.lockstep.commands.string;

import static dev.lockstep.profile.Profile.REDIS_6_2;
import static dev.lockstep.profile.Profile.REDIS_7_0;
import static dev.lockstep.profile.Profile.REDIS_8_0;
import static dev.lockstep.profile.Profile.VALKEY_8_0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are what the real servers answered. */
class StringCommandsTest {

    private static final String WRONG_TYPE =
            "-WRONGTYPE Operation against a key holding the wrong kind of value";
    private static final String SYNTAX = "-ERR syntax error";
    private static final String NOT_INTEGER = "-ERR value is not an integer or out of range";
    private static final String TOO_LONG =
            "-ERR string exceeds maximum allowed size (proto-max-bulk-len)";

    private Conversation talk = Conversation.with(REDIS_8_0);

    private String say(String line) {
        return talk.say(line);
    }

    private void on(Profile profile) {
        talk = Conversation.with(profile);
    }

    private void aKeyOfAnotherType() {
        talk.server().run("HSET", "h", "f", "v");
    }

    @Nested
    class Set {

        @Test
        void overwritesAnyType() {
            aKeyOfAnotherType();
            assertThat(say("SET h v")).isEqualTo("+OK");
            assertThat(say("GET h")).isEqualTo("$v");
        }

        @Test
        void takesTheDeadlineAway() {
            say("SET k v EX 10");
            say("SET k w");
            assertThat(say("TTL k")).isEqualTo(":-1");
        }

        @Test
        void keepTtlKeepsTheDeadline() {
            say("SET k v EX 10");
            assertThat(say("SET k w KEEPTTL")).isEqualTo("+OK");
            assertThat(say("TTL k")).isEqualTo(":10");
        }

        @Test
        void nxAndXxDeclineWithNil() {
            assertThat(say("SET k v XX")).isEqualTo("$-1");
            assertThat(say("SET k v NX")).isEqualTo("+OK");
            assertThat(say("SET k w NX")).isEqualTo("$-1");
            assertThat(say("SET k w XX")).isEqualTo("+OK");
        }

        @Test
        void getReportsTheOldValueEvenWhenNxDeclines() {
            assertThat(say("SET k v GET")).isEqualTo("$-1");
            assertThat(say("SET k w NX GET")).isEqualTo("$v");
            assertThat(say("SET k w GET")).isEqualTo("$v");
            assertThat(say("GET k")).isEqualTo("$w");
        }

        @Test
        void getMindsTheType() {
            aKeyOfAnotherType();
            assertThat(say("SET h v GET")).isEqualTo(WRONG_TYPE);
            assertThat(say("SET h v NX GET")).isEqualTo(WRONG_TYPE);
            assertThat(say("TYPE h")).isEqualTo("+hash");
        }

        @Test
        void theOldestServersRefuseNxWithGet() {
            on(REDIS_6_2);
            assertThat(say("SET k v NX GET")).isEqualTo(SYNTAX);
            assertThat(say("SET k v XX GET")).isEqualTo("$-1");
            assertThat(talk.events()).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "NX XX",
                    "XX NX",
                    "EX",
                    "EX 5 PX 5",
                    "KEEPTTL EX 5",
                    "EX 5 KEEPTTL",
                    "PERSIST",
                    "FOO",
                    "EX abc NX XX"
                })
        void syntaxIsJudgedFirst(String options) {
            assertThat(say("SET k v " + options)).isEqualTo(SYNTAX);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "EX 0",
                    "PX -5",
                    "EX 9223372036854775807",
                    "PX 9223372036854775807",
                    "EXAT 9223372036854775807",
                    "EXAT 0"
                })
        void aTimeMustBePositiveAndInRange(String option) {
            assertThat(say("SET k v " + option))
                    .isEqualTo("-ERR invalid expire time in 'set' command");
            on(REDIS_6_2);
            assertThat(say("SET k v " + option)).isEqualTo("-ERR invalid expire time in set");
        }

        @Test
        void theNumberIsJudgedBeforeTheKey() {
            aKeyOfAnotherType();
            assertThat(say("SET h v GET EX abc")).isEqualTo(NOT_INTEGER);
            assertThat(say("SET k v PXAT 9223372036854775807")).isEqualTo("+OK");
        }

        @Test
        void aPastTimeLeavesAKeyThatEndsAtTheNextLook() {
            on(REDIS_7_0);
            assertThat(say("SET k v PXAT 1")).isEqualTo("+OK");
            assertThat(say("DBSIZE")).isEqualTo(":1");
            assertThat(talk.events()).containsExactly("new k", "set k", "expire k");
            assertThat(say("GET k")).isEqualTo("$-1");
            assertThat(talk.events()).containsExactly("expired k", "keymiss k");
        }

        @Test
        void valkeyDeletesTheKeyWhenTheTimeIsPast() {
            on(VALKEY_8_0);
            say("SET k v");
            talk.events();
            assertThat(say("SET k w EXAT 1")).isEqualTo("+OK");
            assertThat(say("DBSIZE")).isEqualTo(":0");
            assertThat(talk.events()).containsExactly("del k");
        }

        @Test
        void lastsToTheEndOfItsMillisecond() {
            say("SET k v PX 10");
            talk.server().advanceQuietly(Duration.ofMillis(10));
            assertThat(say("GET k")).isEqualTo("$v");
            talk.server().advanceQuietly(Duration.ofMillis(1));
            assertThat(say("GET k")).isEqualTo("$-1");
        }

        @Test
        void sendsSetThenExpire() {
            say("SET k v EX 10");
            assertThat(talk.events()).containsExactly("new k", "set k", "expire k");
        }
    }

    @Nested
    class SetExAndSetNx {

        @Test
        void setWithATime() {
            assertThat(say("SETEX k 10 v")).isEqualTo("+OK");
            assertThat(say("PTTL k")).isEqualTo(":10000");
            assertThat(say("PSETEX k 10 v")).isEqualTo("+OK");
            assertThat(say("PTTL k")).isEqualTo(":10");
        }

        @Test
        void refuseTimesUnderTheirOwnNames() {
            assertThat(say("SETEX k 0 v")).isEqualTo("-ERR invalid expire time in 'setex' command");
            assertThat(say("PSETEX k -1 v"))
                    .isEqualTo("-ERR invalid expire time in 'psetex' command");
            assertThat(say("SETEX k 9223372036854775 v"))
                    .isEqualTo("-ERR invalid expire time in 'setex' command");
            assertThat(say("SETEX k abc v")).isEqualTo(NOT_INTEGER);
        }

        @Test
        void setNxLeavesAnyTypeAlone() {
            aKeyOfAnotherType();
            assertThat(say("SETNX h v")).isEqualTo(":0");
            assertThat(say("SETNX k v")).isEqualTo(":1");
        }
    }

    @Nested
    class Get {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "GET h",
                    "GETDEL h",
                    "GETEX h",
                    "GETEX h EX 0",
                    "GETSET h v",
                    "GETRANGE h 0 1",
                    "STRLEN h",
                    "APPEND h v",
                    "SETRANGE h 5 ''",
                    "INCR h",
                    "INCRBYFLOAT h abc"
                })
        void readsStringsOnly(String line) {
            aKeyOfAnotherType();
            assertThat(say(line)).isEqualTo(WRONG_TYPE);
        }

        @Test
        void getDelDeletes() {
            say("SET k v");
            talk.events();
            assertThat(say("GETDEL k")).isEqualTo("$v");
            assertThat(say("GETDEL k")).isEqualTo("$-1");
            assertThat(talk.events()).containsExactly("del k", "keymiss k");
        }

        @Test
        void getSetTakesTheDeadlineAway() {
            say("SET k v EX 10");
            assertThat(say("GETSET k w")).isEqualTo("$v");
            assertThat(say("TTL k")).isEqualTo(":-1");
        }

        @Test
        void mgetTakesOtherTypesForMissing() {
            aKeyOfAnotherType();
            say("SET k v");
            assertThat(say("MGET h k nokey k")).isEqualTo("*[$-1, $v, $-1, $v]");
        }
    }

    @Nested
    class GetEx {

        @Test
        void setsAndTakesAwayTheDeadline() {
            say("SET k v");
            talk.events();
            assertThat(say("GETEX k EX 10")).isEqualTo("$v");
            assertThat(say("TTL k")).isEqualTo(":10");
            assertThat(say("GETEX k PERSIST")).isEqualTo("$v");
            assertThat(say("TTL k")).isEqualTo(":-1");
            assertThat(say("GETEX k PERSIST PERSIST")).isEqualTo("$v");
            assertThat(talk.events()).containsExactly("expire k", "persist k");
        }

        @Test
        void aPastTimeDeletes() {
            say("SET k v");
            talk.events();
            assertThat(say("GETEX k EXAT 1")).isEqualTo("$v");
            assertThat(talk.events()).containsExactly("del k");
        }

        @Test
        void judgesTheNumberAfterTheKey() {
            say("SET k v");
            assertThat(say("GETEX nokey EX abc")).isEqualTo("$-1");
            assertThat(say("GETEX k EX abc")).isEqualTo(NOT_INTEGER);
            assertThat(say("GETEX k EX 0"))
                    .isEqualTo("-ERR invalid expire time in 'getex' command");
        }

        @ParameterizedTest
        @ValueSource(strings = {"EX", "PERSIST EX 3", "EX 3 PERSIST", "NX", "KEEPTTL", "EX 1 PX 1"})
        void refusesWhatItDoesNotKnow(String options) {
            assertThat(say("GETEX k " + options)).isEqualTo(SYNTAX);
        }
    }

    @Nested
    class Ranges {

        @ParameterizedTest
        @CsvSource({
            "0,4,hello",
            "-5,-1,world",
            "-100,2,hel",
            "6,100,world",
            "5,3,''",
            "-1,-3,''",
            "-100,-200,''",
            "20,30,''",
            "0,-100,h"
        })
        void bothEndsCount(long start, long end, String part) {
            say("SET k 'hello world'");
            assertThat(say("GETRANGE k " + start + " " + end)).isEqualTo("$" + part);
            assertThat(say("SUBSTR k " + start + " " + end)).isEqualTo("$" + part);
        }

        @Test
        void numbersAreJudgedBeforeTheKey() {
            aKeyOfAnotherType();
            assertThat(say("GETRANGE h a 1")).isEqualTo(NOT_INTEGER);
            assertThat(say("SETRANGE h abc v")).isEqualTo(NOT_INTEGER);
            assertThat(say("SETRANGE h -1 v")).isEqualTo("-ERR offset is out of range");
        }

        @Test
        void setRangeFillsTheGapWithZeroBytes() {
            assertThat(say("SETRANGE k 3 ab")).isEqualTo(":5");
            assertThat(say("GET k")).isEqualTo("$\0\0\0ab");
            assertThat(say("SETRANGE k 1 x")).isEqualTo(":5");
            assertThat(say("GET k")).isEqualTo("$\0x\0ab");
        }

        @Test
        void setRangeOfNothingChangesNothing() {
            assertThat(say("SETRANGE k 5 ''")).isEqualTo(":0");
            assertThat(say("EXISTS k")).isEqualTo(":0");
        }

        @Test
        void aStringHasALimit() {
            assertThat(say("SETRANGE k 536870912 v")).isEqualTo(TOO_LONG);
            assertThat(say("SETRANGE k 9223372036854775807 v")).isEqualTo(TOO_LONG);
            talk.server().state().config().set("proto-max-bulk-len", "1048576");
            say("SETRANGE k 1048575 v");
            assertThat(say("APPEND k v")).isEqualTo(TOO_LONG);
        }

        @Test
        void whatWasReadDoesNotChangeAfterwards() {
            say("SETRANGE k 0 abc");
            var before = talk.server().run("GET", "k");
            say("SETRANGE k 0 x");
            say("APPEND k d");
            assertThat(before.accept(talk)).isEqualTo("$abc");
            assertThat(say("GET k")).isEqualTo("$xbcd");
        }

        @Test
        void appendMakesAKey() {
            assertThat(say("APPEND k ab")).isEqualTo(":2");
            assertThat(say("APPEND k cd")).isEqualTo(":4");
            assertThat(say("STRLEN k")).isEqualTo(":4");
            assertThat(say("STRLEN nokey")).isEqualTo(":0");
        }
    }

    @Nested
    class Several {

        @Test
        void msetSetsPairs() {
            assertThat(say("MSET a 1 b 2 a 3")).isEqualTo("+OK");
            assertThat(say("MGET a b")).isEqualTo("*[$3, $2]");
        }

        @Test
        void msetNxSetsAllOrNone() {
            assertThat(say("MSETNX a 1 b 2")).isEqualTo(":1");
            assertThat(say("MSETNX c 3 b 4")).isEqualTo(":0");
            assertThat(say("EXISTS c")).isEqualTo(":0");
        }

        @Test
        void wordsMustComeInPairs() {
            assertThat(say("MSET a 1 b"))
                    .isEqualTo("-ERR wrong number of arguments for 'mset' command");
            assertThat(say("MSETNX a 1 b"))
                    .isEqualTo("-ERR wrong number of arguments for 'msetnx' command");
            on(REDIS_6_2);
            assertThat(say("MSETNX a 1 b")).isEqualTo("-ERR wrong number of arguments for MSET");
        }
    }

    @Nested
    class Encoding {

        private String encoding(String key) {
            TestServer server = talk.server();
            var entry = server.db().peek(Bytes.of(key));
            return entry == null ? "" : encoding(entry.value());
        }

        private String encoding(Value value) {
            return value.encoding(talk.server().state().profile());
        }

        @Test
        void tellsNumbersShortTextAndLongText() {
            say("MSET a 12345 b 9223372036854775808 c 007 d " + "x".repeat(44));
            say("SET e " + "x".repeat(45));
            assertThat(encoding("a")).isEqualTo("int");
            assertThat(encoding("b")).isEqualTo("embstr");
            assertThat(encoding("c")).isEqualTo("embstr");
            assertThat(encoding("d")).isEqualTo("embstr");
            assertThat(encoding("e")).isEqualTo("raw");
        }

        @Test
        void isRawAfterAChangeInPlace() {
            say("APPEND k 12");
            assertThat(encoding("k")).isEqualTo("int");
            say("APPEND k 3");
            assertThat(encoding("k")).isEqualTo("raw");
            say("COPY k l");
            assertThat(encoding("l")).isEqualTo("raw");
            say("INCR k");
            assertThat(encoding("k")).isEqualTo("int");
            say("SETRANGE m 0 ab");
            assertThat(encoding("m")).isEqualTo("raw");
        }

        @Test
        void isTextAfterIncrByFloat() {
            say("SET k 5");
            say("INCRBYFLOAT k 1");
            assertThat(encoding("k")).isEqualTo("embstr");
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void everyProfileSetsAndGets(Profile profile) {
        on(profile);
        assertThat(say("SET k v")).isEqualTo("+OK");
        assertThat(say("GET k")).isEqualTo("$v");
    }
}
