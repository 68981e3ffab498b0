package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.command.Client;
import dev.lockstep.command.ClientConnection;
import dev.lockstep.command.Config;
import dev.lockstep.command.ServerState;
import dev.lockstep.commands.CoreCommands;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerCommandsTest {

    @Nested
    class Time {

        @ParameterizedTest
        @EnumSource(Profile.class)
        void isSecondsAndMicroseconds(Profile profile) {
            Conversation talk = Conversation.with(profile);
            assertThat(talk.say("TIME")).isEqualTo("*[$1700000000, $0]");
            talk.server().advance(Duration.ofNanos(1_000_042_999));
            assertThat(talk.say("TIME")).isEqualTo("*[$1700000001, $42]");
        }

        @ParameterizedTest
        @EnumSource(
                value = Profile.class,
                names = {"REDIS_8_0", "VALKEY_8_0"})
        void standsStillInATransaction(Profile profile) {
            assertThat(twoTimesInATransaction(profile))
                    .extracting(Reply.Array::elements)
                    .satisfies(times -> assertThat(times.get(0)).isEqualTo(times.get(1)));
        }

        @ParameterizedTest
        @EnumSource(
                value = Profile.class,
                names = {"REDIS_6_2", "REDIS_7_0"})
        void movesOnInATransactionOfAnOldServer(Profile profile) {
            assertThat(twoTimesInATransaction(profile))
                    .extracting(Reply.Array::elements)
                    .satisfies(times -> assertThat(times.get(0)).isNotEqualTo(times.get(1)));
        }

        /** On a clock that moves on by a microsecond whenever it is read. */
        private Reply.Array twoTimesInATransaction(Profile profile) {
            long[] nanos = {TestServer.START_MILLIS * 1_000_000};
            ServerState server =
                    new ServerState(
                            profile,
                            () -> nanos[0] += 1000,
                            new Config(profile),
                            CoreCommands.rows(),
                            List.of(),
                            42);
            Client client = server.connect(ClientConnection.NOWHERE);
            Reply last = Reply.NONE;
            for (String word : List.of("MULTI", "TIME", "TIME", "EXEC")) {
                last = server.dispatcher().execute(client, new Bytes[] {Bytes.of(word)});
            }
            return (Reply.Array) last;
        }
    }

    @Test
    void lastSaveIsWhenTheServerStarted() {
        Conversation talk = Conversation.with(Profile.REDIS_8_0);
        talk.server().advance(Duration.ofHours(1));
        assertThat(talk.say("LASTSAVE")).isEqualTo(":1700000000");
    }
}
