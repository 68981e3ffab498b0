package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.CountingHost;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LatencyCommandsTest {

    private static final long START = 1_700_000_000;

    /** Watches latency, and DEBUG SLEEP takes its time. */
    private static Conversation watching(Profile profile) {
        Conversation talk = Conversation.with(profile);
        talk.server()
                .state()
                .setHost(
                        new CountingHost(
                                nanos -> talk.server().advanceQuietly(Duration.ofNanos(nanos))));
        talk.say("CONFIG SET latency-monitor-threshold 1");
        return talk;
    }

    @Test
    void theWorstOfEachSecondIsKept() {
        Conversation talk = watching(Profile.REDIS_8_0);
        talk.say("DEBUG SLEEP 0.02");
        talk.say("DEBUG SLEEP 0.01");
        talk.server().advance(Duration.ofSeconds(1));
        talk.say("DEBUG SLEEP 0.005");
        assertThat(talk.say("LATENCY HISTORY command"))
                .isEqualTo("*[*[:" + START + ", :20], *[:" + (START + 1) + ", :5]]");
        assertThat(talk.say("LATENCY LATEST"))
                .isEqualTo("*[*[$command, :" + (START + 1) + ", :5, :20]]");
        assertThat(talk.say("LATENCY GRAPH command"))
                .isEqualTo(
                        "=txt:command - high 20 ms, low 5 ms (all time high 20 ms)\n"
                                + "-".repeat(80)
                                + "\n# \n| \n| \n|_\n  \n10\nss\n");
        assertThat(talk.say("LATENCY DOCTOR"))
                .contains("1. command: 2 latency spikes (average 12ms, mean deviation 7ms,")
                .contains("Worst all time event 20ms.");
    }

    @Test
    void whatIsForgottenIsCounted() {
        Conversation talk = watching(Profile.REDIS_8_0);
        talk.say("DEBUG SLEEP 0.02");
        assertThat(talk.say("LATENCY RESET nope")).isEqualTo(":0");
        assertThat(talk.say("LATENCY RESET command")).isEqualTo(":1");
        talk.say("DEBUG SLEEP 0.02");
        assertThat(talk.say("LATENCY RESET")).isEqualTo(":1");
        assertThat(talk.say("LATENCY LATEST")).isEqualTo("*[]");
    }

    @Test
    void nothingIsKnownOfWhatHasNotHappened() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        assertThat(talk.say("LATENCY HISTORY x")).isEqualTo("*[]");
        assertThat(talk.say("LATENCY GRAPH x"))
                .isEqualTo("-ERR No samples available for event 'x'");
        assertThat(talk.say("LATENCY DOCTOR")).startsWith("=txt:Latency is not watched.");
        assertThat(watching(Profile.REDIS_8_0).say("LATENCY DOCTOR")).startsWith("=txt:No spike");
    }

    @Test
    void histogramsCountCallsUpToPowersOfTwo() {
        Conversation talk = watching(Profile.REDIS_8_0);
        talk.say("SET k v");
        talk.say("DEBUG SLEEP 0.00003");
        talk.say("DEBUG SLEEP 0.00002");
        talk.say("DEBUG SLEEP 0.005");
        talk.say("CONFIG GET nope");
        assertThat(talk.say("LATENCY HISTOGRAM debug nope set config"))
                .isEqualTo(
                        "%[$debug, %[$calls, :3, $histogram_usec, %[:33, :2, :8454, :3]],"
                                + " $set, %[$calls, :1, $histogram_usec, %[:1, :1]],"
                                + " $config|set, %[$calls, :1, $histogram_usec, %[:1, :1]],"
                                + " $config|get, %[$calls, :1, $histogram_usec, %[:1, :1]]]");
        assertThat(talk.say("LATENCY HISTOGRAM")).contains("$debug, ").contains("$set, ");
        assertThat(Conversation.with(Profile.REDIS_6_2).say("LATENCY HISTOGRAM"))
                .startsWith("-ERR Unknown subcommand");
    }

    @Test
    void helpIsThere() {
        assertThat(Conversation.with(Profile.REDIS_8_0).say("LATENCY HELP"))
                .startsWith("*[+LATENCY <subcommand>");
    }
}
