package dev.lockstep.commands.pubsub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are what the real servers answered. */
class PubSubCommandsTest {

    private Conversation talk = Conversation.with(Profile.REDIS_8_0);
    private Conversation.Speaker listener = talk.join();

    @BeforeEach
    void twoClients() {
        play(Profile.REDIS_8_0);
    }

    private void play(Profile profile) {
        talk = Conversation.with(profile);
        listener = talk.join();
    }

    private String say(String line) {
        return talk.say(line);
    }

    @Nested
    class Subscribe {
        @Test
        void everyChannelIsConfirmed() {
            assertThat(listener.say("SUBSCRIBE a b a"))
                    .isEqualTo(
                            "[>[$subscribe, $a, :1], >[$subscribe, $b, :2], >[$subscribe, $a,"
                                    + " :2]]");
            assertThat(listener.say("PSUBSCRIBE a*")).isEqualTo("[>[$psubscribe, $a*, :3]]");
            assertThat(listener.say("SSUBSCRIBE a")).isEqualTo("[>[$ssubscribe, $a, :1]]");
        }

        @Test
        void messagesComeFromAllThatMatches() {
            listener.say("SUBSCRIBE ab");
            listener.say("PSUBSCRIBE a* ?b x*");
            listener.say("SSUBSCRIBE ab");
            assertThat(say("PUBLISH ab hi")).isEqualTo(":3");
            assertThat(listener.heard())
                    .containsExactly(
                            ">[$message, $ab, $hi]",
                            ">[$pmessage, $a*, $ab, $hi]",
                            ">[$pmessage, $?b, $ab, $hi]");
            assertThat(say("SPUBLISH ab shard")).isEqualTo(":1");
            assertThat(listener.heard()).containsExactly(">[$smessage, $ab, $shard]");
            assertThat(say("PUBLISH other hi")).isEqualTo(":0");
        }

        @Test
        void aStarDoesNotMatchTheEmptyChannel() {
            listener.say("PSUBSCRIBE *");
            assertThat(say("PUBLISH '' hi")).isEqualTo(":0");
        }

        @Test
        void aClientThatIsGoneListensNoMore() {
            listener.say("SUBSCRIBE a");
            talk.server().state().disconnect(listener.client());
            assertThat(say("PUBLISH a hi")).isEqualTo(":0");
            assertThat(say("PUBSUB CHANNELS")).isEqualTo("*[]");
        }
    }

    @Nested
    class Unsubscribe {
        @Test
        void whatIsLeftIsCounted() {
            listener.say("SUBSCRIBE a b");
            listener.say("PSUBSCRIBE x*");
            assertThat(listener.say("UNSUBSCRIBE a none"))
                    .isEqualTo("[>[$unsubscribe, $a, :2], >[$unsubscribe, $none, :2]]");
            assertThat(listener.say("UNSUBSCRIBE")).isEqualTo("[>[$unsubscribe, $b, :1]]");
            assertThat(listener.say("UNSUBSCRIBE")).isEqualTo(">[$unsubscribe, $-1, :1]");
            assertThat(listener.say("PUNSUBSCRIBE")).isEqualTo("[>[$punsubscribe, $x*, :0]]");
            assertThat(say("PUBLISH a hi")).isEqualTo(":0");
        }

        @ParameterizedTest
        @EnumSource
        void onlyOneServerRefusesItToAClientThatIsNotSubscribed(Profile profile) {
            play(profile);
            assertThat(listener.say("UNSUBSCRIBE a"))
                    .isEqualTo(
                            profile.isValkey()
                                    ? "-NOSUB 'unsubscribe' command executed not in subscribed mode"
                                    : "[>[$unsubscribe, $a, :0]]");
            assertThat(listener.say("PUNSUBSCRIBE"))
                    .isEqualTo(
                            profile.isValkey()
                                    ? "-NOSUB 'punsubscribe' command executed not in subscribed"
                                            + " mode"
                                    : ">[$punsubscribe, $-1, :0]");
        }
    }

    @Nested
    class SubscribedInResp2 {
        @ParameterizedTest
        @CsvSource({
            "REDIS_6_2, '(P)SUBSCRIBE / (P)UNSUBSCRIBE', client",
            "REDIS_7_0, '(P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE', client|id",
            "VALKEY_8_0, '(P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE', client|id"
        })
        void mostCommandsAreRefused(Profile profile, String allowed, String name) {
            play(profile);
            listener.say("SUBSCRIBE a");
            assertThat(listener.say("CLIENT ID"))
                    .isEqualTo(
                            "-ERR Can't execute '"
                                    + name
                                    + "': only "
                                    + allowed
                                    + " / PING / QUIT / RESET are allowed in this context");
            assertThat(listener.say("NOSUCH")).startsWith("-ERR unknown command");
            assertThat(listener.say("GET")).startsWith("-ERR wrong number");
        }

        @Test
        void pingIsAKindOfMessage() {
            listener.say("SUBSCRIBE a");
            assertThat(listener.say("PING")).isEqualTo("*[$pong, $]");
            assertThat(listener.say("PING x")).isEqualTo("*[$pong, $x]");
            listener.say("UNSUBSCRIBE");
            assertThat(listener.say("PING")).isEqualTo("+PONG");
        }

        @ParameterizedTest
        @ValueSource(strings = {"SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE"})
        void anySubscriptionCounts(String command) {
            listener.say(command + " a");
            assertThat(listener.say("GET k")).startsWith("-ERR Can't execute 'get'");
            assertThat(listener.say("HELLO 3")).startsWith("-ERR Can't execute 'hello'");
            assertThat(listener.say("RESET")).isEqualTo("+RESET");
            assertThat(listener.say("GET k")).isEqualTo("$-1");
            assertThat(say("PUBLISH a hi")).isEqualTo(":0");
        }

        @Test
        void inResp3NothingIsRefused() {
            listener.say("HELLO 3");
            listener.say("SUBSCRIBE a");
            assertThat(listener.say("GET k")).isEqualTo("$-1");
            assertThat(listener.say("PING")).isEqualTo("+PONG");
            listener.say("HELLO 2");
            assertThat(listener.say("GET k")).startsWith("-ERR Can't execute 'get'");
        }
    }

    @Nested
    class MessagesToOneself {
        @ParameterizedTest
        @CsvSource({
            "REDIS_6_2, '[>[$message, $a, $hi], :1]'",
            "REDIS_7_0, '[>[$message, $a, $hi], :1]'",
            "REDIS_8_0, '[:1, >[$message, $a, $hi]]'",
            "VALKEY_8_0, '[:1, >[$message, $a, $hi]]'"
        })
        void newerServersSendThemAfterTheReply(Profile profile, String expected) {
            play(profile);
            listener.say("HELLO 3");
            listener.say("SUBSCRIBE a");
            assertThat(listener.say("PUBLISH a hi")).isEqualTo(expected);
            assertThat(listener.heard()).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({
            "REDIS_7_0, '*[[>[$subscribe, $a, :1], >[$subscribe, $b, :2]], [>[$message, $a, $hi],"
                    + " :1], +PONG]'",
            "REDIS_8_0, '[*[[>[$subscribe, $a, :1], >[$subscribe, $b, :2]], :1, +PONG], >[$message,"
                    + " $a, $hi]]'"
        })
        void inATransactionConfirmationsStandInPlaceOfReplies(Profile profile, String expected) {
            play(profile);
            listener.say("HELLO 3");
            listener.say("MULTI");
            assertThat(listener.say("SUBSCRIBE a b")).isEqualTo("+QUEUED");
            listener.say("PUBLISH a hi");
            listener.say("PING");
            assertThat(listener.say("EXEC")).isEqualTo(expected);
        }

        @Test
        void shardChannelsAreRefusedInATransaction() {
            listener.say("MULTI");
            listener.say("SSUBSCRIBE a");
            assertThat(listener.say("EXEC"))
                    .isEqualTo("*[-ERR SSUBSCRIBE isn't allowed for a DENY BLOCKING client]");
        }
    }

    @Nested
    class InSilence {
        @ParameterizedTest
        @EnumSource
        void newerServersSendMessagesAllTheSame(Profile profile) {
            play(profile);
            listener.say("HELLO 3");
            assertThat(listener.say("CLIENT REPLY OFF")).isEqualTo("[]");
            boolean sent = profile != Profile.REDIS_6_2;
            assertThat(listener.say("SUBSCRIBE a"))
                    .isEqualTo(sent ? ">[$subscribe, $a, :1]" : "[]");
            say("PUBLISH a hi");
            assertThat(listener.heard())
                    .isEqualTo(sent ? List.of(">[$message, $a, $hi]") : List.of());
            assertThat(listener.say("PUBLISH a own"))
                    .isEqualTo(sent ? ">[$message, $a, $own]" : "[]");
            listener.say("MULTI");
            listener.say("PUBLISH a tx");
            assertThat(listener.say("EXEC")).isEqualTo(sent ? ">[$message, $a, $tx]" : "[]");
            assertThat(listener.say("GET k")).isEqualTo("[]");
        }
    }

    @Nested
    class Inspection {
        @Test
        void channelsAndTheirListenersAreTold() {
            Conversation.Speaker other = talk.join();
            listener.say("SUBSCRIBE a ab");
            other.say("SUBSCRIBE a");
            other.say("PSUBSCRIBE x* y*");
            listener.say("PSUBSCRIBE x*");
            other.say("SSUBSCRIBE s");
            assertThat(say("PUBSUB CHANNELS")).isEqualTo("*[$a, $ab]");
            assertThat(say("PUBSUB CHANNELS ?b")).isEqualTo("*[$ab]");
            assertThat(say("PUBSUB NUMSUB a ab none")).isEqualTo("*[$a, :2, $ab, :1, $none, :0]");
            assertThat(say("PUBSUB NUMSUB")).isEqualTo("*[]");
            assertThat(say("PUBSUB NUMPAT")).isEqualTo(":2");
            assertThat(say("PUBSUB SHARDCHANNELS")).isEqualTo("*[$s]");
            assertThat(say("PUBSUB SHARDCHANNELS x*")).isEqualTo("*[]");
            assertThat(say("PUBSUB SHARDNUMSUB s a")).isEqualTo("*[$s, :1, $a, :0]");
            assertThat(say("INFO stats"))
                    .contains("pubsub_channels:2", "pubsub_patterns:2", "pubsubshard_channels:1");
            assertThat(say("INFO clients")).contains("pubsub_clients:2");
        }

        @Test
        void clientListTellsThemApart() {
            listener.say("SUBSCRIBE a b");
            listener.say("PSUBSCRIBE x*");
            listener.say("SSUBSCRIBE s");
            assertThat(say("CLIENT LIST TYPE pubsub"))
                    .contains(" flags=P ", " sub=2 psub=1 ssub=1 ");
            assertThat(say("CLIENT LIST TYPE normal")).doesNotContain("flags=P");
            assertThat(say("CLIENT KILL TYPE pubsub")).isEqualTo(":1");
        }

        @ParameterizedTest
        @CsvSource({
            "REDIS_8_0, PUBSUB CHANNELS a b, unknown subcommand or wrong number of arguments for"
                    + " 'CHANNELS'",
            "REDIS_8_0, PUBSUB NUMPAT x, wrong number of arguments for 'pubsub|numpat' command",
            "REDIS_8_0, PUBSUB FOO, unknown subcommand 'FOO'",
            "REDIS_6_2, PUBSUB SHARDNUMSUB a, Unknown subcommand or wrong number of arguments for"
                    + " 'SHARDNUMSUB'",
            "REDIS_6_2, PUBSUB NUMPAT x, Unknown subcommand or wrong number of arguments for"
                    + " 'NUMPAT'"
        })
        void badSubcommands(Profile profile, String command, String expected) {
            play(profile);
            assertThat(say(command)).startsWith("-ERR " + expected);
        }

        @ParameterizedTest
        @ValueSource(strings = {"SSUBSCRIBE a", "SUNSUBSCRIBE", "SPUBLISH a b"})
        void theOldestServerKnowsNoShards(String command) {
            play(Profile.REDIS_6_2);
            assertThat(say(command)).startsWith("-ERR unknown command");
        }
    }
}
