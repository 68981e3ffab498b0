package dev.lockstep.commands.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.HashValue;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.KeyspaceListener;
import dev.lockstep.keyspace.StringValue;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are what the real servers answered. */
class HashCommandsTest {

    private static final Reply WRONG_TYPE =
            Reply.failure("WRONGTYPE Operation against a key holding the wrong kind of value");
    private static final Reply SYNTAX = Reply.failure("ERR syntax error");
    private static final Reply NOT_INTEGER =
            Reply.failure("ERR value is not an integer or out of range");
    private static final String LONG_TEXT = "x".repeat(65);

    private TestServer server = TestServer.create();

    @BeforeEach
    void aStringIsThere() {
        server.db().put(Bytes.of("string"), new StringValue(Bytes.of("x")));
    }

    private Reply run(String... words) {
        return server.run(words);
    }

    private static Reply bulks(String... values) {
        List<Reply> bulks = new ArrayList<>();
        for (String value : values) {
            bulks.add(Reply.bulk(value));
        }
        return Reply.array(bulks);
    }

    private String encoding(String key) {
        Value value = Objects.requireNonNull(server.db().peek(Bytes.of(key))).value();
        return value.encoding(server.state().profile());
    }

    private static String[] pairs(String command, String key, int count) {
        List<String> words = new ArrayList<>(List.of(command, key));
        for (int i = 0; i < count; i++) {
            words.add("f" + i);
            words.add("1");
        }
        return words.toArray(String[]::new);
    }

    /** The events of the first database, in their order. */
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
                "HDEL string f",
                "HEXISTS string f",
                "HGET string f",
                "HGETALL string",
                "HINCRBY string f 1",
                "HKEYS string",
                "HLEN string",
                "HMGET string f",
                "HMSET string f v",
                "HRANDFIELD string",
                "HRANDFIELD string 0",
                "HSCAN string 0 bad",
                "HSET string f v",
                "HSETNX string f v",
                "HSTRLEN string f",
                "HVALS string"
            })
    void aKeyOfAnotherTypeIsRefused(String command) {
        assertThat(run(command.split(" "))).isEqualTo(WRONG_TYPE);
    }

    @Nested
    class Hset {
        @Test
        void countsTheFieldsThatAreNew() {
            assertThat(run("HSET", "h", "a", "1", "b", "2")).isEqualTo(Reply.of(2));
            assertThat(run("HSET", "h", "a", "3", "c", "4", "c", "5")).isEqualTo(Reply.of(1));
            assertThat(run("HGET", "h", "a")).isEqualTo(Reply.bulk("3"));
            assertThat(run("HGET", "h", "c")).isEqualTo(Reply.bulk("5"));
        }

        @Test
        void anOddNumberOfWordsIsAnArityErrorEvenOnAStringKey() {
            assertThat(run("HSET", "string", "a", "1", "b"))
                    .isEqualTo(Reply.failure("ERR wrong number of arguments for 'hset' command"));
            assertThat(run("HMSET", "h", "a", "1", "b"))
                    .isEqualTo(Reply.failure("ERR wrong number of arguments for 'hmset' command"));
        }

        @Test
        void hmsetAnswersOk() {
            assertThat(run("HMSET", "h", "a", "1")).isEqualTo(Reply.OK);
            assertThat(run("HGETALL", "h"))
                    .isEqualTo(new Reply.MapOf(List.of(Reply.bulk("a"), Reply.bulk("1"))));
        }

        @Test
        void keepsTheDeadlineOfTheKey() {
            run("HSET", "h", "a", "1");
            server.db().setDeadline(Bytes.of("h"), server.nowMillis() + 1000);
            run("HSET", "h", "b", "1");
            assertThat(server.db().sizeWithDeadline()).isEqualTo(1);
        }

        @Test
        void sendsOneEvent() {
            List<String> events = events();
            run("HSET", "h", "a", "1", "b", "2");
            run("HMSET", "h", "a", "1");
            assertThat(events).containsExactly("HASH hset h", "HASH hset h");
        }
    }

    @Nested
    class Hsetnx {
        @Test
        void setsOnlyAFieldThatIsNotThere() {
            assertThat(run("HSETNX", "h", "a", "1")).isEqualTo(Reply.ONE);
            assertThat(run("HSETNX", "h", "a", "2")).isEqualTo(Reply.ZERO);
            assertThat(run("HGET", "h", "a")).isEqualTo(Reply.bulk("1"));
        }
    }

    @Nested
    class Hget {
        @Test
        void missingFieldsAndKeysAreNil() {
            run("HSET", "h", "a", "1");
            assertThat(run("HGET", "h", "b")).isEqualTo(Reply.NIL);
            assertThat(run("HGET", "none", "b")).isEqualTo(Reply.NIL);
            assertThat(run("HMGET", "h", "a", "b", "a"))
                    .isEqualTo(Reply.array(Reply.bulk("1"), Reply.NIL, Reply.bulk("1")));
            assertThat(run("HMGET", "none", "a", "b")).isEqualTo(Reply.array(Reply.NIL, Reply.NIL));
        }

        @Test
        void lengthsOfValues() {
            run("HSET", "h", "a", "hello");
            assertThat(run("HSTRLEN", "h", "a")).isEqualTo(Reply.of(5));
            assertThat(run("HSTRLEN", "h", "b")).isEqualTo(Reply.ZERO);
            assertThat(run("HEXISTS", "h", "a")).isEqualTo(Reply.ONE);
            assertThat(run("HEXISTS", "none", "a")).isEqualTo(Reply.ZERO);
        }
    }

    @Nested
    class Hgetall {
        @Test
        void fieldsComeInOrderOfInsertion() {
            run("HSET", "h", "b", "1", "a", "2", "c", "3");
            run("HSET", "h", "b", "4");
            run("HDEL", "h", "a");
            run("HSET", "h", "a", "5");
            assertThat(run("HKEYS", "h")).isEqualTo(bulks("b", "c", "a"));
            assertThat(run("HVALS", "h")).isEqualTo(bulks("4", "3", "5"));
            assertThat(run("HLEN", "h")).isEqualTo(Reply.of(3));
        }

        @Test
        void aMissingKeyIsAnEmptyHash() {
            assertThat(run("HGETALL", "none")).isEqualTo(new Reply.MapOf(List.of()));
            assertThat(run("HKEYS", "none")).isEqualTo(Reply.EMPTY_ARRAY);
            assertThat(run("HVALS", "none")).isEqualTo(Reply.EMPTY_ARRAY);
            assertThat(run("HLEN", "none")).isEqualTo(Reply.ZERO);
        }
    }

    @Nested
    class Hdel {
        @Test
        void theLastFieldTakesTheKeyWithIt() {
            run("HSET", "h", "a", "1", "b", "2");
            List<String> events = events();
            assertThat(run("HDEL", "h", "a", "a", "none")).isEqualTo(Reply.ONE);
            assertThat(run("HDEL", "h", "none")).isEqualTo(Reply.ZERO);
            assertThat(run("HDEL", "h", "b")).isEqualTo(Reply.ONE);
            assertThat(server.db().exists(Bytes.of("h"))).isFalse();
            assertThat(events).containsExactly("HASH hdel h", "HASH hdel h", "GENERIC del h");
        }
    }

    @Nested
    class Hincrby {
        @Test
        void addsToWhatIsThere() {
            assertThat(run("HINCRBY", "h", "a", "5")).isEqualTo(Reply.of(5));
            assertThat(run("HINCRBY", "h", "a", "-7")).isEqualTo(Reply.of(-2));
            assertThat(run("HGET", "h", "a")).isEqualTo(Reply.bulk("-2"));
        }

        @Test
        void theIncrementIsJudgedBeforeTheKey() {
            assertThat(run("HINCRBY", "string", "a", "x")).isEqualTo(NOT_INTEGER);
        }

        @Test
        void refusesTextAndOverflow() {
            run("HSET", "h", "text", " 1", "max", "9223372036854775807");
            assertThat(run("HINCRBY", "h", "text", "1"))
                    .isEqualTo(Reply.failure("ERR hash value is not an integer"));
            assertThat(run("HINCRBY", "h", "max", "1"))
                    .isEqualTo(Reply.failure("ERR increment or decrement would overflow"));
            assertThat(run("HINCRBY", "h", "max", "-1")).isEqualTo(Reply.of(9223372036854775806L));
        }
    }

    @Nested
    class Hincrbyfloat {
        @Test
        void addsInLongDoubles() {
            assertThat(run("HINCRBYFLOAT", "h", "a", "10.5")).isEqualTo(Reply.bulk("10.5"));
            assertThat(run("HINCRBYFLOAT", "h", "a", "0.1")).isEqualTo(Reply.bulk("10.6"));
            assertThat(run("HINCRBYFLOAT", "h", "a", "-5e3"))
                    .isEqualTo(Reply.bulk("-4989.39999999999999991"));
            assertThat(run("HINCRBYFLOAT", "h", "b", "0x10")).isEqualTo(Reply.bulk("16"));
            assertThat(run("HGET", "h", "a")).isEqualTo(Reply.bulk("-4989.39999999999999991"));
        }

        @Test
        void theIncrementIsJudgedBeforeTheKey() {
            Reply notFloat = Reply.failure("ERR value is not a valid float");
            assertThat(run("HINCRBYFLOAT", "string", "a", "x")).isEqualTo(notFloat);
            assertThat(run("HINCRBYFLOAT", "string", "a", "nan")).isEqualTo(notFloat);
            assertThat(run("HINCRBYFLOAT", "string", "a", " 1")).isEqualTo(notFloat);
            assertThat(run("HINCRBYFLOAT", "string", "a", "inf"))
                    .isEqualTo(Reply.failure("ERR value is NaN or Infinity"));
            assertThat(run("HINCRBYFLOAT", "string", "a", "1")).isEqualTo(WRONG_TYPE);
        }

        @Test
        void refusesTextAndInfinity() {
            run("HSET", "h", "text", "x", "infinite", "inf");
            assertThat(run("HINCRBYFLOAT", "h", "text", "1"))
                    .isEqualTo(Reply.failure("ERR hash value is not a float"));
            Reply notFinite = Reply.failure("ERR increment would produce NaN or Infinity");
            assertThat(run("HINCRBYFLOAT", "h", "infinite", "1")).isEqualTo(notFinite);
            server = TestServer.create(Profile.REDIS_6_2);
            run("HSET", "h", "a", "1");
            assertThat(run("HINCRBYFLOAT", "h", "a", "inf")).isEqualTo(notFinite);
        }
    }

    @Nested
    class Hrandfield {
        @Test
        void aPositiveCountGivesDifferentFields() {
            run(pairs("HSET", "h", 20));
            Reply.Array some = (Reply.Array) run("HRANDFIELD", "h", "5");
            assertThat(some.elements()).hasSize(5).doesNotHaveDuplicates();
            Reply.Array most = (Reply.Array) run("HRANDFIELD", "h", "15");
            assertThat(most.elements()).hasSize(15).doesNotHaveDuplicates();
            assertThat(run("HRANDFIELD", "h", "100")).isEqualTo(run("HKEYS", "h"));
        }

        @Test
        void aNegativeCountMayRepeat() {
            run("HSET", "h", "a", "1");
            assertThat(run("HRANDFIELD", "h", "-3")).isEqualTo(bulks("a", "a", "a"));
            assertThat(run("HRANDFIELD", "h", "-2", "withvalues"))
                    .isEqualTo(
                            new Reply.Pairs(
                                    List.of(
                                            Reply.bulk("a"),
                                            Reply.bulk("1"),
                                            Reply.bulk("a"),
                                            Reply.bulk("1"))));
        }

        @Test
        void everyFieldIsDrawnSometimes() {
            run("HSET", "h", "a", "1", "b", "2", "c", "3");
            Set<Reply> drawn = new HashSet<>();
            for (int i = 0; i < 200; i++) {
                drawn.add(run("HRANDFIELD", "h"));
            }
            assertThat(drawn).hasSize(3);
        }

        @Test
        void aMissingKeyIsNilOrEmpty() {
            assertThat(run("HRANDFIELD", "none")).isEqualTo(Reply.NIL);
            assertThat(run("HRANDFIELD", "none", "2")).isEqualTo(Reply.EMPTY_ARRAY);
            run("HSET", "h", "a", "1");
            assertThat(run("HRANDFIELD", "h", "0", "WITHVALUES")).isEqualTo(Reply.EMPTY_ARRAY);
        }

        @Test
        void countAndSyntaxAreJudgedBeforeTheKey() {
            assertThat(run("HRANDFIELD", "string", "x")).isEqualTo(NOT_INTEGER);
            assertThat(run("HRANDFIELD", "string", "1", "x")).isEqualTo(SYNTAX);
            assertThat(run("HRANDFIELD", "h", "1", "withvalues", "x")).isEqualTo(SYNTAX);
            assertThat(run("HRANDFIELD", "none", "-9223372036854775808"))
                    .isEqualTo(
                            Reply.failure(
                                    "ERR value is out of range, value must between"
                                            + " -9223372036854775807 and 9223372036854775807"));
            assertThat(run("HRANDFIELD", "none", "-4611686018427387904", "withvalues"))
                    .isEqualTo(Reply.failure("ERR value is out of range"));
            assertThat(run("HRANDFIELD", "none", "4611686018427387903", "withvalues"))
                    .isEqualTo(Reply.EMPTY_ARRAY);
        }
    }

    @Nested
    class Hscan {
        @Test
        void aPackedHashIsReturnedAtOnce() {
            run("HSET", "h", "a", "1", "b", "2");
            assertThat(run("HSCAN", "h", "0", "COUNT", "1"))
                    .isEqualTo(Reply.array(Reply.bulk("0"), bulks("a", "1", "b", "2")));
            assertThat(run("HSCAN", "h", "0", "MATCH", "x", "MATCH", "b"))
                    .isEqualTo(Reply.array(Reply.bulk("0"), bulks("b", "2")));
            assertThat(run("HSCAN", "h", "0", "NOVALUES"))
                    .isEqualTo(Reply.array(Reply.bulk("0"), bulks("a", "b")));
        }

        @Test
        void aTableIsScannedInSteps() {
            run(pairs("HSET", "h", 1000));
            Set<Reply> seen = new HashSet<>();
            String cursor = "0";
            int steps = 0;
            do {
                Reply.Array reply =
                        (Reply.Array) run("HSCAN", "h", cursor, "COUNT", "50", "NOVALUES");
                cursor = ((Reply.Bulk) reply.elements().get(0)).value().utf8();
                seen.addAll(((Reply.Array) reply.elements().get(1)).elements());
                steps++;
            } while (!cursor.equals("0"));
            assertThat(seen).hasSize(1000);
            assertThat(steps).isGreaterThan(5);
        }

        @Test
        void optionsOfAMissingKeyAreNotLookedAt() {
            assertThat(run("HSCAN", "none", "0", "bad"))
                    .isEqualTo(Reply.array(Reply.bulk("0"), Reply.EMPTY_ARRAY));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "COUNT",
                    "COUNT 0",
                    "COUNT -1",
                    "MATCH",
                    "TYPE hash",
                    "bad",
                    "COUNT 0 bad"
                })
        void badOptionsAreSyntaxErrors(String options) {
            run("HSET", "h", "a", "1");
            assertThat(run(("HSCAN h 0 " + options).split(" "))).isEqualTo(SYNTAX);
        }

        @Test
        void aCountThatIsNoNumberIsSaidToBeNone() {
            run("HSET", "h", "a", "1");
            assertThat(run("HSCAN", "h", "0", "COUNT", "x", "bad")).isEqualTo(NOT_INTEGER);
        }

        @Test
        void theCursorIsJudgedFirst() {
            for (String cursor : List.of("x", "1x", "0x1", "99999999999999999999", "", "-1")) {
                assertThat(run("HSCAN", "string", cursor))
                        .as(cursor)
                        .isEqualTo(Reply.failure("ERR invalid cursor"));
            }
            for (String cursor : List.of(" 1", "+1", "01", "-18446744073709551615")) {
                assertThat(run("HSCAN", "none", cursor))
                        .as(cursor)
                        .isEqualTo(Reply.array(Reply.bulk("0"), Reply.EMPTY_ARRAY));
            }
        }

        @Test
        void olderServersReadCursorsOtherwiseAndKnowNoNovalues() {
            server = TestServer.create(Profile.REDIS_7_0);
            run("HSET", "h", "a", "1");
            assertThat(run("HSCAN", "none", " 1")).isEqualTo(Reply.failure("ERR invalid cursor"));
            for (String cursor : List.of("", "-1", "+1", "01", "18446744073709551615")) {
                assertThat(run("HSCAN", "none", cursor))
                        .as(cursor)
                        .isEqualTo(Reply.array(Reply.bulk("0"), Reply.EMPTY_ARRAY));
            }
            assertThat(run("HSCAN", "h", "0", "NOVALUES")).isEqualTo(SYNTAX);
        }
    }

    @Nested
    class Encoding {
        @ParameterizedTest
        @EnumSource(Profile.class)
        void aHashIsPackedUpToTheLimits(Profile profile) {
            server = TestServer.create(profile);
            String packed = profile == Profile.REDIS_6_2 ? "ziplist" : "listpack";
            run(pairs("HSET", "h", 512));
            assertThat(encoding("h")).isEqualTo(packed);
            run("HSET", "h", "f0", "other");
            assertThat(encoding("h")).isEqualTo(packed);
            run("HSET", "h", "one more", "1");
            run("HDEL", "h", "f1", "f2");
            assertThat(encoding("h")).isEqualTo("hashtable");
            run("HSET", "short", "a", "x".repeat(64));
            assertThat(encoding("short")).isEqualTo(packed);
            run("HSETNX", "long", LONG_TEXT, "1");
            assertThat(encoding("long")).isEqualTo("hashtable");
        }

        @Test
        void manyWordsUnpackBeforehandOnNewerServers() {
            List<String> words = new ArrayList<>(List.of("HSET", "h"));
            for (int i = 0; i < 513; i++) {
                words.addAll(List.of("same", "1"));
            }
            run(words.toArray(String[]::new));
            assertThat(encoding("h")).isEqualTo("hashtable");
            server = TestServer.create(Profile.REDIS_7_0);
            run(words.toArray(String[]::new));
            assertThat(encoding("h")).isEqualTo("listpack");
        }

        @Test
        void theOldestServerDoesNotMindTheLengthOfAnIncrementedField() {
            run("HINCRBY", "h", LONG_TEXT, "1");
            assertThat(encoding("h")).isEqualTo("hashtable");
            server = TestServer.create(Profile.REDIS_6_2);
            run("HINCRBY", "h", LONG_TEXT, "1");
            assertThat(encoding("h")).isEqualTo("ziplist");
        }

        @Test
        void theOldestServerUnpacksForAValueThatHsetnxThenDeclines() {
            server = TestServer.create(Profile.REDIS_6_2);
            run("HSET", "h", "a", "1");
            run("HSETNX", "h", "a", LONG_TEXT);
            assertThat(encoding("h")).isEqualTo("hashtable");
        }

        @Test
        void limitsAreSettings() {
            server.state().config().set("hash-max-listpack-entries", "1");
            run("HSET", "h", "a", "1");
            assertThat(encoding("h")).isEqualTo("listpack");
            run("HSET", "h", "b", "1");
            assertThat(encoding("h")).isEqualTo("hashtable");
        }

        @Test
        void aCopySharesNothing() {
            run("HSET", "h", "a", "1");
            HashValue original = server.db().read(Bytes.of("h"), HashValue.class);
            HashValue copy = Objects.requireNonNull(original).copy();
            run("HSET", "h", "a", "2");
            assertThat(copy.get(Bytes.of("a"))).isEqualTo(Bytes.of("1"));
        }
    }
}
