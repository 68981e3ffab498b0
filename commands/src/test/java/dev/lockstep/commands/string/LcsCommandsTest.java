package dev.lockstep.commands.string;

import static dev.lockstep.profile.Profile.REDIS_6_2;
import static dev.lockstep.profile.Profile.REDIS_8_0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.testing.Conversation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Expectations are what the real servers answered. */
class LcsCommandsTest {

    private Conversation talk = Conversation.with(REDIS_8_0);

    private String say(String line) {
        return talk.say(line);
    }

    @BeforeEach
    void twoStringsAreThere() {
        say("MSET a ohmytext b mynewtext");
    }

    @Test
    void theSubsequenceItself() {
        assertThat(say("LCS a b")).isEqualTo("$mytext");
        assertThat(say("LCS a b LEN")).isEqualTo(":6");
        assertThat(say("LCS a nokey")).isEqualTo("$");
    }

    @Test
    void itsStretchesTheLastFirst() {
        assertThat(say("LCS a b IDX"))
                .isEqualTo(
                        "%[$matches, *[*[*[:4, :7], *[:5, :8]], *[*[:2, :3], *[:0, :1]]], $len,"
                                + " :6]");
        assertThat(say("LCS a b IDX MINMATCHLEN 4 WITHMATCHLEN"))
                .isEqualTo("%[$matches, *[*[*[:4, :7], *[:5, :8], :4]], $len, :6]");
    }

    @Test
    void keysAreJudgedBeforeOptions() {
        talk.server().run("HSET", "h", "f", "v");
        assertThat(say("LCS h b FOO"))
                .isEqualTo("-ERR The specified keys must contain string values");
        assertThat(say("LCS a b FOO")).isEqualTo("-ERR syntax error");
        assertThat(say("LCS a b IDX MINMATCHLEN")).isEqualTo("-ERR syntax error");
        assertThat(say("LCS a b MINMATCHLEN x"))
                .isEqualTo("-ERR value is not an integer or out of range");
        assertThat(say("LCS a b IDX LEN"))
                .isEqualTo("-ERR If you want both the length and indexes, please just use IDX.");
    }

    @Test
    void whatNeedsTooMuchMemoryIsRefused() {
        say("SETRANGE a 99999 x");
        say("SETRANGE b 99999 x");
        assertThat(say("LCS a b"))
                .isEqualTo(
                        "-ERR Insufficient memory, transient memory for LCS exceeds"
                                + " proto-max-bulk-len");
    }

    @Test
    void theOldestServersCallItStralgo() {
        talk = Conversation.with(REDIS_6_2);
        say("MSET a ohmytext b mynewtext");
        assertThat(say("STRALGO LCS KEYS a b")).isEqualTo("$mytext");
        assertThat(say("STRALGO LCS LEN STRINGS ohmytext mynewtext")).isEqualTo(":6");
        assertThat(say("STRALGO FOO")).isEqualTo("-ERR syntax error");
        assertThat(say("STRALGO LCS STRINGS a")).isEqualTo("-ERR syntax error");
        assertThat(say("STRALGO LCS IDX"))
                .isEqualTo(
                        "-ERR Please specify two strings: STRINGS or KEYS options are mandatory");
        assertThat(say("STRALGO LCS STRINGS a b KEYS a b"))
                .isEqualTo("-ERR Either use STRINGS or KEYS");
    }
}
