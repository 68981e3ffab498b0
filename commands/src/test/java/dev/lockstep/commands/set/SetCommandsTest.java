package dev.lockstep.commands.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.Conversation;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are what the real servers answered. */
class SetCommandsTest {

    private static final String WRONG_TYPE =
            "-WRONGTYPE Operation against a key holding the wrong kind of value";

    private Conversation talk = Conversation.with(Profile.REDIS_8_0);

    @BeforeEach
    void aSetAndAString() {
        play(Profile.REDIS_8_0);
    }

    private void play(Profile profile) {
        talk = Conversation.with(profile);
        say("SET string x");
        say("SADD s c a b");
        talk.events();
    }

    private String say(String line) {
        return talk.say(line);
    }

    private String encoding(String key) {
        return say("OBJECT ENCODING " + key);
    }

    private static String numbers(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
    }

    private Set<String> members(String key) {
        Reply reply = talk.server().run("SMEMBERS", key);
        Set<String> members = new HashSet<>();
        ((Reply.SetOf) reply).elements().forEach(member -> members.add(member.accept(talk)));
        return members;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SADD string a",
                "SCARD string",
                "SDIFF string",
                "SDIFF none string",
                "SDIFFSTORE d string",
                "SINTER none string",
                "SINTERCARD 1 string",
                "SINTERSTORE d s string",
                "SISMEMBER string a",
                "SMEMBERS string",
                "SMISMEMBER string a",
                "SMOVE string s a",
                "SMOVE s string a",
                "SPOP string",
                "SPOP string 0",
                "SRANDMEMBER string",
                "SRANDMEMBER string 0",
                "SREM string a",
                "SSCAN string 0 COUNT 0",
                "SUNION s string",
                "SUNIONSTORE d s string",
                "GET s",
                "ZADD s 1 a"
            })
    void aKeyOfAnotherTypeIsRefused(String command) {
        assertThat(say(command)).isEqualTo(WRONG_TYPE);
    }

    @Nested
    class Sadd {
        @Test
        void countsTheMembersThatAreNew() {
            assertThat(say("SADD s a d d e")).isEqualTo(":2");
            assertThat(say("SMEMBERS s")).isEqualTo("~[$c, $a, $b, $d, $e]");
            assertThat(say("SCARD s")).isEqualTo(":5");
            assertThat(talk.events()).containsExactly("sadd s");
        }

        @Test
        void changesNothingWithoutANewMember() {
            assertThat(say("SADD s a")).isEqualTo(":0");
            assertThat(talk.events()).isEmpty();
        }

        @Test
        void integersComeInTheirOrder() {
            say("SADD n 10 9 -1 9223372036854775807 -9223372036854775808 0");
            assertThat(encoding("n")).isEqualTo("$intset");
            assertThat(say("SMEMBERS n"))
                    .isEqualTo("~[$-9223372036854775808, $-1, $0, $9, $10, $9223372036854775807]");
        }

        @ParameterizedTest
        @ValueSource(strings = {"01", "-0", "+1", "1.0", "9223372036854775808", "''"})
        void whatIsSpeltOtherwiseIsNoInteger(String member) {
            say("SADD n 1 " + member);
            assertThat(encoding("n")).isEqualTo("$listpack");
        }
    }

    @Nested
    class Encoding {
        @ParameterizedTest
        @CsvSource({
            "REDIS_6_2, hashtable",
            "REDIS_7_0, hashtable",
            "REDIS_8_0, listpack",
            "VALKEY_8_0, listpack"
        })
        void aSmallSetOfTextsIsPackedOnNewerServers(Profile profile, String expected) {
            play(profile);
            assertThat(encoding("s")).isEqualTo("$" + expected);
            say("SADD n 3 1 2");
            assertThat(encoding("n")).isEqualTo("$intset");
            say("SADD n x");
            assertThat(encoding("n")).isEqualTo("$" + expected);
            assertThat(say("SMEMBERS n")).isEqualTo("~[$1, $2, $3, $x]");
            say("SREM n x");
            assertThat(encoding("n")).isEqualTo("$" + expected);
        }

        @ParameterizedTest
        @EnumSource
        void integersBecomeATableAboveALimit(Profile profile) {
            play(profile);
            say("SADD n " + numbers(0, 512));
            assertThat(encoding("n")).isEqualTo("$intset");
            say("SADD n 512");
            assertThat(encoding("n")).isEqualTo("$hashtable");
            say("SREM n " + numbers(0, 512));
            assertThat(encoding("n")).isEqualTo("$hashtable");
        }

        @ParameterizedTest
        @CsvSource({
            "REDIS_6_2, intset",
            "REDIS_7_0, intset",
            "REDIS_8_0, hashtable",
            "VALKEY_8_0, hashtable"
        })
        void newerServersGoByTheNumberOfWords(Profile profile, String expected) {
            play(profile);
            say("SADD n" + " 1".repeat(513));
            assertThat(encoding("n")).isEqualTo("$" + expected);
            say("SADD other 1");
            say("SADD other" + " 1".repeat(513));
            assertThat(encoding("other")).isEqualTo("$" + expected);
        }

        @Test
        void aPackedSetHasLimitsForNumberAndLength() {
            say("SADD many " + numbers(0, 127) + " x");
            assertThat(encoding("many")).isEqualTo("$listpack");
            say("SADD many y");
            assertThat(encoding("many")).isEqualTo("$hashtable");
            say("SADD long " + "x".repeat(64));
            assertThat(encoding("long")).isEqualTo("$listpack");
            say("SADD long " + "x".repeat(65));
            assertThat(encoding("long")).isEqualTo("$hashtable");
        }

        @Test
        void integersThatAreTooLongForAPackedSetMakeATable() {
            say("CONFIG SET set-max-listpack-value 3");
            say("SADD n 1 -123");
            say("SADD n x");
            assertThat(encoding("n")).isEqualTo("$hashtable");
        }

        @Test
        void moreIntegersThanTheSettingAllowsMakeATableEvenIfTheyCouldBePacked() {
            say("CONFIG SET set-max-intset-entries 3");
            say("SADD n 1 2 3");
            say("SADD n 4");
            assertThat(encoding("n")).isEqualTo("$hashtable");
            say("SADD packed 1 2 3 4");
            assertThat(encoding("packed")).isEqualTo("$listpack");
        }

        @Test
        void aCopyHasTheSameForm() {
            say("SADD n 1 x");
            say("SREM n x");
            say("COPY n copy");
            assertThat(encoding("copy")).isEqualTo("$listpack");
            say("SADD copy 2");
            assertThat(say("SMEMBERS n")).isEqualTo("~[$1]");
            assertThat(say("SMEMBERS copy")).isEqualTo("~[$1, $2]");
        }
    }

    @Nested
    class Srem {
        @Test
        void theLastMemberTakesTheKeyAlong() {
            assertThat(say("SREM s a x a")).isEqualTo(":1");
            assertThat(say("SREM s b c d")).isEqualTo(":2");
            assertThat(say("EXISTS s")).isEqualTo(":0");
            assertThat(say("SREM s a")).isEqualTo(":0");
            assertThat(talk.events()).startsWith("srem s", "srem s", "del s");
        }

        @Test
        void aBlockOfIntegersHoldsNoTexts() {
            say("SADD n 1 2 3");
            assertThat(say("SREM n 2 x 02")).isEqualTo(":1");
            assertThat(say("SMEMBERS n")).isEqualTo("~[$1, $3]");
        }
    }

    @Nested
    class Sismember {
        @Test
        void oneForAMember() {
            assertThat(say("SISMEMBER s a")).isEqualTo(":1");
            assertThat(say("SISMEMBER s x")).isEqualTo(":0");
            assertThat(say("SISMEMBER none a")).isEqualTo(":0");
            assertThat(say("SMISMEMBER s a x b")).isEqualTo("*[:1, :0, :1]");
            assertThat(say("SMISMEMBER none a x")).isEqualTo("*[:0, :0]");
            say("SADD n 1");
            assertThat(say("SMISMEMBER n 1 01 x")).isEqualTo("*[:1, :0, :0]");
        }
    }

    @Nested
    class Smove {
        @Test
        void theMemberGoesFromOneSetToTheOther() {
            assertThat(say("SMOVE s d a")).isEqualTo(":1");
            assertThat(say("SMOVE s d x")).isEqualTo(":0");
            assertThat(say("SMEMBERS s")).isEqualTo("~[$c, $b]");
            assertThat(say("SMEMBERS d")).isEqualTo("~[$a]");
            assertThat(talk.events()).containsExactly("srem s", "new d", "sadd d");
        }

        @Test
        void aMemberThatIsThereAlreadyIsOnlyTaken() {
            say("SADD one a");
            talk.events();
            assertThat(say("SMOVE one s a")).isEqualTo(":1");
            assertThat(talk.events()).containsExactly("srem one", "del one");
        }

        @Test
        void withinOneSetNothingHappens() {
            assertThat(say("SMOVE s s a")).isEqualTo(":1");
            assertThat(say("SMOVE s s x")).isEqualTo(":0");
            assertThat(talk.events()).isEmpty();
        }

        @Test
        void aMissingSourceIsJudgedBeforeTheDestination() {
            assertThat(say("SMOVE none string a")).isEqualTo(":0");
        }

        @Test
        void aDestinationWhoseTimeIsOverGoesEvenWithoutASource() {
            say("DEBUG SET-ACTIVE-EXPIRE 0");
            say("PEXPIRE s 10");
            talk.server().advance(Duration.ofMillis(20));
            assertThat(say("DBSIZE")).isEqualTo(":2");
            assertThat(say("SMOVE none s a")).isEqualTo(":0");
            assertThat(say("DBSIZE")).isEqualTo(":1");
        }
    }

    @Nested
    class Spop {
        @Test
        void takesOneMember() {
            assertThat(say("SPOP s")).isIn("$a", "$b", "$c");
            assertThat(say("SCARD s")).isEqualTo(":2");
            assertThat(say("SPOP none")).isEqualTo("$-1");
            say("SADD one 1");
            talk.events();
            assertThat(say("SPOP one")).isEqualTo("$1");
            assertThat(talk.events()).containsExactly("spop one", "del one");
        }

        @ParameterizedTest
        @CsvSource({"SPOP s 0, ~[]", "SPOP none 5, ~[]", "SPOP s 3, '~[$c, $a, $b]'"})
        void aCountMakesTheReplyASet(String command, String expected) {
            assertThat(say(command)).isEqualTo(expected);
        }

        @ParameterizedTest
        @CsvSource({
            "SPOP s -1, '-ERR value is out of range, must be positive'",
            "SPOP s x, '-ERR value is out of range, must be positive'",
            "SPOP string x, '-ERR value is out of range, must be positive'",
            "SPOP s x y, -ERR syntax error"
        })
        void aBadCountIsRefusedBeforeTheKeyIsLookedAt(String command, String expected) {
            assertThat(say(command)).isEqualTo(expected);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 10, 50, 90, 99})
        void whatIsTakenIsNoLongerThere(int count) {
            for (String words : List.of(numbers(0, 100), numbers(0, 99) + " x")) {
                say("DEL big");
                say("SADD big " + words);
                Set<String> before = members("big");
                say("EXPIRE big 100");
                Reply popped = talk.server().run("SPOP", "big", Integer.toString(count));
                Set<String> all = members("big");
                assertThat(all).hasSize(100 - count);
                for (Reply member : ((Reply.SetOf) popped).elements()) {
                    assertThat(all.add(member.accept(talk))).isTrue();
                }
                assertThat(all).isEqualTo(before);
                assertThat(say("TTL big")).isEqualTo(":100");
            }
        }

        @ParameterizedTest
        @CsvSource({
            "REDIS_6_2, intset",
            "REDIS_7_0, intset",
            "REDIS_8_0, listpack",
            "VALKEY_8_0, listpack"
        })
        void aTableOfWhichLittleIsLeftIsMadeAnew(Profile profile, String expected) {
            play(profile);
            say("SADD big " + numbers(0, 600));
            say("SPOP big 490");
            assertThat(encoding("big")).isEqualTo("$hashtable");
            say("SPOP big 100");
            assertThat(encoding("big")).isEqualTo("$" + expected);
        }

        @Test
        void takingAllOfItCountsAsOneMoreLookup() {
            long hits = talk.server().state().keyspace().hits();
            say("SPOP s 3");
            assertThat(talk.server().state().keyspace().hits()).isEqualTo(hits + 1);
        }

        @Test
        void theSameSeedTakesTheSameMembers() {
            Conversation other = Conversation.with(Profile.REDIS_8_0);
            for (Conversation each : List.of(talk, other)) {
                each.say("SADD big " + numbers(0, 1000));
            }
            assertThat(say("SPOP big 5")).isEqualTo(other.say("SPOP big 5"));
        }
    }

    @Nested
    class Srandmember {
        @Test
        void leavesTheSetAsItIs() {
            assertThat(say("SRANDMEMBER s")).isIn("$a", "$b", "$c");
            assertThat(say("SRANDMEMBER none")).isEqualTo("$-1");
            assertThat(say("SRANDMEMBER none 3")).isEqualTo("*[]");
            assertThat(say("SRANDMEMBER s 0")).isEqualTo("*[]");
            assertThat(say("SRANDMEMBER s 9")).isEqualTo("*[$c, $a, $b]");
            assertThat(say("SCARD s")).isEqualTo(":3");
        }

        @Test
        void aNegativeCountMayRepeatMembers() {
            Reply reply = talk.server().run("SRANDMEMBER", "s", "-20");
            assertThat(((Reply.Array) reply).elements()).hasSize(20);
        }

        @Test
        void aPackedSetKeepsItsOrder() {
            assertThat(say("SRANDMEMBER s 2")).isIn("*[$c, $a]", "*[$c, $b]", "*[$a, $b]");
        }

        @ParameterizedTest
        @CsvSource({
            "SRANDMEMBER s x, '-ERR value is not an integer or out of range'",
            "SRANDMEMBER s x y, -ERR syntax error",
            "SRANDMEMBER string x, '-ERR value is not an integer or out of range'"
        })
        void aBadCountIsRefused(String command, String expected) {
            assertThat(say(command)).isEqualTo(expected);
        }
    }

    @Nested
    class Sscan {
        @Test
        void smallSetsComeAtOnce() {
            assertThat(say("SSCAN s 0 COUNT 1")).isEqualTo("*[$0, *[$c, $a, $b]]");
            assertThat(say("SSCAN s 0 MATCH [ab]")).isEqualTo("*[$0, *[$a, $b]]");
            say("SADD n 3 2 1");
            assertThat(say("SSCAN n 0 COUNT 1")).isEqualTo("*[$0, *[$1, $2, $3]]");
            assertThat(say("SSCAN none 0 FOO")).isEqualTo("*[$0, *[]]");
        }

        @Test
        void aTableComesInSteps() {
            say("SADD big " + numbers(0, 1000));
            Set<String> found = new HashSet<>();
            String cursor = "0";
            int steps = 0;
            do {
                Reply.Array reply = (Reply.Array) talk.server().run("SSCAN", "big", cursor);
                cursor = reply.elements().get(0).accept(talk).substring(1);
                for (Reply member : ((Reply.Array) reply.elements().get(1)).elements()) {
                    found.add(member.accept(talk));
                }
                steps++;
            } while (!cursor.equals("0"));
            assertThat(found).hasSize(1000);
            assertThat(steps).isGreaterThan(10);
        }

        @ParameterizedTest
        @CsvSource({
            "SSCAN s x, -ERR invalid cursor",
            "SSCAN s 0 COUNT 0, -ERR syntax error",
            "SSCAN s 0 COUNT x, '-ERR value is not an integer or out of range'",
            "SSCAN s 0 NOVALUES, '-ERR NOVALUES option can only be used in HSCAN'"
        })
        void optionsAreJudged(String command, String expected) {
            assertThat(say(command)).isEqualTo(expected);
        }
    }
}
