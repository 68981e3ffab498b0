package dev.lockstep.commands.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import dev.lockstep.testing.TestServer.Connected;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are what the real servers answered. */
class ConnectionCommandsTest {

    private static final Reply NOAUTH = Reply.failure("NOAUTH Authentication required.");
    private static final Reply WRONGPASS =
            Reply.failure("WRONGPASS invalid username-password pair or user is disabled.");
    private static final Reply SYNTAX = Reply.failure("ERR syntax error");

    private TestServer server = TestServer.create();

    private Reply run(String... words) {
        return server.run(words);
    }

    /** A client of a server of {@code profile} that wants the password {@code sesame}. */
    private Connected stranger(Profile profile) {
        server = TestServer.create(profile);
        server.state().config().set("requirepass", "sesame");
        return server.connect();
    }

    private static Reply hello(String product, String version, int protocol, long id) {
        List<Reply> fields = new ArrayList<>();
        fields.addAll(List.of(Reply.bulk("server"), Reply.bulk(product)));
        fields.addAll(List.of(Reply.bulk("version"), Reply.bulk(version)));
        fields.addAll(List.of(Reply.bulk("proto"), Reply.of(protocol)));
        fields.addAll(List.of(Reply.bulk("id"), Reply.of(id)));
        fields.addAll(List.of(Reply.bulk("mode"), Reply.bulk("standalone")));
        fields.addAll(List.of(Reply.bulk("role"), Reply.bulk("master")));
        fields.addAll(List.of(Reply.bulk("modules"), Reply.EMPTY_ARRAY));
        return new Reply.MapOf(fields);
    }

    @Nested
    class PingAndEcho {

        @Test
        void pingAnswersPongOrWhatItIsGiven() {
            assertThat(run("PING")).isEqualTo(Reply.PONG);
            assertThat(run("PING", "a")).isEqualTo(Reply.bulk("a"));
            assertThat(run("PING", "a", "b"))
                    .isEqualTo(Reply.failure("ERR wrong number of arguments for 'ping' command"));
        }

        @Test
        void echoAnswersWhatItIsGiven() {
            assertThat(run("ECHO", "x")).isEqualTo(Reply.bulk("x"));
        }
    }

    @Nested
    class Select {

        @Test
        void itTakesTheNumberOfADatabase() {
            assertThat(run("SELECT", "15")).isEqualTo(Reply.OK);
            assertThat(server.client().client().db()).isEqualTo(15);
        }

        @ParameterizedTest
        @ValueSource(strings = {"16", "-1"})
        void anotherNumberIsOutOfRange(String index) {
            assertThat(run("SELECT", index))
                    .isEqualTo(Reply.failure("ERR DB index is out of range"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"abc", "0 ", "99999999999999999999"})
        void whatIsNoNumberIsRefused(String index) {
            assertThat(run("SELECT", index))
                    .isEqualTo(Reply.failure("ERR value is not an integer or out of range"));
        }

        @Test
        void aNumberThatIsNoIntIsRefusedInOtherWords() {
            assertThat(run("SELECT", "99999999999"))
                    .isEqualTo(
                            Reply.failure(
                                    "ERR value is out of range, value must between -2147483648 and"
                                            + " 2147483647"));
        }
    }

    @Nested
    class Auth {

        @Test
        void withoutAPasswordOnlyTheDefaultUserIsLetIn() {
            assertThat(run("AUTH", "x"))
                    .isEqualTo(
                            Reply.failure(
                                    "ERR AUTH <password> called without any password configured for"
                                        + " the default user. Are you sure your configuration is"
                                        + " correct?"));
            assertThat(run("AUTH", "default", "x")).isEqualTo(Reply.OK);
            assertThat(run("AUTH", "a", "b")).isEqualTo(WRONGPASS);
            assertThat(run("AUTH", "a", "b", "c")).isEqualTo(SYNTAX);
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void withAPasswordItIsAskedFor(Profile profile) {
            Connected client = stranger(profile);
            assertThat(client.run("PING")).isEqualTo(NOAUTH);
            assertThat(client.run("AUTH", "foo")).isEqualTo(WRONGPASS);
            assertThat(client.run("AUTH", "a", "sesame")).isEqualTo(WRONGPASS);
            assertThat(client.run("AUTH", "sesame")).isEqualTo(Reply.OK);
            assertThat(client.run("PING")).isEqualTo(Reply.PONG);
            assertThat(client.run("AUTH", "foo")).isEqualTo(WRONGPASS);
            assertThat(client.run("PING")).isEqualTo(Reply.PONG);
        }

        @Test
        void whetherACommandExistsIsJudgedBefore() {
            Connected client = stranger(Profile.REDIS_8_0);
            assertThat(client.run("FOO"))
                    .isEqualTo(
                            Reply.failure("ERR unknown command 'FOO', with args beginning with: "));
            assertThat(client.run("ECHO"))
                    .isEqualTo(Reply.failure("ERR wrong number of arguments for 'echo' command"));
        }

        @Test
        void aPasswordSetLaterIsForLaterClients() {
            Connected stranger = stranger(Profile.REDIS_8_0);
            assertThat(run("PING")).isEqualTo(Reply.PONG);
            server.state().config().set("requirepass", "");
            assertThat(stranger.run("PING")).isEqualTo(Reply.PONG);
            server.state().config().set("requirepass", "sesame");
            assertThat(stranger.run("PING")).isEqualTo(NOAUTH);
        }

        @Test
        void monitorsDoNotSeePasswords() {
            Connected monitor = server.connect();
            server.state().setMonitor(monitor.client(), true);
            run("AUTH", "default", "x");
            run("HELLO", "2", "AUTH", "default", "x", "SETNAME", "n");
            String prefix = "1700000000.000000 [0 127.0.0.1:50001] ";
            assertThat(monitor.sent())
                    .containsExactly(
                            Reply.status(prefix + "\"AUTH\" \"(redacted)\" \"(redacted)\""),
                            Reply.status(
                                    prefix
                                            + "\"HELLO\" \"2\" \"AUTH\" \"(redacted)\""
                                            + " \"(redacted)\" \"SETNAME\" \"n\""));
        }
    }

    @Nested
    class Hello {

        @ParameterizedTest
        @CsvSource({
            "REDIS_6_2, redis, 6.2.11",
            "REDIS_7_0, redis, 7.0.15",
            "REDIS_8_0, redis, 8.0.2",
            "VALKEY_8_0, valkey, 8.0.1"
        })
        void itTellsAboutTheServer(Profile profile, String product, String version) {
            server = TestServer.create(profile);
            assertThat(run("HELLO")).isEqualTo(hello(product, version, 2, 1));
            assertThat(run("HELLO", "3")).isEqualTo(hello(product, version, 3, 1));
            assertThat(run("HELLO")).isEqualTo(hello(product, version, 3, 1));
            assertThat(run("HELLO", "2")).isEqualTo(hello(product, version, 2, 1));
        }

        @ParameterizedTest
        @ValueSource(strings = {"4", "1", "-2"})
        void otherProtocolsAreUnsupported(String protocol) {
            Reply unsupported = Reply.failure("NOPROTO unsupported protocol version");
            assertThat(run("HELLO", protocol)).isEqualTo(unsupported);
            assertThat(run("HELLO", protocol, "AUTH", "a", "b")).isEqualTo(unsupported);
        }

        @ParameterizedTest
        @ValueSource(strings = {"abc", "SETNAME", "99999999999999999999"})
        void theProtocolIsANumber(String protocol) {
            assertThat(run("HELLO", protocol))
                    .isEqualTo(
                            Reply.failure(
                                    "ERR Protocol version is not an integer or out of range"));
        }

        @Test
        void anOptionThatIsIncompleteOrUnknownIsNamed() {
            assertThat(run("HELLO", "2", "SETNAME"))
                    .isEqualTo(Reply.failure("ERR Syntax error in HELLO option 'SETNAME'"));
            assertThat(run("HELLO", "2", "auth", "a"))
                    .isEqualTo(Reply.failure("ERR Syntax error in HELLO option 'auth'"));
            assertThat(run("HELLO", "2", "FOO"))
                    .isEqualTo(Reply.failure("ERR Syntax error in HELLO option 'FOO'"));
        }

        @Test
        void itSetsTheName() {
            run("HELLO", "2", "SETNAME", "x", "SETNAME", "y");
            assertThat(run("CLIENT", "GETNAME")).isEqualTo(Reply.bulk("y"));
            assertThat(run("HELLO", "2", "SETNAME", "a b"))
                    .isEqualTo(
                            Reply.failure(
                                    "ERR Client names cannot contain spaces, newlines or special"
                                            + " characters."));
            run("HELLO", "2", "SETNAME", "");
            assertThat(run("CLIENT", "GETNAME")).isEqualTo(Reply.NIL);
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void olderServersActBeforeTheyHaveReadAll(Profile profile) {
            boolean older = profile == Profile.REDIS_6_2 || profile == Profile.REDIS_7_0;
            server = TestServer.create(profile);
            run("HELLO", "3", "SETNAME", "k", "FOO");
            assertThat(run("CLIENT", "GETNAME")).isEqualTo(older ? Reply.bulk("k") : Reply.NIL);
            assertThat(run("HELLO", "3", "AUTH", "a", "b", "SETNAME"))
                    .isEqualTo(
                            older
                                    ? WRONGPASS
                                    : Reply.failure("ERR Syntax error in HELLO option 'SETNAME'"));
        }

        @Test
        void itLetsClientsIn() {
            Connected client = stranger(Profile.REDIS_8_0);
            assertThat(client.run("HELLO", "3", "AUTH", "default", "foo")).isEqualTo(WRONGPASS);
            assertThat(client.run("HELLO", "3", "AUTH", "default", "sesame"))
                    .isEqualTo(hello("redis", "8.0.2", 3, 2));
            assertThat(client.run("PING")).isEqualTo(Reply.PONG);
        }

        @ParameterizedTest
        @CsvSource({
            "REDIS_6_2, HELLO AUTH",
            "REDIS_7_0, HELLO AUTH",
            "REDIS_8_0, HELLO <proto> AUTH",
            "VALKEY_8_0, HELLO <proto> AUTH"
        })
        void aStrangerLearnsHowToGetIn(Profile profile, String syntax) {
            Connected client = stranger(profile);
            assertThat(client.run("HELLO", "3", "SETNAME", "x"))
                    .isEqualTo(
                            Reply.failure(
                                    "NOAUTH HELLO must be called with the client already"
                                            + " authenticated, otherwise the "
                                            + syntax
                                            + " <user> <pass> option can be used to authenticate"
                                            + " the client and select the RESP protocol version at"
                                            + " the same time"));
            assertThat(client.client().protocol()).isEqualTo(2);
        }
    }

    @Nested
    class Reset {

        @ParameterizedTest
        @EnumSource(Profile.class)
        void itUndoesWhatTheClientHasSet(Profile profile) {
            server = TestServer.create(profile);
            run("HELLO", "3", "SETNAME", "x");
            run("SELECT", "3");
            run("CLIENT", "SETINFO", "lib-name", "lib");
            run("CLIENT", "NO-EVICT", "ON");
            run("CLIENT", "NO-TOUCH", "ON");
            assertThat(run("RESET")).isEqualTo(Reply.status("RESET"));
            assertThat(server.client().client().db()).isZero();
            assertThat(server.client().client().protocol()).isEqualTo(2);
            assertThat(server.client().client().isNoTouch()).isFalse();
            assertThat(server.client().client().isNoEvict())
                    .isEqualTo(profile == Profile.REDIS_7_0);
            assertThat(run("CLIENT", "GETNAME")).isEqualTo(Reply.NIL);
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void thePasswordIsAskedForAgain(Profile profile) {
            Connected client = stranger(profile);
            assertThat(client.run("RESET"))
                    .isEqualTo(profile == Profile.REDIS_6_2 ? NOAUTH : Reply.status("RESET"));
            client.run("AUTH", "sesame");
            client.run("RESET");
            assertThat(client.run("PING")).isEqualTo(NOAUTH);
        }
    }

    @Nested
    class Quit {

        @ParameterizedTest
        @EnumSource(Profile.class)
        void itAnswersAndClosesWhateverElseTheLineHolds(Profile profile) {
            Connected client = stranger(profile);
            assertThat(client.run("QUIT", "x")).isEqualTo(Reply.OK);
            assertThat(client.isClosed()).isTrue();
        }

        @Test
        void aPauseDoesNotKeepIt() {
            run("CLIENT", "PAUSE", "1000");
            assertThat(run("QUIT")).isEqualTo(Reply.OK);
        }
    }
}
