package dev.lockstep.commands.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Expectations are what the real servers answered; how clients are served is told elsewhere. */
class ListBlockingCommandsTest {

    private static final String WAITS = "[]"; // nothing is replied yet

    private Conversation talk;
    private Conversation waiting;

    @BeforeEach
    void connect() {
        use(Profile.REDIS_8_0);
    }

    private void use(Profile profile) {
        talk = Conversation.with(profile);
        waiting = talk.another();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "BLPOP nokey l 0;*[$l, $a]",
                "BRPOP nokey l 0;*[$l, $c]",
                "BLMOVE l to LEFT RIGHT 0;$a",
                "BRPOPLPUSH l to 0;$c",
                "BLMPOP 0 2 nokey l RIGHT COUNT 2;*[$l, *[$c, $b]]"
            })
    void whatIsThereIsTakenAtOnceOrWhenItComes(String command, String reply) {
        talk.say("RPUSH l a b c");
        assertThat(waiting.say(command)).isEqualTo(reply);

        talk.say("FLUSHALL");
        assertThat(waiting.say(command)).isEqualTo(WAITS);
        talk.say("RPUSH l a b c");
        assertThat(waiting.heard()).containsExactly(reply);
    }

    @ParameterizedTest
    @CsvSource({"BLPOP k 1", "BRPOP k 1", "BLMOVE k l LEFT LEFT 1", "BLMPOP 1 1 k LEFT"})
    void aMissingArrayEndsAWaitInVain(String command) {
        assertThat(waiting.say(command)).isEqualTo(WAITS);
        talk.server().advance(Duration.ofSeconds(1));
        assertThat(waiting.heard()).containsExactly("*-1");
    }

    @Test
    void withinATransactionNothingWaits() {
        talk.say("MULTI");
        talk.say("BLPOP k 0");
        talk.say("BLMOVE k l LEFT LEFT 0");
        talk.say("BRPOPLPUSH k l 0");
        talk.say("BLMPOP 0 1 k LEFT");
        assertThat(talk.say("EXEC")).isEqualTo("*[*-1, $-1, $-1, *-1]");
    }

    @Test
    void aMoveServesWhoWaitsForItsDestination() {
        Conversation second = talk.another();
        Conversation third = talk.another();
        third.say("BLPOP c 0");
        second.say("BRPOPLPUSH b c 0");
        waiting.say("BLMOVE a b LEFT RIGHT 0");
        talk.events();

        assertThat(talk.say("RPUSH a x")).isEqualTo(":1");
        assertThat(waiting.heard()).containsExactly("$x");
        assertThat(second.heard()).containsExactly("$x");
        assertThat(third.heard()).containsExactly("*[$c, $x]");
        assertThat(talk.events())
                .containsExactly(
                        "new a", "rpush a", "new b", "rpush b", "lpop a", "del a", "new c",
                        "lpush c", "rpop b", "del b", "lpop c", "del c");
    }

    @Test
    void aMoveWithinOneListServesEachClientOnce() {
        Conversation second = talk.another();
        waiting.say("BLMOVE k k LEFT RIGHT 0");
        second.say("BLMOVE k k LEFT RIGHT 0");

        talk.say("RPUSH k 1 2 3");
        assertThat(waiting.heard()).containsExactly("$1");
        assertThat(second.heard()).containsExactly("$2");
        assertThat(talk.say("LRANGE k 0 -1")).isEqualTo("*[$3, $1, $2]");
    }

    @ParameterizedTest
    @EnumSource
    void aDestinationOfAnotherTypeEndsTheWaitWithAnError(Profile profile) {
        use(profile);
        waiting.say("BLMOVE k to LEFT RIGHT 0");
        talk.say("SET to v");
        talk.say("RPUSH k 1");
        assertThat(waiting.heard())
                .containsExactly(
                        "-WRONGTYPE Operation against a key holding the wrong kind of value");
        assertThat(talk.say("LRANGE k 0 -1")).isEqualTo("*[$1]");
        assertThat(talk.say("INFO errorstats")).contains("errorstat_WRONGTYPE:count=1");
    }

    @ParameterizedTest
    @CsvSource({
        "BLPOP k x,timeout is not a float or out of range",
        "BLMOVE k l UP LEFT x,syntax error",
        "BLMOVE k l LEFT LEFT -1,timeout is negative",
        "BRPOPLPUSH k l -1,timeout is negative",
        "BLMPOP x 0 k LEFT,numkeys should be greater than 0",
        "BLMPOP x 1 k UP,syntax error",
        "BLMPOP x 1 k LEFT COUNT 0,count should be greater than 0",
        "BLMPOP x 1 k LEFT,timeout is not a float or out of range",
    })
    void theTimeoutIsJudgedLastButBeforeTheKey(String command, String complaint) {
        talk.say("SET k v");
        assertThat(talk.say(command)).isEqualTo("-ERR " + complaint);
    }

    @Test
    void whoWaitsInAnotherDatabaseIsServedThere() {
        waiting.say("SELECT 2");
        waiting.say("BLPOP k 0");
        talk.say("RPUSH k 1");
        assertThat(waiting.heard()).isEmpty();
        talk.say("SELECT 2");
        talk.say("RPUSH k 2");
        assertThat(waiting.heard()).containsExactly("*[$k, $2]");
    }
}
