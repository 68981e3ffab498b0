package dev.lockstep.commands.sortedset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.KeyspaceListener;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are what the real servers answered. */
class SortedSetCommandsTest {

    private static final Reply SYNTAX = Reply.failure("ERR syntax error");
    private static final Reply NOT_INTEGER =
            Reply.failure("ERR value is not an integer or out of range");
    private static final Reply NOT_FLOAT = Reply.failure("ERR value is not a valid float");
    private static final Reply WRONG_TYPE =
            Reply.failure("WRONGTYPE Operation against a key holding the wrong kind of value");
    private static final String LONG_TEXT = "x".repeat(65);

    private TestServer server = TestServer.create();

    @BeforeEach
    void aSetAndAString() {
        play(Profile.REDIS_8_0);
    }

    private void play(Profile profile) {
        server = TestServer.create(profile);
        run("SET string x");
        run("ZADD z 1 a 2 b 3 c 4 d");
    }

    /** Runs a command of words without blanks. */
    private Reply run(String command) {
        return server.run(command.split(" ", -1));
    }

    /** Bulk strings, but doubles where a word begins with a comma. */
    private static List<Reply> elements(String words) {
        List<Reply> elements = new ArrayList<>();
        for (String word : words.isEmpty() ? new String[0] : words.split(" ", -1)) {
            elements.add(
                    word.startsWith(",")
                            ? Reply.of(Double.parseDouble(word.substring(1)))
                            : Reply.bulk(word));
        }
        return elements;
    }

    private static Reply array(String words) {
        return Reply.array(elements(words));
    }

    private static Reply pairs(String words) {
        return new Reply.Pairs(elements(words));
    }

    private String encoding(String key) {
        Value value = Objects.requireNonNull(server.db().peek(Bytes.of(key))).value();
        return value.encoding(server.state().profile());
    }

    private static String members(String command, int count) {
        StringBuilder words = new StringBuilder(command);
        for (int i = 0; i < count; i++) {
            words.append(' ').append(i).append(" m").append(i);
        }
        return words.toString();
    }

    private List<String> events() {
        List<String> events = new ArrayList<>();
        server.state()
                .keyspace()
                .addListener(
                        new KeyspaceListener() {
                            @Override
                            public void event(KeyEvent kind, String name, Db db, Bytes key) {
                                if (kind != KeyEvent.NEW && kind != KeyEvent.MISS) {
                                    events.add(kind + " " + name + " " + key.utf8());
                                }
                            }
                        });
        return events;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ZADD string 1 a",
                "ZCARD string",
                "ZCOUNT string 0 1",
                "ZINCRBY string 1 a",
                "ZLEXCOUNT string - +",
                "ZMPOP 2 none string MIN",
                "ZMSCORE string a",
                "ZPOPMAX string",
                "ZPOPMIN string 0",
                "ZRANDMEMBER string",
                "ZRANGE string 0 1",
                "ZRANGE string 1 2 BYSCORE",
                "ZRANGESTORE d string 0 1",
                "ZRANK string a",
                "ZREM string a",
                "ZREMRANGEBYLEX string - +",
                "ZREMRANGEBYRANK string 0 1",
                "ZREMRANGEBYSCORE string 0 1",
                "ZSCAN string 0",
                "ZSCORE string a",
                "ZUNION 1 string foo",
                "ZINTERCARD 1 string LIMIT x",
                "ZUNIONSTORE string 1 string"
            })
    void aKeyOfAnotherTypeIsRefused(String command) {
        assertThat(run(command)).isEqualTo(WRONG_TYPE);
    }

    @Nested
    class Zadd {
        @Test
        void countsWhatIsNewOrWithChWhatHasChanged() {
            assertThat(run("ZADD z 1 q 9 a")).isEqualTo(Reply.ONE);
            assertThat(run("ZADD z CH 1 q 8 a 7 r")).isEqualTo(Reply.of(2));
            assertThat(run("ZADD z XX CH 8 a 1 none")).isEqualTo(Reply.ZERO);
            assertThat(run("ZADD z NX 100 a 1 new")).isEqualTo(Reply.ONE);
            assertThat(run("ZSCORE z a")).isEqualTo(Reply.of(8.0));
        }

        @Test
        void gtAndLtCompareButAddWhatIsNew() {
            assertThat(run("ZADD z GT CH 0 a 5 b 1 new")).isEqualTo(Reply.of(2));
            assertThat(run("ZADD z LT CH 0 a 6 b")).isEqualTo(Reply.ONE);
            assertThat(run("ZMSCORE z a b new")).isEqualTo(array(",0 ,5 ,1"));
        }

        @Test
        void incrAnswersTheScoreOrNil() {
            assertThat(run("ZADD z INCR 2 a")).isEqualTo(Reply.of(3.0));
            assertThat(run("ZADD z NX INCR 1 a")).isEqualTo(Reply.NIL);
            assertThat(run("ZADD z GT INCR -1 a")).isEqualTo(Reply.NIL);
            assertThat(run("ZADD none XX INCR 1 a")).isEqualTo(Reply.NIL);
            assertThat(run("ZADD none XX 1 a")).isEqualTo(Reply.ZERO);
            assertThat(server.db().exists(Bytes.of("none"))).isFalse();
        }

        @Test
        void infinitiesOfBothSignsMakeNoNumber() {
            run("ZADD z inf i");
            Reply nan = Reply.failure("ERR resulting score is not a number (NaN)");
            assertThat(run("ZADD z INCR -inf i")).isEqualTo(nan);
            assertThat(run("ZINCRBY z -inf i")).isEqualTo(nan);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "ZADD z NX 1|ERR syntax error",
                    "ZADD z NX XX 1|ERR syntax error",
                    "ZADD string 1 a b|ERR syntax error",
                    "ZINCRBY z nx m|ERR syntax error",
                    "ZADD z INCR NX XX GT 1 a 2 b"
                            + "|ERR XX and NX options at the same time are not compatible",
                    "ZADD z NX GT INCR 1 a 2 b|ERR GT, LT, and/or NX options at the same time are"
                            + " not compatible",
                    "ZADD z GT LT 1 a|ERR GT, LT, and/or NX options at the same time are not"
                            + " compatible",
                    "ZADD z INCR 1 a 2 b|ERR INCR option supports a single increment-element pair",
                    "ZADD string x a|ERR value is not a valid float",
                    "ZADD z 1 NX a 2|ERR value is not a valid float",
                    "ZADD z nan a|ERR value is not a valid float"
                })
        void mistakesAreJudgedInOrder(String command, String error) {
            assertThat(run(command)).isEqualTo(Reply.failure(error));
        }

        @Test
        void aBadScoreChangesNothing() {
            assertThat(run("ZADD z 1 new x bad")).isEqualTo(NOT_FLOAT);
            assertThat(run("ZSCORE z new")).isEqualTo(Reply.NIL);
        }

        @Test
        void eventsTellWhatHasChanged() {
            List<String> events = events();
            run("ZADD z 1 a");
            run("ZADD z 2 a 1 n");
            run("ZADD z INCR 1 a");
            run("ZINCRBY z 0 a");
            run("ZREM z n none");
            run("ZREM z a b c d");
            assertThat(events)
                    .containsExactly(
                            "ZSET zadd z",
                            "ZSET zincr z",
                            "ZSET zrem z",
                            "ZSET zrem z",
                            "GENERIC del z");
        }

        @Test
        void aPackedSetLosesTheSignOfZeroSinceListpacks() {
            assertThat(run("ZADD p INCR -0 a")).isEqualTo(Reply.of(-0.0));
            assertThat(run("ZSCORE p a")).isEqualTo(Reply.of(0.0));
            run("ZADD p 1 " + LONG_TEXT + " -0 b");
            assertThat(run("ZSCORE p b")).isEqualTo(Reply.of(-0.0));
            play(Profile.REDIS_6_2);
            run("ZADD p -0 a");
            assertThat(run("ZSCORE p a")).isEqualTo(Reply.of(-0.0));
        }
    }

    @Nested
    class Zrank {
        @Test
        void ranksCountFromEitherEnd() {
            assertThat(run("ZRANK z a")).isEqualTo(Reply.ZERO);
            assertThat(run("ZREVRANK z a")).isEqualTo(Reply.of(3));
            assertThat(run("ZRANK z q")).isEqualTo(Reply.NIL);
            assertThat(run("ZRANK none a")).isEqualTo(Reply.NIL);
        }

        @Test
        void withscoreCameLater() {
            assertThat(run("ZREVRANK z a WITHSCORE"))
                    .isEqualTo(Reply.array(Reply.of(3), Reply.of(1.0)));
            assertThat(run("ZRANK none a WITHSCORE")).isEqualTo(Reply.NIL_ARRAY);
            assertThat(run("ZRANK string a foo")).isEqualTo(SYNTAX);
            Reply arity = Reply.failure("ERR wrong number of arguments for 'zrank' command");
            assertThat(run("ZRANK z a WITHSCORE x")).isEqualTo(arity);
            play(Profile.REDIS_7_0);
            assertThat(run("ZRANK z a WITHSCORE")).isEqualTo(arity);
        }

        @Test
        void missingScoresAreNil() {
            assertThat(run("ZSCORE z q")).isEqualTo(Reply.NIL);
            assertThat(run("ZMSCORE z a q")).isEqualTo(Reply.array(Reply.of(1.0), Reply.NIL));
            assertThat(run("ZMSCORE none a b")).isEqualTo(Reply.array(Reply.NIL, Reply.NIL));
        }
    }

    @Nested
    class Zpop {
        @Test
        void withoutACountTheReplyIsFlat() {
            assertThat(run("ZPOPMIN z")).isEqualTo(array("a ,1"));
            assertThat(run("ZPOPMAX z 2")).isEqualTo(pairs("d ,4 c ,3"));
            assertThat(run("ZPOPMIN none")).isEqualTo(Reply.EMPTY_ARRAY);
            assertThat(run("ZPOPMIN z 0")).isEqualTo(Reply.EMPTY_ARRAY);
        }

        @Test
        void theLastMemberTakesTheKeyWithIt() {
            List<String> events = events();
            assertThat(run("ZPOPMIN z 9223372036854775807"))
                    .isEqualTo(pairs("a ,1 b ,2 c ,3 d ,4"));
            assertThat(events).containsExactly("ZSET zpopmin z", "GENERIC del z");
            assertThat(server.db().exists(Bytes.of("z"))).isFalse();
        }

        @Test
        void countsAreJudgedBeforeTheKey() {
            Reply positive = Reply.failure("ERR value is out of range, must be positive");
            assertThat(run("ZPOPMIN string x")).isEqualTo(positive);
            assertThat(run("ZPOPMIN string -1")).isEqualTo(positive);
            assertThat(run("ZPOPMIN z x x")).isEqualTo(SYNTAX);
            play(Profile.REDIS_6_2);
            assertThat(run("ZPOPMIN string x")).isEqualTo(NOT_INTEGER);
            assertThat(run("ZPOPMIN string -1")).isEqualTo(Reply.EMPTY_ARRAY);
            assertThat(run("ZPOPMIN string 0")).isEqualTo(Reply.EMPTY_ARRAY);
        }

        @Test
        void zmpopTakesFromTheFirstKeyThatHasSomething() {
            assertThat(run("ZMPOP 2 none z MAX COUNT 2"))
                    .isEqualTo(
                            Reply.array(
                                    Reply.bulk("z"), Reply.array(array("d ,4"), array("c ,3"))));
            assertThat(run("ZMPOP 1 none MIN")).isEqualTo(Reply.NIL_ARRAY);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "ZMPOP 0 z MIN|ERR numkeys should be greater than 0",
                    "ZMPOP x z MIN|ERR numkeys should be greater than 0",
                    "ZMPOP 2 z MIN|ERR syntax error",
                    "ZMPOP 1 string FOO|ERR syntax error",
                    "ZMPOP 1 string MIN COUNT 0|ERR count should be greater than 0",
                    "ZMPOP 1 z MIN COUNT x|ERR count should be greater than 0",
                    "ZMPOP 1 z MIN COUNT|ERR syntax error",
                    "ZMPOP 1 z MIN COUNT 1 COUNT 1|ERR syntax error"
                })
        void mistakesOfZmpop(String command, String error) {
            assertThat(run(command)).isEqualTo(Reply.failure(error));
        }
    }

    @Nested
    class Zrandmember {
        @Test
        void allMembersComeHighestScoreFirst() {
            assertThat(run("ZRANDMEMBER z 10")).isEqualTo(array("d c b a"));
            assertThat(run("ZRANDMEMBER z 4 withscores")).isEqualTo(pairs("d ,4 c ,3 b ,2 a ,1"));
        }

        @Test
        void someAreDrawn() {
            Set<Reply> drawn = new HashSet<>();
            for (int i = 0; i < 200; i++) {
                drawn.add(run("ZRANDMEMBER z"));
            }
            assertThat(drawn).hasSize(4);
            assertThat(((Reply.Array) run("ZRANDMEMBER z -7")).elements()).hasSize(7);
            assertThat(((Reply.Array) run("ZRANDMEMBER z 3")).elements())
                    .hasSize(3)
                    .doesNotHaveDuplicates();
            assertThat(run("ZRANDMEMBER none")).isEqualTo(Reply.NIL);
            assertThat(run("ZRANDMEMBER none 1")).isEqualTo(Reply.EMPTY_ARRAY);
        }
    }

    @Nested
    class Zscan {
        @Test
        void scoresAreTextAsTheSetKeepsThem() {
            run("ZADD p 3.14 a 1e17 b 1e19 c");
            assertThat(run("ZSCAN p 0"))
                    .isEqualTo(
                            Reply.array(
                                    Reply.bulk("0"), array("a 3.14 b 100000000000000000 c 1e+19")));
            run("ZREM p b c");
            run("ZADD p 1 " + LONG_TEXT);
            run("ZREM p " + LONG_TEXT);
            assertThat(run("ZSCAN p 0"))
                    .isEqualTo(Reply.array(Reply.bulk("0"), array("a 3.1400000000000001")));
        }

        @Test
        void olderServersPrintMoreDigits() {
            play(Profile.REDIS_7_0);
            run("ZADD p 3.14 a 1e17 b");
            assertThat(run("ZSCAN p 0"))
                    .isEqualTo(
                            Reply.array(
                                    Reply.bulk("0"),
                                    array("a 3.1400000000000001 b 100000000000000000")));
            play(Profile.REDIS_6_2);
            run("ZADD p 1e17 b");
            assertThat(run("ZSCAN p 0")).isEqualTo(Reply.array(Reply.bulk("0"), array("b 1e+17")));
        }

        @Test
        void novaluesIsForHashes() {
            assertThat(run("ZSCAN z 0 NOVALUES"))
                    .isEqualTo(Reply.failure("ERR NOVALUES option can only be used in HSCAN"));
            play(Profile.REDIS_7_0);
            assertThat(run("ZSCAN z 0 NOVALUES")).isEqualTo(SYNTAX);
        }

        @Test
        void valkeyLeavesScoresOut() {
            play(Profile.VALKEY_8_0);
            run("ZADD p 1 a 2 b");
            assertThat(run("ZSCAN p 0 NOSCORES"))
                    .isEqualTo(Reply.array(Reply.bulk("0"), array("a b")));
            Reply refusal = Reply.failure("ERR NOSCORES option can only be used in ZSCAN");
            run("HSET h f v");
            assertThat(run("HSCAN h 0 NOSCORES")).isEqualTo(refusal);
            assertThat(run("SCAN 0 NOSCORES")).isEqualTo(refusal);
            play(Profile.REDIS_8_0);
            run("ZADD p 1 a");
            assertThat(run("ZSCAN p 0 NOSCORES")).isEqualTo(SYNTAX);
        }
    }

    @Nested
    class Encoding {
        @ParameterizedTest
        @EnumSource(Profile.class)
        void aSetIsPackedUpToTheLimits(Profile profile) {
            play(profile);
            String packed = profile == Profile.REDIS_6_2 ? "ziplist" : "listpack";
            run(members("ZADD p", 128));
            assertThat(encoding("p")).isEqualTo(packed);
            run("ZADD p 1 m0 2 one-more");
            run("ZREM p m1 m2 m3");
            assertThat(encoding("p")).isEqualTo("skiplist");
            run("ZADD long 1 " + LONG_TEXT);
            assertThat(encoding("long")).isEqualTo("skiplist");
            run("ZUNIONSTORE stored 1 p");
            assertThat(encoding("stored")).isEqualTo(packed);
            run("ZRANGESTORE stored p 0 1");
            assertThat(encoding("stored")).isEqualTo(packed);
            run("ZUNIONSTORE stored 2 p long");
            assertThat(encoding("stored")).isEqualTo("skiplist");
        }

        @Test
        void serversDifferInWhatTheyUnpackForBeforehand() {
            String same = "ZADD p" + " 1 a".repeat(129);
            run(same);
            assertThat(encoding("p")).isEqualTo("skiplist");
            run("ZADD z XX 1 " + LONG_TEXT);
            assertThat(encoding("z")).isEqualTo("listpack");
            play(Profile.VALKEY_8_0);
            run("ZADD z XX 1 " + LONG_TEXT);
            assertThat(encoding("z")).isEqualTo("skiplist");
            play(Profile.REDIS_7_0);
            run(same);
            assertThat(encoding("p")).isEqualTo("listpack");
        }
    }

    @Nested
    class Zrange {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "ZRANGE z 0 -1|a b c d",
                    "ZRANGE z -2 100|c d",
                    "ZRANGE z 3 1|''",
                    "ZRANGE z 100 200|''",
                    "ZRANGE z 0 1 REV|d c",
                    "ZRANGE z 0 1 LIMIT 5 -1|a b",
                    "ZRANGE z -9223372036854775808 9223372036854775807|a b c d",
                    "ZRANGE z (1 3 BYSCORE|b c",
                    "ZRANGE z 9 2 BYSCORE REV|d c b",
                    "ZRANGE z 2 9 BYSCORE REV|''",
                    "ZRANGE z 0 9 BYSCORE LIMIT 1 2|b c",
                    "ZRANGE z 0 9 BYSCORE LIMIT 1 -5|b c d",
                    "ZRANGE z 0 9 BYSCORE LIMIT 0 0|''",
                    "ZRANGE z 0 9 BYSCORE LIMIT -1 2|''",
                    "ZRANGE z 0 9 BYSCORE LIMIT 1 2 LIMIT 0 1|a",
                    "ZRANGE none 0 1|''",
                    "ZREVRANGE z 1 2|c b",
                    "ZRANGEBYSCORE z -inf (2|a",
                    "ZREVRANGEBYSCORE z +inf (2 LIMIT 1 1|c",
                    "ZRANGEBYLEX l [b (d|b c",
                    "ZRANGEBYLEX l - + LIMIT 1 1|b",
                    "ZREVRANGEBYLEX l + [c|d c",
                    "ZRANGE l + - BYLEX REV LIMIT 0 2|d c"
                })
        void membersAreGivenInOrder(String command, String expected) {
            run("ZADD l 0 d 0 c 0 b 0 a");
            assertThat(run(command)).isEqualTo(array(expected));
        }

        @Test
        void scoresComeAlongAsPairs() {
            assertThat(run("ZRANGE z 0 1 WITHSCORES")).isEqualTo(pairs("a ,1 b ,2"));
            assertThat(run("ZREVRANGEBYSCORE z 9 3 withscores")).isEqualTo(pairs("d ,4 c ,3"));
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "ZRANGE string x 1|ERR value is not an integer or out of range",
                    "ZRANGE string 1 y BYSCORE|ERR min or max is not a float",
                    "ZRANGE z 0 0x10 BYSCORE|ERR min or max is not a float",
                    "ZRANGE string x y BYLEX|ERR min or max not valid string range item",
                    "ZRANGE z 0 1 foo|ERR syntax error",
                    "ZRANGE z 0 1 LIMIT 1|ERR syntax error",
                    "ZRANGE z 0 1 LIMIT x 1|ERR value is not an integer or out of range",
                    "ZRANGE z 0 1 BYSCORE BYLEX|ERR syntax error",
                    "ZRANGE z 0 1 REV REV|ERR syntax error",
                    "ZREVRANGE z 0 1 REV|ERR syntax error",
                    "ZRANGESTORE d z 0 1 WITHSCORES|ERR syntax error",
                    "ZREVRANGE z 0 1 LIMIT 0 1|ERR syntax error, LIMIT is only supported in"
                            + " combination with either BYSCORE or BYLEX",
                    "ZRANGEBYLEX z x y WITHSCORES|ERR syntax error, WITHSCORES not supported in"
                            + " combination with BYLEX"
                })
        void mistakesAreJudgedBeforeTheKey(String command, String error) {
            assertThat(run(command)).isEqualTo(Reply.failure(error));
        }

        @Test
        void aNegativeOffsetCountsFromTheEndOfAnUnpackedSetSince72() {
            run("ZADD z 6 " + LONG_TEXT);
            assertThat(run("ZRANGEBYSCORE z 2 4 LIMIT -2 -1")).isEqualTo(array("c d"));
            assertThat(run("ZREVRANGEBYSCORE z 4 2 LIMIT -1 5")).isEqualTo(array("b"));
            assertThat(run("ZRANGEBYSCORE z 2 4 LIMIT -4 -1")).isEqualTo(array(""));
            play(Profile.REDIS_7_0);
            run("ZADD z 6 " + LONG_TEXT);
            assertThat(run("ZRANGEBYSCORE z 2 4 LIMIT -2 -1")).isEqualTo(array(""));
        }

        @Test
        void counts() {
            assertThat(run("ZCOUNT z (1 3")).isEqualTo(Reply.of(2));
            assertThat(run("ZCOUNT z -inf +inf")).isEqualTo(Reply.of(4));
            assertThat(run("ZCOUNT z 3 1")).isEqualTo(Reply.ZERO);
            assertThat(run("ZLEXCOUNT z [b +")).isEqualTo(Reply.of(3));
            assertThat(run("ZLEXCOUNT none - +")).isEqualTo(Reply.ZERO);
        }
    }

    @Nested
    class Zrangestore {
        @Test
        void storesOrDeletes() {
            List<String> events = events();
            assertThat(run("ZRANGESTORE d z 2 9 BYSCORE LIMIT 1 2")).isEqualTo(Reply.of(2));
            assertThat(run("ZRANGE d 0 -1")).isEqualTo(array("c d"));
            assertThat(run("ZRANGESTORE d none 0 1")).isEqualTo(Reply.ZERO);
            assertThat(run("ZRANGESTORE d none 0 1")).isEqualTo(Reply.ZERO);
            assertThat(events).containsExactly("ZSET zrangestore d", "GENERIC del d");
        }
    }

    @Nested
    class Zremrange {
        @Test
        void removesByRankScoreOrName() {
            List<String> events = events();
            assertThat(run("ZREMRANGEBYRANK z 5 9")).isEqualTo(Reply.ZERO);
            assertThat(run("ZREMRANGEBYRANK z -1 -1")).isEqualTo(Reply.ONE);
            assertThat(run("ZREMRANGEBYSCORE z -inf (2")).isEqualTo(Reply.ONE);
            assertThat(run("ZREMRANGEBYLEX z [b [c")).isEqualTo(Reply.of(2));
            assertThat(run("ZREMRANGEBYSCORE z 0 1")).isEqualTo(Reply.ZERO);
            assertThat(events)
                    .containsExactly(
                            "ZSET zremrangebyrank z",
                            "ZSET zremrangebyscore z",
                            "ZSET zremrangebylex z",
                            "GENERIC del z");
        }

        @Test
        void boundsAreJudgedBeforeTheKey() {
            assertThat(run("ZREMRANGEBYRANK string x 1")).isEqualTo(NOT_INTEGER);
            assertThat(run("ZREMRANGEBYSCORE string x 1"))
                    .isEqualTo(Reply.failure("ERR min or max is not a float"));
        }
    }

    @Nested
    class Zunion {
        @BeforeEach
        void aSecondSet() {
            run("ZADD y 10 b 20 c 30 x");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "ZUNION 2 z y WITHSCORES|a ,1 d ,4 b ,12 c ,23 x ,30",
                    "ZUNION 2 z y WITHSCORES AGGREGATE MIN WEIGHTS 2 1"
                            + "|a ,2 b ,4 c ,6 d ,8 x ,30",
                    "ZUNION 2 z y WITHSCORES AGGREGATE MAX|a ,1 d ,4 b ,10 c ,20 x ,30",
                    "ZUNION 2 z z WITHSCORES|a ,2 b ,4 c ,6 d ,8",
                    "ZINTER 2 z y WITHSCORES|b ,12 c ,23",
                    "ZINTER 2 z none WITHSCORES|''",
                    "ZDIFF 2 z y WITHSCORES|a ,1 d ,4",
                    "ZUNION 1 i WEIGHTS 0 WITHSCORES|a ,0 b ,0 c ,0",
                    "ZINTER 2 i i WEIGHTS 1 -1 WITHSCORES|a ,0 b ,0 c ,0",
                    "ZUNION 1 i WEIGHTS -1 WITHSCORES|a ,-Infinity c ,-0 b ,Infinity"
                })
        void combines(String command, String expected) {
            run("ZADD i inf a -inf b 0 c");
            assertThat(run(command)).isEqualTo(pairs(expected));
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "ZUNION x z|ERR value is not an integer or out of range",
                    "ZUNION 0 z|ERR at least 1 input key is needed for 'zunion' command",
                    "ZDIFFSTORE d 0 z|ERR at least 1 input key is needed for 'zdiffstore' command",
                    "ZUNION 3 z y|ERR syntax error",
                    "ZUNION 1 z WEIGHTS 1 2|ERR syntax error",
                    "ZUNION 1 z WEIGHTS x|ERR weight value is not a float",
                    "ZUNION 1 z AGGREGATE foo|ERR syntax error",
                    "ZDIFF 1 z WEIGHTS 1|ERR syntax error",
                    "ZUNIONSTORE d 1 z WITHSCORES|ERR syntax error",
                    "ZUNIONSTORE d 1 none foo|ERR syntax error",
                    "ZINTERCARD 1 z LIMIT -1|ERR LIMIT can't be negative",
                    "ZINTERCARD 1 z LIMIT x|ERR LIMIT can't be negative",
                    "ZINTERCARD 1 z WITHSCORES|ERR syntax error"
                })
        void mistakes(String command, String error) {
            assertThat(run(command)).isEqualTo(Reply.failure(error));
        }

        @Test
        void theOldestServerWordsItOtherwise() {
            play(Profile.REDIS_6_2);
            assertThat(run("ZUNIONSTORE d 0 z"))
                    .isEqualTo(Reply.failure("ERR at least 1 input key is needed for zunionstore"));
        }

        @Test
        void storesInPlaceOfWhatIsThere() {
            List<String> events = events();
            assertThat(run("ZINTERSTORE string 2 z y WEIGHTS 2 3 AGGREGATE MAX"))
                    .isEqualTo(Reply.of(2));
            assertThat(run("ZRANGE string 0 -1 WITHSCORES")).isEqualTo(pairs("b ,30 c ,60"));
            assertThat(run("ZUNIONSTORE z 2 z y")).isEqualTo(Reply.of(5));
            assertThat(run("ZDIFFSTORE string 2 y y")).isEqualTo(Reply.ZERO);
            assertThat(server.db().exists(Bytes.of("string"))).isFalse();
            assertThat(events)
                    .containsExactly(
                            "ZSET zinterstore string", "ZSET zunionstore z", "GENERIC del string");
        }

        @Test
        void cardinalityStopsAtItsLimit() {
            assertThat(run("ZINTERCARD 2 z y")).isEqualTo(Reply.of(2));
            assertThat(run("ZINTERCARD 2 z y LIMIT 1")).isEqualTo(Reply.ONE);
            assertThat(run("ZINTERCARD 2 z y LIMIT 0")).isEqualTo(Reply.of(2));
            assertThat(run("ZINTERCARD 2 z none")).isEqualTo(Reply.ZERO);
        }
    }
}
