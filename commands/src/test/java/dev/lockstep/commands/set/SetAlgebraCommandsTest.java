package dev.lockstep.commands.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expectations are what the real servers answered. */
class SetAlgebraCommandsTest {

    private Conversation talk = Conversation.with(Profile.REDIS_8_0);

    @BeforeEach
    void threeSets() {
        play(Profile.REDIS_8_0);
    }

    private void play(Profile profile) {
        talk = Conversation.with(profile);
        say("SADD a 5 x 3 y 1");
        say("SADD b y 5 z");
        say("SADD n 5 1 3");
        talk.events();
    }

    private String say(String line) {
        return talk.say(line);
    }

    private static String numbers(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "SINTER a b, '~[$y, $5]'",
        "SINTER b a a, '~[$y, $5]'",
        "SINTER a none, ~[]",
        "SINTER none, ~[]",
        "SINTER n, '~[$1, $3, $5]'",
        "SINTER a, '~[$5, $x, $3, $y, $1]'",
        "SUNION n none n, '~[$1, $3, $5]'",
        "SUNION none none, ~[]",
        "SDIFF n b, '~[$1, $3]'",
        "SDIFF n n, ~[]",
        "SDIFF none a, ~[]",
        "SDIFF n none, '~[$1, $3, $5]'"
    })
    void repliesAreSets(String command, String expected) {
        assertThat(say(command)).isEqualTo(expected);
    }

    @Test
    void aUnionHasEachMemberOnce() {
        say("SUNIONSTORE all a b n");
        assertThat(say("SCARD all")).isEqualTo(":6");
        assertThat(say("SMISMEMBER all 1 3 5 x y z")).isEqualTo("*[:1, :1, :1, :1, :1, :1]");
    }

    @ParameterizedTest
    @CsvSource({
        "SINTERCARD 2 a b, :2",
        "SINTERCARD 2 a b LIMIT 1, :1",
        "SINTERCARD 2 a b LIMIT 0, :2",
        "SINTERCARD 2 a b limit 5 LIMIT 1, :1",
        "SINTERCARD 2 a none, :0",
        "SINTERCARD 0 a, -ERR numkeys should be greater than 0",
        "SINTERCARD x a, -ERR numkeys should be greater than 0",
        "SINTERCARD 3 a b, '-ERR Number of keys can''t be greater than number of args'",
        "SINTERCARD 1 a LIMIT, -ERR syntax error",
        "SINTERCARD 1 a LIMIT -1, '-ERR LIMIT can''t be negative'",
        "SINTERCARD 1 a LIMIT x, '-ERR LIMIT can''t be negative'"
    })
    void sintercardCountsUpToALimit(String command, String expected) {
        assertThat(say(command)).isEqualTo(expected);
    }

    @Test
    void storingReplacesWhateverIsThere() {
        say("SET d x EX 100");
        talk.events();
        assertThat(say("SINTERSTORE d a b")).isEqualTo(":2");
        assertThat(say("TTL d")).isEqualTo(":-1");
        assertThat(say("SUNIONSTORE d a b")).isEqualTo(":6");
        assertThat(say("SDIFFSTORE d a b")).isEqualTo(":3");
        assertThat(talk.events()).containsExactly("sinterstore d", "sunionstore d", "sdiffstore d");
    }

    @ParameterizedTest
    @CsvSource({"SINTERSTORE", "SDIFFSTORE", "SUNIONSTORE"})
    void anEmptyResultDeletesTheDestination(String command) {
        say("SET d x");
        talk.events();
        assertThat(say(command + " d none none")).isEqualTo(":0");
        assertThat(say("EXISTS d")).isEqualTo(":0");
        assertThat(talk.events())
                .containsExactly("keymiss none", "keymiss none", "del d", "keymiss d");
        say(command + " d none");
        assertThat(talk.events()).containsExactly("keymiss none");
    }

    @Test
    void theOldestServerDoesNotLookSourcesUp() {
        play(Profile.REDIS_6_2);
        say("SUNIONSTORE d a none");
        say("ZUNIONSTORE z 2 a none");
        say("ZRANGESTORE y none 0 1");
        assertThat(talk.events())
                .containsExactly("new d", "sunionstore d", "new z", "zunionstore z");
        assertThat(talk.server().state().keyspace().hits()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "REDIS_6_2, SINTERSTORE d a n, intset",
        "REDIS_7_0, SINTERSTORE d a n, intset",
        "REDIS_8_0, SINTERSTORE d a n, intset",
        "REDIS_8_0, SINTERSTORE d a a, listpack",
        "VALKEY_8_0, SUNIONSTORE d n none, intset",
        "VALKEY_8_0, SUNIONSTORE d n a, listpack",
        "REDIS_7_0, SUNIONSTORE d n a, hashtable",
        "REDIS_8_0, SDIFFSTORE d a b, listpack",
        "REDIS_8_0, SDIFFSTORE d n b, intset"
    })
    void aStoredSetIsAsSmallAsItCanBe(Profile profile, String command, String expected) {
        play(profile);
        say(command);
        assertThat(say("OBJECT ENCODING d")).isEqualTo("$" + expected);
    }

    @Test
    void anIntersectionOfIntegersIsABlockOfThemAgain() {
        say("SADD big " + numbers(0, 600));
        say("SREM big " + numbers(0, 200));
        say("SINTERSTORE d big big");
        assertThat(say("OBJECT ENCODING d")).isEqualTo("$intset");
    }

    @Test
    void aDifferenceThatWasCopiedAtFirstKeepsTheFormOfTheCopy() {
        say("SADD big " + numbers(0, 600));
        say("SADD few 1 2");
        say("SADD most " + numbers(3, 596));
        say("SDIFFSTORE looked-up big most");
        assertThat(say("OBJECT ENCODING looked-up")).isEqualTo("$intset");
        say("SADD other 1");
        say("SDIFFSTORE copied big few other few other few");
        say("SREM copied " + numbers(3, 590));
        assertThat(say("OBJECT ENCODING copied")).isEqualTo("$hashtable");
        say("CONFIG SET set-max-intset-entries 4");
        say("SADD five 1 2 3 4 x");
        say("SREM five x");
        say("SADD five 5");
        say("SDIFFSTORE copied five few other few other");
        assertThat(say("OBJECT ENCODING copied")).isEqualTo("$hashtable");
        say("SDIFFSTORE looked-up five few");
        assertThat(say("OBJECT ENCODING looked-up")).isEqualTo("$intset");
    }

    @Test
    void setsTakePartInCombinationsOfSortedSetsWithScoresOfOne() {
        say("ZADD z 2.5 y 7 q");
        assertThat(say("ZUNION 2 z b WITHSCORES"))
                .isEqualTo("pairs[$5, ,1.0, $z, ,1.0, $y, ,3.5, $q, ,7.0]");
        assertThat(say("ZINTER 2 z b WITHSCORES")).isEqualTo("pairs[$y, ,3.5]");
        assertThat(say("ZDIFF 2 n b")).isEqualTo("*[$1, $3]");
        assertThat(say("ZINTERCARD 2 z b")).isEqualTo(":1");
        assertThat(say("ZUNIONSTORE d 2 z b WEIGHTS 1 10 AGGREGATE MAX")).isEqualTo(":4");
        assertThat(say("ZSCORE d y")).isEqualTo(",10.0");
    }

    @Test
    void theDigestOfASetDoesNotDependOnTheOrder() {
        String digest = "d80466ad9d0c79670f48bf20ae191fd792639f0a";
        assertThat(say("DEBUG DIGEST-VALUE a")).isEqualTo("*[+" + digest + "]");
        say("SADD other 1 3 5 x y");
        assertThat(say("DEBUG DIGEST-VALUE other")).isEqualTo("*[+" + digest + "]");
    }
}
