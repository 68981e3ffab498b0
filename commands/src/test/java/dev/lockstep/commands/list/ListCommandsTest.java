package dev.lockstep.commands.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
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
class ListCommandsTest {

    private static final String SYNTAX = "-ERR syntax error";
    private static final String NOT_INTEGER = "-ERR value is not an integer or out of range";

    private Conversation talk;

    @BeforeEach
    void start() {
        use(Profile.REDIS_8_0);
    }

    private void use(Profile profile) {
        talk = Conversation.with(profile);
        talk.say("RPUSH l a b c d");
        talk.events();
    }

    private void leaves(String elements) {
        assertThat(talk.say("LRANGE l 0 -1")).isEqualTo("*[" + elements + "]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LINDEX s x",
                "LINSERT s BEFORE a b",
                "LLEN s",
                "LMOVE s l LEFT LEFT",
                "LMOVE l s LEFT LEFT",
                "LMPOP 2 nokey s LEFT",
                "LPOP s",
                "LPOP s 0",
                "LPOS s a",
                "LPUSH s a",
                "LPUSHX s a",
                "LRANGE s 0 0",
                "LREM s 0 a",
                "LSET s x a",
                "LTRIM s 0 0",
                "RPOP s",
                "RPOPLPUSH s l",
                "RPUSH s a",
                "RPUSHX s a",
                "BLPOP nokey s 0",
                "BRPOP s 0",
                "BLMOVE l s LEFT LEFT 0",
                "BRPOPLPUSH s l 0",
                "BLMPOP 0 1 s LEFT"
            })
    void aKeyOfAnotherTypeIsRefused(String command) {
        talk.say("SET s v");
        assertThat(talk.say(command))
                .isEqualTo("-WRONGTYPE Operation against a key holding the wrong kind of value");
        leaves("$a, $b, $c, $d");
    }

    @Nested
    class Push {

        @Test
        void addsOneAfterTheOther() {
            assertThat(talk.say("LPUSH l x y")).isEqualTo(":6");
            leaves("$y, $x, $a, $b, $c, $d");
            assertThat(talk.say("RPUSH new 1 2")).isEqualTo(":2");
            assertThat(talk.events()).containsExactly("lpush l", "new new", "rpush new");
        }

        @Test
        void withXOnlyToAListThatIsThere() {
            assertThat(talk.say("LPUSHX nokey a")).isEqualTo(":0");
            assertThat(talk.say("RPUSHX nokey a")).isEqualTo(":0");
            assertThat(talk.say("RPUSHX l e f")).isEqualTo(":6");
            assertThat(talk.say("EXISTS nokey")).isEqualTo(":0");
        }
    }

    @Nested
    class Pop {

        @Test
        void takesOneOrAsManyAsThereAre() {
            assertThat(talk.say("LPOP l")).isEqualTo("$a");
            assertThat(talk.say("RPOP l 2")).isEqualTo("*[$d, $c]");
            assertThat(talk.say("LPOP l 10")).isEqualTo("*[$b]");
            assertThat(talk.events()).containsExactly("lpop l", "rpop l", "lpop l", "del l");
        }

        @ParameterizedTest
        @EnumSource
        void ofNoListIsAMissingElementOrArray(Profile profile) {
            use(profile);
            assertThat(talk.say("LPOP nokey")).isEqualTo("$-1");
            assertThat(talk.say("LPOP nokey 1")).isEqualTo("*-1");
            assertThat(talk.say("LPOP nokey 0")).isEqualTo("*-1");
            assertThat(talk.say("LPOP l 0")).isEqualTo("*[]");
        }

        @Test
        void countsOnlyUpwards() {
            String refusal = "-ERR value is out of range, must be positive";
            assertThat(talk.say("LPOP nokey -1")).isEqualTo(refusal);
            assertThat(talk.say("LPOP nokey x")).isEqualTo(refusal);
            assertThat(talk.say("RPOP l 1 2"))
                    .isEqualTo("-ERR wrong number of arguments for 'rpop' command");
        }
    }

    @Nested
    class Lmpop {

        @Test
        void popsFromTheFirstKeyThatHasSomething() {
            assertThat(talk.say("LMPOP 2 nokey l RIGHT COUNT 3")).isEqualTo("*[$l, *[$d, $c, $b]]");
            assertThat(talk.say("LMPOP 1 l LEFT")).isEqualTo("*[$l, *[$a]]");
            assertThat(talk.say("LMPOP 1 l LEFT")).isEqualTo("*-1");
        }

        @ParameterizedTest
        @CsvSource({
            "0 l LEFT,numkeys should be greater than 0",
            "x l LEFT,numkeys should be greater than 0",
            "2 l LEFT,syntax error",
            "1 l UP,syntax error",
            "1 l LEFT COUNT 0,count should be greater than 0",
            "1 l LEFT COUNT,syntax error",
            "1 l LEFT COUNT 1 COUNT 1,syntax error",
        })
        void isJudgedBeforeTheKeyIs(String arguments, String complaint) {
            talk.say("SET l v");
            assertThat(talk.say("LMPOP " + arguments)).isEqualTo("-ERR " + complaint);
        }
    }

    @Nested
    class Index {

        @Test
        void countsFromEitherEnd() {
            assertThat(talk.say("LINDEX l 0")).isEqualTo("$a");
            assertThat(talk.say("LINDEX l -1")).isEqualTo("$d");
            assertThat(talk.say("LINDEX l 4")).isEqualTo("$-1");
            assertThat(talk.say("LINDEX l -5")).isEqualTo("$-1");
        }

        @Test
        void isJudgedAfterTheKey() {
            assertThat(talk.say("LINDEX nokey x")).isEqualTo("$-1");
            assertThat(talk.say("LINDEX l x")).isEqualTo(NOT_INTEGER);
            assertThat(talk.say("LSET nokey x v")).isEqualTo("-ERR no such key");
            assertThat(talk.say("LSET l x v")).isEqualTo(NOT_INTEGER);
        }

        @Test
        void isWhereLsetPutsAnElement() {
            assertThat(talk.say("LSET l 1 x")).isEqualTo("+OK");
            assertThat(talk.say("LSET l -1 y")).isEqualTo("+OK");
            assertThat(talk.say("LSET l 4 z")).isEqualTo("-ERR index out of range");
            leaves("$a, $x, $c, $y");
            assertThat(talk.events()).containsExactly("lset l", "lset l");
        }

        @ParameterizedTest
        @CsvSource({"REDIS_7_0,false", "REDIS_8_0,true", "VALKEY_8_0,true"})
        void isCutTo32BitsByLset(Profile profile, boolean found) {
            use(profile);
            assertThat(talk.say("LSET l 4294967297 x"))
                    .isEqualTo(found ? "+OK" : "-ERR index out of range");
        }
    }

    @Nested
    class Linsert {

        @Test
        void findsTheFirstPivot() {
            talk.say("RPUSH l b");
            assertThat(talk.say("LINSERT l BEFORE b x")).isEqualTo(":6");
            assertThat(talk.say("LINSERT l after b y")).isEqualTo(":7");
            leaves("$a, $x, $b, $y, $c, $d, $b");
        }

        @Test
        void saysWhatIsMissing() {
            assertThat(talk.say("LINSERT l BEFORE z x")).isEqualTo(":-1");
            assertThat(talk.say("LINSERT nokey BEFORE z x")).isEqualTo(":0");
            assertThat(talk.say("LINSERT nokey BETWEEN z x")).isEqualTo(SYNTAX);
            assertThat(talk.events()).isEmpty();
        }
    }

    @Nested
    class Range {

        @ParameterizedTest
        @CsvSource(
                delimiter = ';',
                value = {"0 -1;$a, $b, $c, $d", "1 2;$b, $c", "-2 100;$c, $d", "-100 0;$a", "2 1;"})
        void isReturned(String range, String elements) {
            String expected = elements == null ? "" : elements;
            assertThat(talk.say("LRANGE l " + range)).isEqualTo("*[" + expected + "]");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = ';',
                value = {
                    "0 -1;$a, $b, $c, $d",
                    "1 2;$b, $c",
                    "-2 100;$c, $d",
                    "-100 0;$a",
                    "2 1;",
                    "9223372036854775807 -100;",
                    "3 -9223372036854775808;"
                })
        void isWhatLtrimLeaves(String range, String elements) {
            assertThat(talk.say("LTRIM l " + range)).isEqualTo("+OK");
            leaves(elements == null ? "" : elements);
            assertThat(talk.events()).startsWith("ltrim l");
        }

        @Test
        void isJudgedBeforeTheKeyIs() {
            assertThat(talk.say("LRANGE nokey 0 x")).isEqualTo(NOT_INTEGER);
            assertThat(talk.say("LRANGE nokey 0 1")).isEqualTo("*[]");
            assertThat(talk.say("LTRIM nokey x 0")).isEqualTo(NOT_INTEGER);
            assertThat(talk.say("LTRIM nokey 0 0")).isEqualTo("+OK");
        }
    }

    @Nested
    class Lrem {

        @BeforeEach
        void repeat() {
            talk.say("RPUSH l a b a");
            talk.events();
        }

        @Test
        void removesFromEitherEndOrAll() {
            assertThat(talk.say("LREM l 1 a")).isEqualTo(":1");
            leaves("$b, $c, $d, $a, $b, $a");
            assertThat(talk.say("LREM l -1 b")).isEqualTo(":1");
            leaves("$b, $c, $d, $a, $a");
            assertThat(talk.say("LREM l 0 a")).isEqualTo(":2");
            leaves("$b, $c, $d");
            assertThat(talk.say("LREM l 0 z")).isEqualTo(":0");
            assertThat(talk.events()).containsExactly("lrem l", "lrem l", "lrem l");
        }

        @ParameterizedTest
        @CsvSource({"REDIS_7_0,:2", "REDIS_8_0,-ERR", "VALKEY_8_0,-ERR"})
        void mayCountDownAsFarAsThereIsANegative(Profile profile, String reply) {
            use(profile);
            talk.say("RPUSH l a");
            assertThat(talk.say("LREM l -9223372036854775808 a")).startsWith(reply);
        }
    }

    @Nested
    class Lpos {

        @BeforeEach
        void repeat() {
            talk.say("RPUSH l a b a");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = ';',
                value = {
                    "a;:0",
                    "z;$-1",
                    "a RANK 2;:4",
                    "a RANK -1;:6",
                    "a RANK 4;$-1",
                    "a COUNT 0;*[:0, :4, :6]",
                    "a COUNT 2 RANK 2;*[:4, :6]",
                    "a COUNT 2 RANK -1;*[:6, :4]",
                    "a COUNT 0 MAXLEN 5;*[:0, :4]",
                    "a RANK -1 COUNT 0 MAXLEN 2;*[:6]",
                    "z COUNT 1;*[]",
                })
        void findsElements(String arguments, String reply) {
            assertThat(talk.say("LPOS l " + arguments)).isEqualTo(reply);
        }

        @ParameterizedTest
        @CsvSource({
            "RANK x,value is not an integer or out of range",
            "COUNT -1,COUNT can't be negative",
            "MAXLEN x,MAXLEN can't be negative",
            "RANK,syntax error",
            "LIMIT 1,syntax error",
        })
        void isJudgedBeforeTheKeyIs(String arguments, String complaint) {
            assertThat(talk.say("LPOS nokey a " + arguments)).isEqualTo("-ERR " + complaint);
        }

        @Test
        void hasNoRankZero() {
            assertThat(talk.say("LPOS l a RANK 0"))
                    .isEqualTo(
                            "-ERR RANK can't be zero: use 1 to start from the first match, 2 from"
                                    + " the second ... or use negative to start from the end of"
                                    + " the list");
        }

        @Test
        void ofNoListIsNowhere() {
            assertThat(talk.say("LPOS nokey a")).isEqualTo("$-1");
            assertThat(talk.say("LPOS nokey a COUNT 1")).isEqualTo("*[]");
        }
    }

    @Nested
    class Moving {

        @Test
        void goesFromEitherEndToEither() {
            assertThat(talk.say("LMOVE l to LEFT RIGHT")).isEqualTo("$a");
            assertThat(talk.say("LMOVE l to right left")).isEqualTo("$d");
            assertThat(talk.say("RPOPLPUSH l to")).isEqualTo("$c");
            assertThat(talk.say("LRANGE to 0 -1")).isEqualTo("*[$c, $d, $a]");
            leaves("$b");
        }

        @Test
        void tellsOfTheDestinationFirst() {
            talk.say("DEL l");
            talk.say("RPUSH l a");
            talk.events();
            talk.say("LMOVE l to LEFT RIGHT");
            assertThat(talk.events()).containsExactly("new to", "rpush to", "lpop l", "del l");
        }

        @Test
        void withinAListTurnsIt() {
            assertThat(talk.say("LMOVE l l LEFT RIGHT")).isEqualTo("$a");
            leaves("$b, $c, $d, $a");
            talk.say("LTRIM l 0 0");
            assertThat(talk.say("RPOPLPUSH l l")).isEqualTo("$b");
            leaves("$b");
        }

        @Test
        void fromNoListMovesNothing() {
            talk.say("SET s v");
            assertThat(talk.say("LMOVE nokey s LEFT LEFT")).isEqualTo("$-1");
            assertThat(talk.say("RPOPLPUSH nokey l")).isEqualTo("$-1");
            assertThat(talk.say("LMOVE l to UP LEFT")).isEqualTo(SYNTAX);
        }
    }

    @Nested
    class Encoding {

        private String encoding() {
            return talk.say("OBJECT ENCODING l");
        }

        @ParameterizedTest
        @CsvSource({
            "REDIS_6_2,$quicklist",
            "REDIS_7_0,$quicklist",
            "REDIS_8_0,$listpack",
            "VALKEY_8_0,$listpack"
        })
        void ofASmallList(Profile profile, String encoding) {
            use(profile);
            assertThat(encoding()).isEqualTo(encoding);
        }

        @Test
        void changesWithMoreThanANodeAndBackWithHalfOfOne() {
            talk.say("DEL l");
            String ten = "x".repeat(998); // a thousand bytes and three, packed
            for (int i = 0; i < 8; i++) {
                talk.say("RPUSH l " + ten);
            }
            assertThat(encoding()).isEqualTo("$listpack");
            talk.say("RPUSH l " + ten);
            assertThat(encoding()).isEqualTo("$quicklist");
            talk.say("LTRIM l 0 4");
            assertThat(encoding()).isEqualTo("$quicklist");
            talk.say("RPOP l");
            assertThat(encoding()).isEqualTo("$listpack");
        }

        @Test
        void followsTheSettingWhenElementsAreCounted() {
            talk.say("CONFIG SET list-max-listpack-size 4");
            talk.say("LSET l 0 x"); // judged as if it were one more
            assertThat(encoding()).isEqualTo("$quicklist");
            talk.say("LPOP l");
            assertThat(encoding()).isEqualTo("$quicklist");
            talk.say("LPOP l");
            assertThat(encoding()).isEqualTo("$listpack");
        }

        @Test
        void ofACopyIsTheSame() {
            talk.say("RPUSH l " + "x".repeat(9000));
            talk.say("RPOP l");
            talk.say("CONFIG SET list-max-listpack-size 4");
            talk.say("RPUSH l " + "x".repeat(9000));
            talk.say("COPY l m");
            assertThat(talk.say("OBJECT ENCODING m")).isEqualTo(encoding());
            assertThat(talk.say("DEBUG DIGEST-VALUE m"))
                    .isEqualTo(talk.say("DEBUG DIGEST-VALUE l"));
        }

        @Test
        void showsNodesToDebugObject() {
            talk.say("DEL l");
            talk.say("RPUSH l " + numbers(3000));
            assertThat(talk.say("DEBUG OBJECT l"))
                    .endsWith(
                            "ql_nodes:2 ql_avg_node:1500.00 ql_listpack_max:-2 ql_compressed:0"
                                    + " ql_uncompressed_size:8886");
        }

        private String numbers(int count) {
            return IntStream.range(0, count)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(" "));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDigestIsThatOfRealServers(Profile profile) {
        use(profile);
        assertThat(talk.say("DEBUG DIGEST-VALUE l"))
                .isEqualTo("*[+c2574bbed47da8ccbe8f972d9956f15e68ebd40e]");
    }
}
