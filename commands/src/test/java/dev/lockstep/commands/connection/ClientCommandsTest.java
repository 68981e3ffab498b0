package dev.lockstep.commands.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.command.Client.Blocked;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import dev.lockstep.testing.TestServer.Connected;
import dev.lockstep.time.TimerQueue;
import dev.lockstep.value.Bytes;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are what the real servers answered. */
class ClientCommandsTest {

    private static final Reply SYNTAX = Reply.failure("ERR syntax error");
    private static final Reply NOT_INTEGER =
            Reply.failure("ERR value is not an integer or out of range");

    private TestServer server = TestServer.create();
    private Connected other = server.connect();

    private void use(Profile profile) {
        server = TestServer.create(profile);
        other = server.connect();
    }

    private Reply run(String line) {
        return server.run(line.split(" "));
    }

    private static Reply failure(String text) {
        return Reply.failure(text);
    }

    private static String text(Reply reply) {
        return ((Reply.Verbatim) reply).text().latin1();
    }

    private String flags() {
        return field("flags");
    }

    private String field(String name) {
        return Arrays.stream(text(run("CLIENT INFO")).trim().split(" "))
                .filter(field -> field.startsWith(name + "="))
                .map(field -> field.substring(name.length() + 1))
                .collect(Collectors.joining());
    }

    private static List<String> ids(Reply list) {
        return text(list).lines().map(line -> line.substring(3, line.indexOf(' '))).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRACKING", "CACHING", "GETREDIR", "TRACKINGINFO", "FOO"})
    void otherSubcommandsAreUnknown(String name) {
        assertThat(run("CLIENT " + name))
                .isEqualTo(failure("ERR unknown subcommand '" + name + "'. Try CLIENT HELP."));
        use(Profile.REDIS_6_2);
        assertThat(run("CLIENT " + name))
                .isEqualTo(
                        failure(
                                "ERR Unknown subcommand or wrong number of arguments for '"
                                        + name
                                        + "'. Try CLIENT HELP."));
    }

    @Nested
    class Names {

        @Test
        void aNameIsPrintableWithoutBlanks() {
            Reply refused =
                    failure(
                            "ERR Client names cannot contain spaces, newlines or special"
                                    + " characters.");
            assertThat(run("CLIENT GETNAME")).isEqualTo(Reply.NIL);
            assertThat(run("CLIENT SETNAME a~!")).isEqualTo(Reply.OK);
            assertThat(server.run("CLIENT", "SETNAME", "a b")).isEqualTo(refused);
            assertThat(server.run("CLIENT", "SETNAME", "a\nb")).isEqualTo(refused);
            assertThat(server.run("CLIENT", "SETNAME", "a\u007f")).isEqualTo(refused);
            assertThat(run("CLIENT GETNAME")).isEqualTo(Reply.bulk("a~!"));
            assertThat(server.run("CLIENT", "SETNAME", "")).isEqualTo(Reply.OK);
            assertThat(run("CLIENT GETNAME")).isEqualTo(Reply.NIL);
        }

        @Test
        void theLibraryMayBeNamedToo() {
            assertThat(run("CLIENT SETINFO lib-name abc")).isEqualTo(Reply.OK);
            assertThat(run("CLIENT SETINFO LIB-VER 1.2")).isEqualTo(Reply.OK);
            assertThat(text(run("CLIENT INFO"))).contains(" lib-name=abc lib-ver=1.2 ");
            assertThat(server.run("CLIENT", "SETINFO", "LIB-NAME", "a b"))
                    .isEqualTo(
                            failure(
                                    "ERR LIB-NAME cannot contain spaces, newlines or special"
                                            + " characters."));
            assertThat(run("CLIENT SETINFO foo bar"))
                    .isEqualTo(failure("ERR Unrecognized option 'foo'"));
        }

        @Test
        void olderServersDoNotKnowSetInfo() {
            use(Profile.REDIS_7_0);
            assertThat(run("CLIENT SETINFO lib-name abc"))
                    .isEqualTo(failure("ERR unknown subcommand 'SETINFO'. Try CLIENT HELP."));
        }
    }

    @Nested
    class InfoAndList {

        @ParameterizedTest
        @CsvSource({
            "REDIS_6_2, 'id addr laddr fd name age idle flags db sub psub multi qbuf qbuf-free"
                    + " argv-mem obl oll omem tot-mem events cmd user redir'",
            "REDIS_7_0, 'id addr laddr fd name age idle flags db sub psub ssub multi qbuf qbuf-free"
                + " argv-mem multi-mem rbs rbp obl oll omem tot-mem events cmd user redir resp'",
            "REDIS_8_0, 'id addr laddr fd name age idle flags db sub psub ssub multi watch qbuf"
                    + " qbuf-free argv-mem multi-mem rbs rbp obl oll omem tot-mem events cmd user"
                    + " redir resp lib-name lib-ver io-thread'",
            "VALKEY_8_0, 'id addr laddr fd name age idle flags db sub psub ssub multi watch qbuf"
                    + " qbuf-free argv-mem multi-mem rbs rbp obl oll omem tot-mem events cmd user"
                    + " redir resp lib-name lib-ver tot-net-in tot-net-out tot-cmds'"
        })
        void theFieldsAreThoseOfTheProfile(Profile profile, String names) {
            use(profile);
            String line = text(run("CLIENT INFO"));
            assertThat(line.replaceAll("=\\S*", "")).isEqualTo(names + "\n");
        }

        @Test
        void aClientIsToldApart() {
            run("CLIENT SETNAME x");
            run("SELECT 3");
            server.advance(Duration.ofMillis(2500));
            assertThat(text(run("CLIENT INFO")))
                    .startsWith(
                            "id=1 addr=127.0.0.1:50001 laddr=127.0.0.1:6379 fd=8 name=x age=2"
                                    + " idle=0 flags=N db=3 sub=0 psub=0 ssub=0 multi=-1 watch=0 ")
                    .contains(" cmd=client|info user=default redir=-1 resp=2 ");
            assertThat(text(run("CLIENT LIST ID 2"))).contains(" age=2 idle=2 ", " cmd=NULL ");
        }

        @Test
        void theLastCommandIsTheOneAskedForEvenIfQueuedOrUnknown() {
            other.run("MULTI");
            other.run("HGET", "h", "f");
            assertThat(text(run("CLIENT LIST ID 2")))
                    .contains(" flags=x ", " multi=1 ", " cmd=hget ");
            other.run("FOO");
            assertThat(text(run("CLIENT LIST ID 2"))).contains(" cmd=NULL ");
            use(Profile.REDIS_6_2);
            assertThat(field("cmd")).isEqualTo("client");
        }

        @Test
        void flagsAreLetters() {
            assertThat(flags()).isEqualTo("N");
            run("WATCH k l");
            run("CLIENT NO-EVICT ON");
            run("CLIENT NO-TOUCH ON");
            assertThat(flags()).isEqualTo("eT");
            assertThat(field("watch")).isEqualTo("2");
            run("HSET k f 1");
            assertThat(flags()).isEqualTo("deT");
            server.state().setMonitor(other.client(), true);
            assertThat(text(run("CLIENT LIST ID 2"))).contains(" flags=O ");
            other.run("MULTI");
            server.state().block(other.client(), () -> Reply.NIL, TimerQueue.NEVER);
            assertThat(text(run("CLIENT LIST ID 2"))).contains(" flags=Oxb ");
        }

        @Test
        void listShowsAllOrSome() {
            assertThat(ids(run("CLIENT LIST"))).containsExactly("1", "2");
            assertThat(ids(run("CLIENT LIST TYPE normal"))).containsExactly("1", "2");
            assertThat(ids(run("CLIENT LIST TYPE SLAVE"))).isEmpty();
            assertThat(ids(run("CLIENT LIST ID 2 9 -1 0 1"))).containsExactly("2", "1");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "ID",
                    "TYPE",
                    "FOO",
                    "FOO BAR",
                    "TYPE normal x",
                    "TYPE pubsub ID 3",
                    "ADDR a"
                })
        void listWantsOneFilterInFull(String filter) {
            assertThat(run("CLIENT LIST " + filter)).isEqualTo(SYNTAX);
        }

        @Test
        void listNamesWhatIsWrong() {
            assertThat(run("CLIENT LIST ID 9 abc")).isEqualTo(failure("ERR Invalid client ID"));
            assertThat(run("CLIENT LIST TYPE foo"))
                    .isEqualTo(failure("ERR Unknown client type 'foo'"));
            assertThat(run("CLIENT LIST TYPE primary"))
                    .isEqualTo(failure("ERR Unknown client type 'primary'"));
            use(Profile.VALKEY_8_0);
            assertThat(ids(run("CLIENT LIST TYPE primary"))).isEmpty();
        }
    }

    @Nested
    class Kill {

        @Test
        void oneClientByItsAddress() {
            assertThat(run("CLIENT KILL foo")).isEqualTo(failure("ERR No such client"));
            assertThat(run("CLIENT KILL ID")).isEqualTo(failure("ERR No such client"));
            assertThat(run("CLIENT KILL 127.0.0.1:50002")).isEqualTo(Reply.OK);
            assertThat(other.isClosed()).isTrue();
            assertThat(run("CLIENT KILL 127.0.0.1:50001")).isEqualTo(Reply.OK);
            assertThat(server.client().isClosed()).isTrue();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "ID 2",
                    "TYPE normal",
                    "USER default",
                    "ADDR 127.0.0.1:50002",
                    "LADDR 127.0.0.1:6379",
                    "MAXAGE 10",
                    "ID 2 SKIPME yes"
                })
        void thoseWhoFitExceptOneself(String filter) {
            server.advance(Duration.ofSeconds(10));
            assertThat(run("CLIENT KILL " + filter)).isEqualTo(Reply.ONE);
            assertThat(other.isClosed()).isTrue();
            assertThat(server.client().isClosed()).isFalse();
        }

        @Test
        void oneselfIfItIsSaid() {
            assertThat(run("CLIENT KILL ID 1")).isEqualTo(Reply.ZERO);
            assertThat(run("CLIENT KILL ID 1 SKIPME no")).isEqualTo(Reply.ONE);
            assertThat(server.client().isClosed()).isTrue();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "ID 99",
                    "TYPE pubsub",
                    "ADDR 1.1.1.1:1",
                    "LADDR 1.1.1.1:1",
                    "MAXAGE 1000000000",
                    "ID 2 TYPE replica"
                })
        void nobodyFits(String filter) {
            assertThat(run("CLIENT KILL " + filter)).isEqualTo(Reply.ZERO);
            assertThat(other.isClosed()).isFalse();
        }

        @ParameterizedTest
        @CsvSource({
            "FOO BAR, ERR syntax error",
            "ID 2 FOO, ERR syntax error",
            "ID 2 3, ERR syntax error",
            "SKIPME foo, ERR syntax error",
            "ID 2 MAXAGE, ERR syntax error",
            "ID abc, ERR client-id should be greater than 0",
            "ID 0, ERR client-id should be greater than 0",
            "ID 9999999999999999999999, ERR client-id should be greater than 0",
            "MAXAGE abc, ERR maxage is not an integer or out of range",
            "MAXAGE 0, ERR maxage should be greater than 0",
            "TYPE foo, ERR Unknown client type 'foo'",
            "ADDR a TYPE foo, ERR Unknown client type 'foo'",
            "USER nobody, ERR No such user 'nobody'"
        })
        void whatIsWrongIsNamedAndNobodyKilled(String filter, String error) {
            assertThat(run("CLIENT KILL " + filter)).isEqualTo(failure(error));
            assertThat(other.isClosed()).isFalse();
        }

        @Test
        void theOldestServerTakesAnyNumberAndKnowsNoAge() {
            use(Profile.REDIS_6_2);
            assertThat(run("CLIENT KILL")).isEqualTo(SYNTAX);
            assertThat(run("CLIENT KILL ID 0")).isEqualTo(Reply.ZERO);
            assertThat(run("CLIENT KILL ID -1")).isEqualTo(Reply.ZERO);
            assertThat(run("CLIENT KILL ID abc")).isEqualTo(NOT_INTEGER);
            assertThat(run("CLIENT KILL MAXAGE 1")).isEqualTo(SYNTAX);
        }

        @Test
        void whoeverIsClosingIsMarked() {
            run("CLIENT KILL ID 2");
            assertThat(other.client().isClosing()).isTrue();
        }
    }

    @Nested
    class PauseAndUnpause {

        @Test
        void commandsWaitForTheEnd() {
            assertThat(run("CLIENT PAUSE 200")).isEqualTo(Reply.OK);
            assertThat(other.run("PING")).isEqualTo(Reply.NONE);
            assertThat(other.client().isBlocked()).isTrue();
            server.advance(Duration.ofMillis(199));
            assertThat(other.sent()).isEmpty();
            server.advance(Duration.ofMillis(1));
            assertThat(other.sent()).containsExactly(Reply.PONG);
            assertThat(other.client().isBlocked()).isFalse();
        }

        @Test
        void errorsDoNotWait() {
            run("CLIENT PAUSE 200");
            assertThat(other.run("FOO")).isInstanceOf(Reply.Failure.class);
            assertThat(other.run("ECHO")).isInstanceOf(Reply.Failure.class);
        }

        @Test
        void whatOnlyReadsMayGoOn() {
            run("CLIENT PAUSE 200 WRITE");
            assertThat(other.run("PING")).isEqualTo(Reply.PONG);
            assertThat(other.run("MULTI")).isEqualTo(Reply.OK);
            assertThat(other.run("HSET", "h", "f", "1")).isEqualTo(Reply.NONE);
            assertThat(run("CLIENT UNPAUSE")).isEqualTo(Reply.OK);
            assertThat(other.sent()).containsExactly(Reply.QUEUED);
        }

        @Test
        void aShorterPauseDoesNotCutALongerOne() {
            run("CLIENT PAUSE 200 WRITE");
            run("CLIENT PAUSE 10 ALL");
            other.run("PING");
            server.advance(Duration.ofMillis(199));
            assertThat(other.sent()).isEmpty();
            server.advance(Duration.ofMillis(1));
            assertThat(other.sent()).containsExactly(Reply.PONG);
        }

        @Test
        void keysDoNotEndByThemselvesMeanwhile() {
            run("HSET h f 1");
            server.db().setDeadline(Bytes.of("h"), server.nowMillis() + 20);
            run("CLIENT PAUSE 300 WRITE");
            server.advance(Duration.ofMillis(100));
            assertThat(server.db().size()).isEqualTo(1);
            server.advance(Duration.ofMillis(200));
            assertThat(server.db().size()).isZero();
        }

        @Test
        void aClientThatWantsNoReplyGetsNoneLater() {
            other.run("CLIENT", "REPLY", "OFF");
            run("CLIENT PAUSE 200");
            other.run("PING");
            server.advance(Duration.ofMillis(200));
            assertThat(other.sent()).allMatch(Reply.NONE::equals);
        }

        @ParameterizedTest
        @CsvSource({
            "abc, ERR timeout is not an integer or out of range",
            "1.5, ERR timeout is not an integer or out of range",
            "-1, ERR timeout is negative",
            "1 FOO, ERR CLIENT PAUSE mode must be WRITE or ALL",
            "9223372036854775807, ERR timeout is out of range"
        })
        void whatIsWrongIsNamed(String arguments, String error) {
            assertThat(run("CLIENT PAUSE " + arguments)).isEqualTo(failure(error));
        }

        @Test
        void tooManyArgumentsAreNamedByTheSubcommand() {
            String text =
                    "nknown subcommand or wrong number of arguments for 'PAUSE'."
                            + " Try CLIENT HELP.";
            assertThat(run("CLIENT PAUSE 1 ALL x")).isEqualTo(failure("ERR u" + text));
            use(Profile.REDIS_6_2);
            assertThat(run("CLIENT PAUSE 1 ALL x")).isEqualTo(failure("ERR U" + text));
        }

        @Test
        void olderServersTakeATimeoutBeyondAllTime() {
            use(Profile.REDIS_7_0);
            assertThat(run("CLIENT PAUSE 9223372036854775807")).isEqualTo(Reply.OK);
            assertThat(run("CLIENT UNPAUSE")).isEqualTo(Reply.OK);
        }
    }

    @Nested
    class ReplyMode {

        @Test
        void offUntilOn() {
            assertThat(run("CLIENT REPLY OFF")).isEqualTo(Reply.NONE);
            assertThat(run("CLIENT REPLY SKIP")).isEqualTo(Reply.NONE);
            assertThat(run("PING")).isEqualTo(Reply.NONE);
            assertThat(run("CLIENT REPLY ON")).isEqualTo(Reply.OK);
            assertThat(run("PING")).isEqualTo(Reply.PONG);
        }

        @Test
        void skipIsForOneCommand() {
            assertThat(run("CLIENT REPLY SKIP")).isEqualTo(Reply.NONE);
            assertThat(run("FOO")).isEqualTo(Reply.NONE);
            assertThat(run("PING")).isEqualTo(Reply.PONG);
        }

        @Test
        void skipMayBeSaidAgain() {
            assertThat(run("CLIENT REPLY SKIP")).isEqualTo(Reply.NONE);
            assertThat(run("CLIENT REPLY SKIP")).isEqualTo(Reply.NONE);
            assertThat(run("PING")).isEqualTo(Reply.NONE);
            assertThat(run("PING")).isEqualTo(Reply.PONG);
        }

        @Test
        void onAnswersEvenWhenSkipped() {
            run("CLIENT REPLY SKIP");
            assertThat(run("CLIENT REPLY ON")).isEqualTo(Reply.OK);
            assertThat(run("CLIENT REPLY foo")).isEqualTo(SYNTAX);
        }
    }

    @Nested
    class Switches {

        @ParameterizedTest
        @ValueSource(strings = {"NO-EVICT", "NO-TOUCH"})
        void onOrOff(String name) {
            assertThat(run("CLIENT " + name + " on")).isEqualTo(Reply.OK);
            assertThat(run("CLIENT " + name + " OFF")).isEqualTo(Reply.OK);
            assertThat(run("CLIENT " + name + " foo")).isEqualTo(SYNTAX);
        }
    }

    @Nested
    class Unblock {

        private void block() {
            Blocked wait = () -> Reply.NIL_ARRAY;
            server.state().block(other.client(), wait, TimerQueue.NEVER);
        }

        @Test
        void asIfItsTimeWereUp() {
            block();
            assertThat(run("CLIENT UNBLOCK 2")).isEqualTo(Reply.ONE);
            assertThat(other.sent()).containsExactly(Reply.NIL_ARRAY);
            block();
            assertThat(run("CLIENT UNBLOCK 2 timeout")).isEqualTo(Reply.ONE);
            assertThat(run("CLIENT UNBLOCK 2")).isEqualTo(Reply.ZERO);
        }

        @Test
        void withAnError() {
            block();
            assertThat(run("CLIENT UNBLOCK 2 ERROR")).isEqualTo(Reply.ONE);
            assertThat(other.sent())
                    .containsExactly(failure("UNBLOCKED client unblocked via CLIENT UNBLOCK"));
        }

        @ParameterizedTest
        @CsvSource({"redis-6.2, v", "redis-7.0, v", "redis-8.0, ", "valkey-8.0, "})
        void whatAPauseHasPutOffIsDroppedOnlyByNewerServers(
                String profile, @Nullable String stored) {
            use(Profile.of(profile));
            run("CLIENT PAUSE 200 WRITE");
            other.run("SET", "k", "v");
            assertThat(run("CLIENT UNBLOCK 2 ERROR")).isEqualTo(Reply.ONE);
            assertThat(other.sent())
                    .containsExactly(failure("UNBLOCKED client unblocked via CLIENT UNBLOCK"));
            assertThat(other.client().isBlocked()).isEqualTo(stored != null);
            assertThat(run("GET k")).isEqualTo(Reply.NIL);
            run("CLIENT UNPAUSE");
            assertThat(run("GET k")).isEqualTo(stored == null ? Reply.NIL : Reply.bulk(stored));
        }

        @Test
        void whoDoesNotWaitIsLeftAlone() {
            assertThat(run("CLIENT UNBLOCK 2")).isEqualTo(Reply.ZERO);
            assertThat(run("CLIENT UNBLOCK 9999 ERROR")).isEqualTo(Reply.ZERO);
            assertThat(run("CLIENT UNBLOCK -5")).isEqualTo(Reply.ZERO);
        }

        @Test
        void whatIsWrongIsNamed() {
            assertThat(run("CLIENT UNBLOCK abc")).isEqualTo(NOT_INTEGER);
            assertThat(run("CLIENT UNBLOCK 9999 foo"))
                    .isEqualTo(failure("ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR"));
            assertThat(run("CLIENT UNBLOCK 9999 ERROR x"))
                    .isEqualTo(
                            failure(
                                    "ERR unknown subcommand or wrong number of arguments for"
                                            + " 'UNBLOCK'. Try CLIENT HELP."));
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void helpNamesTheSubcommandsOfTheProfile(Profile profile) {
        use(profile);
        List<String> lines =
                ((Reply.Array) run("CLIENT HELP"))
                        .elements().stream()
                                .map(line -> ((Reply.Status) line).text().utf8())
                                .toList();
        assertThat(lines).contains("UNPAUSE", "    Lets paused commands run.", "HELP");
        assertThat(lines.contains("NO-TOUCH (ON|OFF)"))
                .isEqualTo(profile == Profile.REDIS_8_0 || profile == Profile.VALKEY_8_0);
    }
}
