package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.CountingHost;
import dev.lockstep.testing.TestServer;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SlowLogCommandsTest {

    /** Logs everything, however fast. */
    private static Conversation logging(Profile profile) {
        Conversation talk = Conversation.with(profile);
        talk.say("CONFIG SET slowlog-log-slower-than 0");
        talk.say("SLOWLOG RESET");
        return talk;
    }

    private static final long START = TestServer.START_MILLIS / 1000;
    private static final String END = ", $127.0.0.1:50001, $]";

    @ParameterizedTest
    @EnumSource(Profile.class)
    void entriesComeWithTheLatestFirst(Profile profile) {
        Conversation talk = logging(profile);
        talk.say("SET foo bar");
        talk.say("GET foo");
        assertThat(talk.say("SLOWLOG GET 2"))
                .isEqualTo(
                        "*[*[:3, :"
                                + START
                                + ", :0, *[$GET, $foo]"
                                + END
                                + ", *[:2, :"
                                + START
                                + ", :0, *[$SET, $foo, $bar]"
                                + END
                                + "]");
        assertThat(talk.say("SLOWLOG LEN")).isEqualTo(":4");
        talk.say("SLOWLOG RESET");
        assertThat(talk.say("SLOWLOG GET 1")).startsWith("*[*[:6, ");
    }

    @Test
    void onlyWhatTakesLongIsLogged() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.server()
                .state()
                .setHost(
                        new CountingHost(
                                nanos -> talk.server().advanceQuietly(Duration.ofNanos(nanos))));
        talk.say("DEBUG SLEEP 0.009");
        assertThat(talk.say("SLOWLOG LEN")).isEqualTo(":0");
        talk.say("DEBUG SLEEP 0.01");
        assertThat(talk.say("SLOWLOG GET")).contains(", :10000, *[$DEBUG, $SLEEP, $0.01], ");
        talk.say("CONFIG SET slowlog-log-slower-than -1");
        talk.say("DEBUG SLEEP 1");
        assertThat(talk.say("SLOWLOG LEN")).isEqualTo(":1");
    }

    @Test
    void execIsNotLoggedButWhatItRunsIs() {
        Conversation talk = logging(Profile.REDIS_8_0);
        talk.say("MULTI");
        talk.say("PING");
        talk.say("EXEC");
        assertThat(talk.say("SLOWLOG GET 2")).contains("*[$PING]").contains("*[$MULTI]");
    }

    @Test
    void secretsAreNotShown() {
        Conversation talk = logging(Profile.REDIS_8_0);
        talk.say("CONFIG SET masterauth x maxmemory 0");
        talk.say("AUTH a b");
        talk.say("HELLO 2 AUTH a b SETNAME x");
        assertThat(talk.say("SLOWLOG GET 3"))
                .contains("*[$HELLO, $2, $AUTH, $(redacted), $(redacted), $SETNAME, $x]")
                .contains("*[$AUTH, $(redacted), $(redacted)]")
                .contains("*[$CONFIG, $SET, $masterauth, $(redacted), $maxmemory, $0]");
    }

    @Test
    void longCommandsAreCut() {
        Conversation talk = logging(Profile.REDIS_8_0);
        talk.say("SADD s " + String.join(" ", Collections.nCopies(40, "m")));
        assertThat(talk.say("SLOWLOG GET 1"))
                .contains("*[$SADD, $s, " + "$m, ".repeat(29) + "$... (11 more arguments)]");
        talk.say("SET k " + "v".repeat(130));
        assertThat(talk.say("SLOWLOG GET 1"))
                .contains("*[$SET, $k, $" + "v".repeat(128) + "... (2 more bytes)]");
    }

    @Test
    void noMoreAreKeptThanSettingsSay() {
        Conversation talk = logging(Profile.REDIS_8_0);
        talk.say("CONFIG SET slowlog-max-len 2");
        talk.say("PING");
        talk.say("PING");
        talk.say("PING");
        assertThat(talk.say("SLOWLOG LEN")).isEqualTo(":2");
        talk.say("CONFIG SET slowlog-max-len 0");
        assertThat(talk.say("SLOWLOG LEN")).isEqualTo(":2");
        Conversation old = logging(Profile.REDIS_7_0);
        old.say("CONFIG SET slowlog-max-len 0");
        assertThat(old.say("SLOWLOG LEN")).isEqualTo(":0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redis-8.0 | GET -2  | -ERR count should be greater than or equal to -1",
                "redis-8.0 | GET x   | -ERR count should be greater than or equal to -1",
                "redis-8.0 | GET 0   | *[]",
                "redis-8.0 | GET 1 2 | -ERR unknown subcommand or wrong number of arguments for"
                        + " 'GET'. Try SLOWLOG HELP.",
                "redis-8.0 | nope    | -ERR unknown subcommand 'nope'. Try SLOWLOG HELP.",
                "redis-6.2 | GET -2  | *[]",
                "redis-6.2 | GET x   | -ERR value is not an integer or out of range",
                "redis-6.2 | LEN x   | -ERR Unknown subcommand or wrong number of arguments for"
                        + " 'LEN'. Try SLOWLOG HELP."
            })
    void errors(String profile, String words, String expected) {
        Conversation talk = Conversation.with(Profile.of(profile));
        assertThat(talk.say("SLOWLOG " + words)).isEqualTo(expected);
    }

    @Test
    void helpIsThere() {
        assertThat(Conversation.with(Profile.REDIS_8_0).say("SLOWLOG HELP"))
                .startsWith("*[+SLOWLOG <subcommand>");
    }
}
