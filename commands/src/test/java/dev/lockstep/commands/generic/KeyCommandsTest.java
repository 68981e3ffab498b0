package dev.lockstep.commands.generic;

import static dev.lockstep.profile.Profile.REDIS_6_2;
import static dev.lockstep.profile.Profile.REDIS_7_0;
import static dev.lockstep.profile.Profile.REDIS_8_0;
import static dev.lockstep.profile.Profile.VALKEY_8_0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.Conversation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are what the real servers answered. */
class KeyCommandsTest {

    private static final String SYNTAX = "-ERR syntax error";
    private static final String NOT_INTEGER = "-ERR value is not an integer or out of range";
    private static final String NOT_INT =
            "-ERR value is out of range, value must between -2147483648 and 2147483647";
    private static final String SAME = "-ERR source and destination objects are the same";
    private static final String NO_DB = "-ERR DB index is out of range";

    private Conversation talk = Conversation.with(REDIS_8_0);

    private String say(String line) {
        return talk.say(line);
    }

    private void on(Profile profile) {
        talk = Conversation.with(profile);
    }

    private String inDb(int db, String line) {
        talk.server().client().client().setDb(db);
        String reply = say(line);
        talk.server().client().client().setDb(0);
        return reply;
    }

    @Nested
    class Del {

        @Test
        void countsWhatWasThere() {
            say("MSET a 1 b 2");
            talk.events();
            assertThat(say("DEL a a nokey")).isEqualTo(":1");
            assertThat(say("UNLINK b")).isEqualTo(":1");
            assertThat(talk.events()).containsExactly("del a", "del b");
        }

        @Test
        void doesNotCountAKeyPastItsDeadline() {
            say("SET k v PX 1");
            talk.server().advanceQuietly(Duration.ofMillis(2));
            talk.events();
            assertThat(say("DEL k")).isEqualTo(":0");
            assertThat(talk.events()).containsExactly("expired k");
        }
    }

    @Nested
    class Exists {

        @Test
        void countsAKeyAsOftenAsItIsNamed() {
            say("SET k v");
            assertThat(say("EXISTS k k nokey")).isEqualTo(":2");
            assertThat(say("TOUCH k nokey")).isEqualTo(":1");
        }

        @Test
        void typeNamesTheType() {
            say("SET k v");
            talk.server().run("HSET", "h", "f", "v");
            assertThat(say("TYPE k")).isEqualTo("+string");
            assertThat(say("TYPE h")).isEqualTo("+hash");
            assertThat(say("TYPE nokey")).isEqualTo("+none");
        }

        @Test
        void onlyTouchIsAUse() {
            say("SET k v");
            talk.server().advance(Duration.ofSeconds(5));
            say("EXISTS k");
            say("TYPE k");
            say("TTL k");
            assertThat(say("OBJECT IDLETIME k")).isEqualTo(":5");
            say("TOUCH k");
            assertThat(say("OBJECT IDLETIME k")).isEqualTo(":0");
        }

        @Test
        void idleTimeIsCountedInSecondsOfTheClock() {
            talk.server().advance(Duration.ofMillis(999));
            say("SET k v");
            talk.server().advance(Duration.ofMillis(1));
            assertThat(say("OBJECT IDLETIME k")).isEqualTo(":1");
        }
    }

    @Nested
    class Rename {

        @Test
        void movesValueAndDeadlineOverWhatIsThere() {
            say("SET a 1 EX 10");
            say("SET b 2");
            talk.events();
            assertThat(say("RENAME a b")).isEqualTo("+OK");
            assertThat(talk.events()).containsExactly("new b", "rename_from a", "rename_to b");
            assertThat(say("GET b")).isEqualTo("$1");
            assertThat(say("TTL b")).isEqualTo(":10");
            assertThat(say("EXISTS a")).isEqualTo(":0");
        }

        @Test
        void theDeadlineIsKeptUnderTheNewName() {
            say("SET a 1 PX 10");
            say("RENAME a b");
            talk.events();
            talk.server().advance(Duration.ofMillis(11));
            assertThat(talk.events()).containsExactly("expired b");
        }

        @Test
        void ofAKeyToItselfDoesNothing() {
            say("SET a 1");
            talk.events();
            assertThat(say("RENAME a a")).isEqualTo("+OK");
            assertThat(say("RENAMENX a a")).isEqualTo(":0");
            assertThat(talk.events()).isEmpty();
            assertThat(say("RENAME nokey nokey")).isEqualTo("-ERR no such key");
        }

        @Test
        void renameNxLeavesWhatIsThere() {
            say("MSET a 1 b 2");
            assertThat(say("RENAMENX a b")).isEqualTo(":0");
            assertThat(say("RENAMENX a c")).isEqualTo(":1");
            assertThat(say("RENAMENX a c")).isEqualTo("-ERR no such key");
        }
    }

    @Nested
    class Copy {

        @Test
        void takesTheDeadlineAlong() {
            say("SET a 1 EX 10");
            talk.events();
            assertThat(say("COPY a b")).isEqualTo(":1");
            assertThat(say("TTL b")).isEqualTo(":10");
            assertThat(say("COPY a b")).isEqualTo(":0");
            assertThat(say("COPY a b REPLACE")).isEqualTo(":1");
            assertThat(talk.events()).containsExactly("new b", "copy_to b", "new b", "copy_to b");
        }

        @Test
        void sharesNothingWithItsSource() {
            say("SETRANGE a 0 ab");
            say("COPY a b");
            say("APPEND a c");
            assertThat(say("GET b")).isEqualTo("$ab");
        }

        @Test
        void reachesOtherDatabases() {
            say("SET a 1");
            assertThat(say("COPY a a DB 3")).isEqualTo(":1");
            assertThat(inDb(3, "GET a")).isEqualTo("$1");
        }

        @ParameterizedTest
        @CsvSource({
            "COPY a a," + SAME,
            "COPY nokey nokey DB 0," + SAME,
            "COPY a b DB 99," + NO_DB,
            "COPY a b DB -1," + NO_DB,
            "COPY a b DB abc," + NOT_INTEGER,
            "COPY a b DB," + SYNTAX,
            "COPY a b FOO," + SYNTAX,
            "COPY nokey b,:0"
        })
        void judgesOptionsBeforeKeys(String line, String reply) {
            assertThat(say(line)).isEqualTo(reply);
        }

        @Test
        void aDatabaseIsAnInt() {
            assertThat(say("COPY a b DB 99999999999")).isEqualTo(NOT_INT);
            assertThat(say("MOVE a 99999999999")).isEqualTo(NOT_INT);
        }

        @Test
        void onlyLaterServersCountItAsARead() {
            say("COPY nokey b");
            assertThat(talk.events()).containsExactly("keymiss nokey");
            on(REDIS_6_2);
            say("COPY nokey b");
            assertThat(talk.events()).isEmpty();
        }
    }

    @Nested
    class Move {

        @Test
        void takesTheKeyElsewhere() {
            say("SET a 1 EX 10");
            talk.events();
            assertThat(say("MOVE a 5")).isEqualTo(":1");
            assertThat(talk.events()).containsExactly("new a", "move_from a", "move_to a");
            assertThat(say("EXISTS a")).isEqualTo(":0");
            assertThat(inDb(5, "TTL a")).isEqualTo(":10");
            say("SET a 2");
            assertThat(say("MOVE a 5")).isEqualTo(":0");
        }

        @ParameterizedTest
        @CsvSource({
            "nokey 0," + SAME,
            "nokey 99," + NO_DB,
            "nokey -1," + NO_DB,
            "nokey abc," + NOT_INTEGER,
            "nokey 1,:0"
        })
        void judgesTheDatabaseFirst(String arguments, String reply) {
            assertThat(say("MOVE " + arguments)).isEqualTo(reply);
        }
    }

    @Nested
    class Keys {

        @Test
        void findsByPattern() {
            say("MSET user:1 a user:2 b other c");
            assertThat(say("KEYS user:*")).isEqualTo("*[$user:1, $user:2]");
            assertThat(say("KEYS *")).isEqualTo("*[$user:1, $user:2, $other]");
        }

        @Test
        void onlyTheBareStarFindsTheEmptyKey() {
            say("MSET '' 1");
            assertThat(say("KEYS *")).isEqualTo("*[$]");
            assertThat(say("KEYS **")).isEqualTo("*[]");
            assertThat(say("KEYS ''")).isEqualTo("*[$]");
        }

        @Test
        void leavesOutWhatIsPastItsDeadline() {
            say("SET k v PX 1");
            talk.server().advanceQuietly(Duration.ofMillis(2));
            assertThat(say("KEYS *")).isEqualTo("*[]");
            assertThat(say("DBSIZE")).isEqualTo(":1");
            assertThat(say("RANDOMKEY")).isEqualTo("$-1");
            assertThat(say("DBSIZE")).isEqualTo(":0");
        }

        @Test
        void randomKeyIsOneOfThem() {
            say("MSET a 1 b 2");
            assertThat(say("RANDOMKEY")).isIn("$a", "$b");
        }
    }

    @Nested
    class Scan {

        @Test
        void returnsEveryKeyOnce() {
            Set<String> expected = new HashSet<>();
            for (int i = 0; i < 300; i++) {
                say("SET key:" + i + " v");
                expected.add("key:" + i);
            }
            List<String> found = new ArrayList<>();
            String cursor = "0";
            do {
                Reply.Array page = (Reply.Array) talk.server().run("SCAN", cursor, "COUNT", "7");
                cursor = page.elements().get(0).accept(talk).substring(1);
                Reply.Array keys = (Reply.Array) page.elements().get(1);
                keys.elements().forEach(key -> found.add(key.accept(talk).substring(1)));
            } while (!cursor.equals("0"));
            assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
        }

        @Test
        void filtersByPatternAndType() {
            say("MSET a 1 ab 2 c 3");
            talk.server().run("HSET", "ah", "f", "v");
            assertThat(say("SCAN 0 MATCH a? TYPE HASH COUNT 100")).isEqualTo("*[$0, *[$ah]]");
            assertThat(say("SCAN 0 MATCH x MATCH c")).isEqualTo("*[$0, *[$c]]");
        }

        @ParameterizedTest
        @CsvSource({
            "abc,-ERR invalid cursor",
            "abc COUNT 0,-ERR invalid cursor",
            "18446744073709551616,-ERR invalid cursor",
            "0 COUNT 0," + SYNTAX,
            "0 COUNT abc," + NOT_INTEGER,
            "0 MATCH," + SYNTAX,
            "0 FOO," + SYNTAX,
            "0 TYPE foo COUNT abc," + NOT_INTEGER
        })
        void judgesTheCursorFirst(String arguments, String reply) {
            assertThat(say("SCAN " + arguments)).isEqualTo(reply);
        }

        @ParameterizedTest
        @CsvSource({
            "REDIS_7_0,-1,true",
            "REDIS_7_0,'',true",
            "REDIS_7_0,' 0',false",
            "REDIS_7_0,+0,true",
            "REDIS_8_0,-1,false",
            "REDIS_8_0,'',false",
            "REDIS_8_0,' 0',true",
            "REDIS_8_0,+0,true"
        })
        void oddCursorsDependOnTheServer(Profile profile, String cursor, boolean valid) {
            on(profile);
            String expected = valid ? "*[$0, *[]]" : "-ERR invalid cursor";
            assertThat(say("SCAN '" + cursor + "'")).isEqualTo(expected);
        }

        @Test
        void onlyValkeyKnowsItsTypes() {
            assertThat(say("SCAN 0 TYPE foo")).isEqualTo("*[$0, *[]]");
            on(VALKEY_8_0);
            assertThat(say("SCAN 0 TYPE foo COUNT abc")).isEqualTo("-ERR unknown type name 'foo'");
            assertThat(say("SCAN 0 TYPE LIST")).isEqualTo("*[$0, *[]]");
        }

        @Test
        void endsKeysThatItMeets() {
            on(REDIS_7_0);
            say("SET k v PX 1");
            talk.server().advanceQuietly(Duration.ofMillis(2));
            talk.events();
            assertThat(say("SCAN 0 TYPE string")).isEqualTo("*[$0, *[]]");
            assertThat(talk.events()).containsExactly("expired k", "keymiss k");
        }
    }

    @Nested
    class ObjectSubcommands {

        @Test
        void tellsTheEncoding() {
            say("SET k 12345");
            assertThat(say("OBJECT ENCODING k")).isEqualTo("$int");
            assertThat(say("OBJECT ENCODING nokey")).isEqualTo("$-1");
        }

        @Test
        void smallNumbersAreShared() {
            say("MSET a 9999 b 10000 c x");
            assertThat(say("OBJECT REFCOUNT a")).isEqualTo(":2147483647");
            assertThat(say("OBJECT REFCOUNT b")).isEqualTo(":1");
            assertThat(say("OBJECT REFCOUNT c")).isEqualTo(":1");
            say("INCRBYFLOAT a 0");
            assertThat(say("OBJECT REFCOUNT a")).isEqualTo(":1");
        }

        @Test
        void frequencyNeedsAPolicy() {
            say("SET k v");
            assertThat(say("OBJECT FREQ nokey")).isEqualTo("$-1");
            assertThat(say("OBJECT FREQ k"))
                    .startsWith("-ERR An LFU maxmemory policy is not selected, access frequency");
        }

        @Test
        void refusesWhatItDoesNotKnow() {
            assertThat(say("OBJECT FOO k"))
                    .isEqualTo("-ERR unknown subcommand 'FOO'. Try OBJECT HELP.");
            assertThat(say("OBJECT ENCODING"))
                    .isEqualTo("-ERR wrong number of arguments for 'object|encoding' command");
            on(REDIS_6_2);
            assertThat(say("OBJECT ENCODING"))
                    .isEqualTo(
                            "-ERR Unknown subcommand or wrong number of arguments for"
                                    + " 'ENCODING'. Try OBJECT HELP.");
        }

        @Test
        void helps() {
            assertThat(say("OBJECT HELP"))
                    .startsWith("*[+OBJECT <subcommand> [<arg> [value] [opt] ...].")
                    .endsWith("+HELP, +    Print this help.]");
            on(REDIS_7_0);
            assertThat(say("OBJECT HELP")).endsWith("+HELP, +    Prints this help.]");
        }
    }

    @Nested
    class Databases {

        @Test
        void flushEmptiesOneOrAll() {
            say("SET a 1");
            inDb(1, "SET b 1");
            assertThat(say("FLUSHDB")).isEqualTo("+OK");
            assertThat(inDb(1, "DBSIZE")).isEqualTo(":1");
            assertThat(say("FLUSHALL async")).isEqualTo("+OK");
            assertThat(inDb(1, "DBSIZE")).isEqualTo(":0");
        }

        @ParameterizedTest
        @ValueSource(strings = {"FLUSHDB foo", "FLUSHALL foo", "FLUSHALL ASYNC SYNC"})
        void flushTakesOneMode(String line) {
            assertThat(say(line)).isEqualTo(SYNTAX);
        }

        @Test
        void swapExchangesThem() {
            say("SET a 1 EX 10");
            assertThat(say("SWAPDB 0 1")).isEqualTo("+OK");
            assertThat(say("DBSIZE")).isEqualTo(":0");
            assertThat(inDb(1, "TTL a")).isEqualTo(":10");
            talk.server().advance(Duration.ofSeconds(11));
            assertThat(inDb(1, "DBSIZE")).isEqualTo(":0");
        }

        @ParameterizedTest
        @CsvSource({
            "abc abc,-ERR invalid first DB index",
            "0 abc,-ERR invalid second DB index",
            "0 99999999999,-ERR invalid second DB index",
            "0 99," + NO_DB,
            "-1 0," + NO_DB
        })
        void swapJudgesBothNumbersFirst(String arguments, String reply) {
            assertThat(say("SWAPDB " + arguments)).isEqualTo(reply);
        }
    }
}
