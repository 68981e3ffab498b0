package dev.lockstep.commands.generic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Expectations are what the real servers answered. */
class SortCommandTest {

    private Conversation talk = Conversation.with(Profile.REDIS_8_0);

    @BeforeEach
    void valuesAndWeights() {
        play(Profile.REDIS_8_0);
    }

    private void play(Profile profile) {
        talk = Conversation.with(profile);
        say("RPUSH l 3 1 10 2");
        say("SADD s 3 1 2");
        say("ZADD z 1 3 2 1 3 2");
        say("MSET w_1 30 w_2 20 w_3 10 o_1 one o_2 two");
        say("HSET h_1 f c g x");
        say("HSET h_2 f b");
        say("HSET h_3 f a");
        talk.events();
    }

    private String say(String line) {
        return talk.say(line);
    }

    @ParameterizedTest
    @CsvSource({
        "SORT l, '*[$1, $2, $3, $10]'",
        "SORT l DESC, '*[$10, $3, $2, $1]'",
        "SORT l DESC ASC, '*[$1, $2, $3, $10]'",
        "SORT l ALPHA, '*[$1, $10, $2, $3]'",
        "SORT s DESC, '*[$3, $2, $1]'",
        "SORT z, '*[$1, $2, $3]'",
        "SORT none, *[]",
        "SORT l LIMIT 1 2, '*[$2, $3]'",
        "SORT l LIMIT -5 2, '*[$1, $2]'",
        "SORT l LIMIT 2 -1, '*[$3, $10]'",
        "SORT l LIMIT 9 2, *[]",
        "SORT l LIMIT 0 0, *[]",
        "SORT s BY w_*, '*[$3, $2, $1]'",
        "SORT l BY w_*, '*[$10, $3, $2, $1]'",
        "SORT s BY h_*->f ALPHA, '*[$3, $2, $1]'",
        "SORT l BY nosort, '*[$3, $1, $10, $2]'",
        "SORT l BY nosort DESC, '*[$2, $10, $1, $3]'",
        "SORT l BY nosort LIMIT 1 2, '*[$1, $10]'",
        "SORT z BY nosort, '*[$3, $1, $2]'",
        "SORT z BY nosort DESC LIMIT 0 2, '*[$2, $1]'",
        "SORT s BY nosort DESC, '*[$1, $2, $3]'",
        "SORT s GET # GET o_*, '*[$1, $one, $2, $two, $3, $-1]'",
        "SORT s GET h_*->f GET h_*->g, '*[$c, $x, $b, $-1, $a, $-1]'",
        "SORT s GET fixed, '*[$-1, $-1, $-1]'",
        "SORT s GET h_*->, '*[$-1, $-1, $-1]'",
        "SORT s GET h_*, '*[$-1, $-1, $-1]'",
        "SORT_RO s BY w_* GET o_*, '*[$-1, $two, $one]'"
    })
    void elementsInTheOrderAskedFor(String command, String expected) {
        assertThat(say(command)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "SORT w_1, -WRONGTYPE Operation against a key holding the wrong kind of value",
        "SORT w_1 FOO, -ERR syntax error",
        "SORT l LIMIT 1, -ERR syntax error",
        "SORT l LIMIT x 1, -ERR value is not an integer or out of range",
        "SORT l GET, -ERR syntax error",
        "SORT_RO l STORE d, -ERR syntax error",
        "SORT s BY h_*->f, '-ERR One or more scores can''t be converted into double'",
        "SORT l BY o_* STORE d, '-ERR One or more scores can''t be converted into double'"
    })
    void refusals(String command, String expected) {
        assertThat(say(command)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "REDIS_6_2, ' 1', :3",
        "VALKEY_8_0, 0x10, :3",
        "REDIS_7_0, 1e400, '-ERR One or more scores can''t be converted into double'",
        "REDIS_8_0, ' 1', '-ERR One or more scores can''t be converted into double'",
        "REDIS_8_0, 0x10, '-ERR One or more scores can''t be converted into double'",
        "REDIS_8_0, 1e400, :3",
        "REDIS_8_0, nan, '-ERR One or more scores can''t be converted into double'",
        "REDIS_7_0, '', :3"
    })
    void whatANumberIsDependsOnTheServer(Profile profile, String element, String expected) {
        play(profile);
        talk.server().run("RPUSH", "numbers", "2", element, "-3");
        assertThat(say("SORT numbers STORE d")).isEqualTo(expected);
    }

    @Test
    void equalNumbersAreOrderedByTheElements() {
        say("RPUSH same 1.0 1 01 -0 0");
        assertThat(say("SORT same")).isEqualTo("*[$-0, $0, $01, $1, $1.0]");
        assertThat(say("SORT same DESC")).isEqualTo("*[$1.0, $1, $01, $0, $-0]");
    }

    @Test
    void aStoredResultIsAListWithEmptyTextsForWhatIsMissing() {
        say("SET d x EX 100");
        talk.events();
        assertThat(say("SORT s GET o_* STORE d")).isEqualTo(":3");
        assertThat(say("LRANGE d 0 -1")).isEqualTo("*[$one, $two, $]");
        assertThat(say("TTL d")).isEqualTo(":-1");
        assertThat(talk.events()).containsExactly("keymiss o_3", "sortstore d");
        assertThat(say("SORT none STORE d")).isEqualTo(":0");
        assertThat(talk.events()).containsExactly("keymiss none", "del d");
    }

    @ParameterizedTest
    @EnumSource
    void aSetThatIsNotSortedIsSortedAllTheSameWhereItIsStored(Profile profile) {
        play(profile);
        say("SADD names c a b");
        say("SORT names BY nosort STORE d");
        assertThat(say("LRANGE d 0 -1")).isEqualTo("*[$a, $b, $c]");
    }

    @Test
    void aSortedSetIsNoLongerPacked() {
        assertThat(say("OBJECT ENCODING z")).isEqualTo("$listpack");
        say("SORT z");
        assertThat(say("OBJECT ENCODING z")).isEqualTo("$skiplist");
    }

    @ParameterizedTest
    @CsvSource({
        "SORT l, '*[$l]'",
        "SORT l BY STORE GET STORE STORE d, '*[$l, $d]'",
        "SORT l STORE a STORE b, '*[$l, $b]'",
        "SORT l LIMIT STORE d, '*[$l]'",
        "SORT_RO l BY w_*, '*[$l]'"
    })
    void commandFindsItsKeys(String command, String expected) {
        assertThat(say("COMMAND GETKEYS " + command)).isEqualTo(expected);
    }
}
