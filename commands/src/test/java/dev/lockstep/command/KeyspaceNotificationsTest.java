package dev.lockstep.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Expectations are what the real servers answered. */
class KeyspaceNotificationsTest {

    private Conversation talk = Conversation.with(Profile.REDIS_8_0);
    private Conversation.Speaker listener = talk.join();

    @BeforeEach
    void aListenerToEverything() {
        play(Profile.REDIS_8_0);
    }

    private void play(Profile profile) {
        talk = Conversation.with(profile);
        listener = talk.join();
        listener.say("PSUBSCRIBE __key*");
    }

    private String say(String line) {
        return talk.say(line);
    }

    private void notifyOf(String classes) {
        assertThat(say("CONFIG SET notify-keyspace-events " + classes)).isEqualTo("+OK");
    }

    /** The channels of the messages since this was asked last, each with its message. */
    private List<String> heard() {
        return listener.heard().stream()
                .map(message -> message.replace(">[$pmessage, $__key*, $__", "").replace("]", ""))
                .toList();
    }

    @Test
    void nothingIsSentUnlessASettingSaysSo() {
        say("SET k v");
        assertThat(heard()).isEmpty();
        notifyOf("KE");
        say("SET k v");
        assertThat(heard()).isEmpty();
        notifyOf("A");
        say("SET k v");
        assertThat(heard()).isEmpty();
    }

    @Test
    void theChannelOfTheKeyComesBeforeThatOfTheEvent() {
        notifyOf("KEA");
        say("SET k v EX 100");
        assertThat(heard())
                .containsExactly(
                        "keyspace@0__:k, $set",
                        "keyevent@0__:set, $k",
                        "keyspace@0__:k, $expire",
                        "keyevent@0__:expire, $k");
        say("SELECT 3");
        say("SADD s a");
        assertThat(heard()).containsExactly("keyspace@3__:s, $sadd", "keyevent@3__:sadd, $s");
    }

    @ParameterizedTest
    @CsvSource({
        "g, 'expire e|del k'",
        "$, 'set k|set e'",
        "s, 'sadd s'",
        "h, 'hset h'",
        "z, 'zadd z'",
        "x, 'expired e'",
        "m, 'keymiss none'",
        "n, 'new k|new s|new h|new z|new e'",
        "A, 'set k|sadd s|hset h|zadd z|set e|expire e|del k|expired e'"
    })
    void eachLetterIsAClass(String letter, String expected) {
        notifyOf("E" + letter);
        say("SET k v");
        say("SADD s a");
        say("HSET h f v");
        say("ZADD z 1 a");
        say("SET e v PX 10");
        say("GET none");
        say("DEL k");
        talk.server().advance(Duration.ofMillis(20));
        assertThat(heard().stream().map(KeyspaceNotificationsTest::eventAndKey))
                .containsExactly(expected.split("\\|", -1));
    }

    private static String eventAndKey(String message) {
        return message.replace("keyevent@0__:", "").replace(", $", " ");
    }

    @Test
    void aStandsForAllButMissesAndNewKeys() {
        notifyOf("EA");
        say("SET k v");
        say("GET none");
        assertThat(heard()).containsExactly("keyevent@0__:set, $k");
    }

    @Test
    void newKeysAreToldOfBesidesAThoughTheSettingHidesIt() {
        notifyOf("EAn");
        assertThat(say("CONFIG GET notify-keyspace-events"))
                .isEqualTo("%[$notify-keyspace-events, $AE]");
        say("SET k v");
        assertThat(heard()).containsExactly("keyevent@0__:new, $k", "keyevent@0__:set, $k");
    }

    @Test
    void theOldestServerKnowsNoNewKeys() {
        play(Profile.REDIS_6_2);
        assertThat(say("CONFIG SET notify-keyspace-events EAn")).startsWith("-ERR Invalid");
    }

    @ParameterizedTest
    @EnumSource
    void aKeyIsToldOfWhenItEnds(Profile profile) {
        play(profile);
        notifyOf("Ex");
        say("SET k v PX 10");
        talk.server().advance(Duration.ofMillis(10));
        assertThat(heard()).isEmpty();
        talk.server().advance(Duration.ofMillis(1));
        assertThat(heard()).containsExactly("keyevent@0__:expired, $k");
        say("SET k v PX 10");
        talk.server().advanceQuietly(Duration.ofMillis(11));
        say("EXISTS k");
        assertThat(heard()).containsExactly("keyevent@0__:expired, $k");
    }
}
