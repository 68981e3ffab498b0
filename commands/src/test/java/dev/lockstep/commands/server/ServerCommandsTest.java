package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.command.Client;
import dev.lockstep.command.Config;
import dev.lockstep.command.InternalConnection;
import dev.lockstep.command.ServerState;
import dev.lockstep.commands.CoreCommands;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.CountingHost;
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
                            CoreCommands.families(),
                            List.of(),
                            42);
            Client client = server.connect(new InternalConnection());
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

    @Nested
    class Wait {

        @ParameterizedTest
        @EnumSource(Profile.class)
        void waitsInVainForAsLongAsItMay(Profile profile) {
            TestServer server = TestServer.create(profile);
            assertThat(server.run("WAIT", "1", "50")).isEqualTo(Reply.NONE);
            server.advance(Duration.ofMillis(49));
            assertThat(server.client().sent()).isEmpty();
            server.advance(Duration.ofMillis(1));
            assertThat(server.client().sent()).containsExactly(Reply.ZERO);
        }

        @Test
        void withoutTimeoutWaitsForEver() {
            TestServer server = TestServer.create();
            assertThat(server.run("WAIT", "1", "0")).isEqualTo(Reply.NONE);
            server.advance(Duration.ofDays(10_000));
            assertThat(server.client().sent()).isEmpty();
            assertThat(server.client().client().isBlocked()).isTrue();
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void doesNotWaitForNoneNorInATransaction(Profile profile) {
            Conversation talk = Conversation.with(profile);
            assertThat(talk.say("WAIT 0 0")).isEqualTo(":0");
            assertThat(talk.say("WAIT -1 10")).isEqualTo(":0");
            talk.say("MULTI");
            talk.say("WAIT 1 0");
            talk.say("WAIT 1 x");
            assertThat(talk.say("EXEC"))
                    .isEqualTo("*[:0, -ERR timeout is not an integer or out of range]");
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void refusesWhatIsNoNumber(Profile profile) {
            Conversation talk = Conversation.with(profile);
            assertThat(talk.say("WAIT x y"))
                    .isEqualTo("-ERR value is not an integer or out of range");
            assertThat(talk.say("WAIT 1 y"))
                    .isEqualTo("-ERR timeout is not an integer or out of range");
            assertThat(talk.say("WAIT 1 -1")).isEqualTo("-ERR timeout is negative");
        }

        @Test
        void aTimeoutBeyondAllTimeIsRefusedSince72() {
            assertThat(Conversation.with(Profile.REDIS_7_0).say("WAIT 0 9223372036854775807"))
                    .isEqualTo(":0");
            assertThat(Conversation.with(Profile.VALKEY_8_0).say("WAIT 0 9223372036854775807"))
                    .isEqualTo("-ERR timeout is out of range");
            TestServer server = TestServer.create(Profile.REDIS_7_0);
            assertThat(server.run("WAIT", "1", "9223372036854775807")).isEqualTo(Reply.NONE);
        }
    }

    @Nested
    class Monitor {

        private final TestServer server = TestServer.create(Profile.REDIS_7_0);
        private final TestServer.Connected monitor = server.connect();

        private List<String> shown(String... lines) {
            monitor.sent().clear();
            Conversation talk = Conversation.to(server);
            for (String line : lines) {
                talk.say(line);
            }
            return monitor.sent().stream()
                    .map(reply -> ((Reply.Status) reply).text().latin1())
                    .toList();
        }

        @Test
        void showsTimeDatabaseAddressAndWords() {
            assertThat(monitor.run("MONITOR")).isEqualTo(Reply.OK);
            server.advance(Duration.ofNanos(1_000_042_000));
            assertThat(shown("SET 'a b' c", "SELECT 3", "GET x"))
                    .containsExactly(
                            "1700000001.000042 [0 127.0.0.1:50001] \"SET\" \"a b\" \"c\"",
                            "1700000001.000042 [3 127.0.0.1:50001] \"SELECT\" \"3\"",
                            "1700000001.000042 [3 127.0.0.1:50001] \"GET\" \"x\"");
        }

        @Test
        void escapesWhatCannotBePrinted() {
            monitor.run("MONITOR");
            monitor.sent().clear();
            server.run("ECHO", "\"\\\n\r\t\u0007\b\u0001\u00e9");
            assertThat(((Reply.Status) monitor.sent().get(0)).text().latin1())
                    .endsWith(" \"\\\"\\\\\\n\\r\\t\\a\\b\\x01\\xc3\\xa9\"");
        }

        @Test
        void showsEvenWhatFailsButNotWhatIsNotRun() {
            monitor.run("MONITOR");
            assertThat(shown("SET k v", "INCR k", "GET", "NOSUCH", "SELECT 99"))
                    .map(line -> line.substring(line.indexOf('"')))
                    .containsExactly("\"SET\" \"k\" \"v\"", "\"INCR\" \"k\"", "\"SELECT\" \"99\"");
        }

        @Test
        void showsATransactionWhenItIsRun() {
            monitor.run("MONITOR");
            assertThat(shown("MULTI", "SET k v", "CONFIG GET port", "EXEC", "MULTI", "DISCARD"))
                    .map(line -> line.substring(line.indexOf('"')))
                    .containsExactly(
                            "\"MULTI\"",
                            "\"SET\" \"k\" \"v\"",
                            "\"EXEC\"",
                            "\"MULTI\"",
                            "\"DISCARD\"");
        }

        @Test
        void hidesSecretsAndCommandsOfAdministrators() {
            monitor.run("MONITOR");
            assertThat(
                            shown(
                                    "AUTH secret",
                                    "AUTH default secret",
                                    "HELLO 2 AUTH default secret SETNAME n",
                                    "CONFIG SET requirepass ''",
                                    "CLIENT LIST",
                                    "CLIENT ID",
                                    "DEBUG SLEEP 0",
                                    "MODULE LIST"))
                    .map(line -> line.substring(line.indexOf('"')))
                    .containsExactly(
                            "\"AUTH\" \"(redacted)\"",
                            "\"AUTH\" \"(redacted)\" \"(redacted)\"",
                            "\"HELLO\" \"2\" \"AUTH\" \"(redacted)\" \"(redacted)\" \"SETNAME\""
                                    + " \"n\"",
                            "\"CLIENT\" \"ID\"");
        }

        @Test
        void sendsAClientItsOwnCommandsAfterTheReply() {
            monitor.run("MONITOR");
            assertThat(monitor.run("PING"))
                    .isEqualTo(
                            new Reply.Sequence(
                                    List.of(
                                            Reply.PONG,
                                            Reply.status(
                                                    "1700000000.000000 [0 127.0.0.1:50002]"
                                                            + " \"PING\""))));
            assertThat(monitor.sent()).isEmpty();
        }

        @Test
        void isAnsweredOnceAndEndsWithReset() {
            assertThat(monitor.run("MONITOR")).isEqualTo(Reply.OK);
            assertThat(monitor.run("MONITOR")).isEqualTo(Reply.NONE);
            assertThat(monitor.run("RESET")).isEqualTo(Reply.status("RESET"));
            assertThat(shown("PING")).isEmpty();
        }

        @Test
        void isSilentWhileTheClientWantsNoReplies() {
            monitor.run("CLIENT", "REPLY", "OFF");
            monitor.run("MONITOR");
            assertThat(shown("PING")).isEmpty();
            monitor.run("CLIENT", "REPLY", "ON");
            assertThat(shown("PING")).hasSize(1);
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void keepsItsClientFromTheData(Profile profile) {
            Conversation talk = Conversation.with(profile);
            talk.say("MONITOR");
            String refusal =
                    profile == Profile.REDIS_6_2
                            ? "-ERR Replica can't interract with the keyspace"
                            : "-ERR Replica can't interact with the keyspace";
            assertThat(talk.say("GET k")).isEqualTo(refusal);
            assertThat(talk.say("SET k v")).isEqualTo(refusal);
            assertThat(talk.say("DBSIZE")).isEqualTo(refusal);
            assertThat(talk.say("GET")).startsWith("-ERR wrong number of arguments");
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void isRefusedInATransaction(Profile profile) {
            Conversation talk = Conversation.with(profile);
            talk.say("MULTI");
            assertThat(talk.say("MONITOR")).isEqualTo("+QUEUED");
            assertThat(talk.say("EXEC"))
                    .isEqualTo("*[-ERR MONITOR isn't allowed for DENY BLOCKING client]");
        }
    }

    @Nested
    class Shutdown {

        @ParameterizedTest
        @EnumSource(Profile.class)
        void endsTheServerWithoutAReply(Profile profile) {
            for (String line : List.of("SHUTDOWN", "SHUTDOWN NOSAVE", "shutdown save")) {
                assertThat(shutdowns(profile, line)).isEqualTo(1);
            }
        }

        @Test
        void takesSeveralOptionsSince70() {
            String line = "SHUTDOWN NOSAVE NOSAVE NOW FORCE";
            assertThat(shutdowns(Profile.REDIS_7_0, line)).isEqualTo(1);
            assertThat(shutdowns(Profile.REDIS_6_2, "SHUTDOWN NOSAVE NOSAVE")).isZero();
            assertThat(shutdowns(Profile.REDIS_6_2, "SHUTDOWN NOW")).isZero();
        }

        /** How often {@code line} has ended the server. */
        private int shutdowns(Profile profile, String line) {
            CountingHost host = new CountingHost();
            Conversation talk = Conversation.with(profile);
            talk.server().state().setHost(host);
            talk.say(line);
            return host.shutdowns();
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void refusesWhatContradictsItself(Profile profile) {
            Conversation talk = Conversation.with(profile);
            for (String options : List.of("NOSAVE SAVE", "ABORT NOSAVE", "ABORT NOW", "x")) {
                assertThat(talk.say("SHUTDOWN " + options)).isEqualTo("-ERR syntax error");
            }
            assertThat(talk.say("SHUTDOWN ABORT"))
                    .isEqualTo(
                            profile == Profile.REDIS_6_2
                                    ? "-ERR syntax error"
                                    : "-ERR No shutdown in progress.");
        }

        @Test
        void isQueuedByAnOldServerOnly() {
            Conversation old = Conversation.with(Profile.REDIS_6_2);
            old.say("MULTI");
            assertThat(old.say("SHUTDOWN")).isEqualTo("+QUEUED");
            Conversation later = Conversation.with(Profile.REDIS_7_0);
            later.say("MULTI");
            assertThat(later.say("SHUTDOWN"))
                    .isEqualTo("-ERR Command not allowed inside a transaction");
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void interruptsAScriptThatOverrunsOnlyWithoutSaving(Profile profile) {
            CountingHost host = new CountingHost();
            Conversation talk = Conversation.with(profile);
            talk.server().state().setHost(host);
            talk.server().state().setRunningScript(new Overrunning());
            for (String line : List.of("SHUTDOWN", "SHUTDOWN SAVE")) {
                assertThat(talk.say(line)).startsWith("-BUSY ");
            }
            boolean old = profile == Profile.REDIS_6_2;
            assertThat(talk.say("SHUTDOWN NOPE")).isEqualTo("-ERR syntax error");
            assertThat(talk.say("SHUTDOWN x")).startsWith(old ? "-BUSY " : "-ERR syntax error");
            assertThat(talk.say("SHUTDOWN ABORT"))
                    .startsWith(old ? "-BUSY " : "-ERR No shutdown in progress.");
            assertThat(talk.say("SHUTDOWN NOW")).startsWith(old ? "-ERR syntax" : "-BUSY ");
            assertThat(host.shutdowns()).isZero();
            talk.say("SHUTDOWN NOSAVE");
            assertThat(host.shutdowns()).isEqualTo(1);
        }
    }

    private static final class Overrunning implements ServerState.RunningScript {
        @Override
        public boolean hasWritten() {
            return false;
        }

        @Override
        public void kill() {}
    }
}
