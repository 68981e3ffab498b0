package dev.lockstep.commands.sortedset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expectations are what the real servers answered; how clients are served is told elsewhere. */
class SortedSetBlockingCommandsTest {

    private static final String WAITS = "[]"; // nothing is replied yet

    private final Conversation talk = Conversation.with(Profile.REDIS_8_0);
    private final Conversation waiting = talk.another();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "BZPOPMIN nokey z 0;*[$z, $a, ,1.0]",
                "BZPOPMAX nokey z 0;*[$z, $c, ,3.0]",
                "BZMPOP 0 2 nokey z MIN;*[$z, *[*[$a, ,1.0]]]",
                "BZMPOP 0 2 nokey z MAX COUNT 2;*[$z, *[*[$c, ,3.0], *[$b, ,2.0]]]"
            })
    void whatIsThereIsTakenAtOnceOrWhenItComes(String command, String reply) {
        talk.say("ZADD z 1 a 2 b 3 c");
        assertThat(waiting.say(command)).isEqualTo(reply);

        talk.say("FLUSHALL");
        assertThat(waiting.say(command)).isEqualTo(WAITS);
        talk.say("ZADD z 1 a 2 b 3 c");
        assertThat(waiting.heard()).containsExactly(reply);
    }

    @Test
    void withinATransactionNothingWaits() {
        talk.say("MULTI");
        talk.say("BZPOPMIN k 0");
        talk.say("BZMPOP 0 1 k MIN");
        assertThat(talk.say("EXEC")).isEqualTo("*[*-1, *-1]");
    }

    @ParameterizedTest
    @CsvSource({
        "BZPOPMIN k x,timeout is not a float or out of range",
        "BZMPOP x 0 k MIN,numkeys should be greater than 0",
        "BZMPOP x 1 k MUN,syntax error",
        "BZMPOP x 1 k MIN COUNT 0,count should be greater than 0",
        "BZMPOP x 1 k MIN,timeout is not a float or out of range",
    })
    void theTimeoutIsJudgedLastButBeforeTheKey(String command, String complaint) {
        talk.say("SET k v");
        assertThat(talk.say(command)).isEqualTo("-ERR " + complaint);
    }
}
