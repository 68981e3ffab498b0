package dev.lockstep.commands.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import dev.lockstep.testing.TestServer.Connected;
import dev.lockstep.value.Bytes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Expectations are what the real servers answered. */
class TransactionCommandsTest {

    private static final Reply ABORTED =
            Reply.failure("EXECABORT Transaction discarded because of previous errors.");

    private TestServer server = TestServer.create();
    private Connected other = server.connect();

    private Reply run(String... words) {
        return server.run(words);
    }

    private void use(Profile profile) {
        server = TestServer.create(profile);
        other = server.connect();
    }

    /** Whether EXEC runs a transaction of {@code PING}. */
    private boolean execRuns() {
        run("MULTI");
        run("PING");
        Reply reply = run("EXEC");
        assertThat(reply).isIn(Reply.array(Reply.PONG), Reply.NIL_ARRAY);
        return reply != Reply.NIL_ARRAY;
    }

    private void endAfter(String key, long millis) {
        server.db().setDeadline(Bytes.of(key), server.nowMillis() + millis);
    }

    @Nested
    class Multi {

        @Test
        void whatFollowsIsQueuedAndRunByExec() {
            assertThat(run("MULTI")).isEqualTo(Reply.OK);
            assertThat(run("HSET", "h", "f", "1")).isEqualTo(Reply.QUEUED);
            assertThat(other.run("HGET", "h", "f")).isEqualTo(Reply.NIL);
            assertThat(run("HGET", "h", "f")).isEqualTo(Reply.QUEUED);
            assertThat(run("EXEC")).isEqualTo(Reply.array(Reply.ONE, Reply.bulk("1")));
            assertThat(run("HGET", "h", "f")).isEqualTo(Reply.bulk("1"));
        }

        @ParameterizedTest
        @EnumSource(names = {"REDIS_6_2", "REDIS_7_0", "REDIS_8_0"})
        void aSecondOneFailsAndTheTransactionGoesOn(Profile profile) {
            use(profile);
            run("MULTI");
            assertThat(run("MULTI")).isEqualTo(Reply.failure("ERR MULTI calls can not be nested"));
            assertThat(run("EXEC")).isEqualTo(Reply.EMPTY_ARRAY);
        }

        @Test
        void valkeyEndsTheTransactionAtASecondOne() {
            use(Profile.VALKEY_8_0);
            run("MULTI");
            assertThat(run("MULTI"))
                    .isEqualTo(Reply.failure("ERR Command not allowed inside a transaction"));
            assertThat(run("EXEC")).isEqualTo(ABORTED);
        }
    }

    @Nested
    class Exec {

        @Test
        void withoutMultiItFails() {
            assertThat(run("EXEC")).isEqualTo(Reply.failure("ERR EXEC without MULTI"));
        }

        @Test
        void aFailingCommandDoesNotStopTheOthers() {
            run("MULTI");
            run("SELECT", "99");
            run("PING");
            assertThat(run("EXEC"))
                    .isEqualTo(
                            Reply.array(Reply.failure("ERR DB index is out of range"), Reply.PONG));
            assertThat(server.state().statistics().errorsByCode()).containsEntry("ERR", 1L);
        }

        @Test
        void anUnknownCommandAbortsAll() {
            run("MULTI");
            run("FOO");
            assertThat(run("HSET", "h", "f", "1")).isEqualTo(Reply.QUEUED);
            assertThat(run("EXEC")).isEqualTo(ABORTED);
            assertThat(run("HGET", "h", "f")).isEqualTo(Reply.NIL);
            assertThat(run("EXEC")).isEqualTo(Reply.failure("ERR EXEC without MULTI"));
        }

        @Test
        void aWrongArityAbortsAll() {
            run("MULTI");
            run("HGET");
            assertThat(run("EXEC")).isEqualTo(ABORTED);
        }

        @ParameterizedTest
        @EnumSource(names = "REDIS_6_2", mode = EnumSource.Mode.EXCLUDE)
        void anUnknownSubcommandAbortsAll(Profile profile) {
            use(profile);
            run("MULTI");
            assertThat(run("CLIENT", "FOO"))
                    .isEqualTo(Reply.failure("ERR unknown subcommand 'FOO'. Try CLIENT HELP."));
            assertThat(run("EXEC")).isEqualTo(ABORTED);
        }

        @Test
        void theOldestServerQueuesAnUnknownSubcommand() {
            use(Profile.REDIS_6_2);
            run("MULTI");
            assertThat(run("CLIENT", "FOO")).isEqualTo(Reply.QUEUED);
            assertThat(run("EXEC"))
                    .isEqualTo(
                            Reply.array(
                                    Reply.failure(
                                            "ERR Unknown subcommand or wrong number of arguments"
                                                    + " for 'FOO'. Try CLIENT HELP.")));
        }

        @Test
        void anExecThatIsRefusedEndsTheTransaction() {
            Reply refused =
                    Reply.failure(
                            "EXECABORT Transaction discarded because of: wrong number of arguments"
                                    + " for 'exec' command");
            assertThat(run("EXEC", "x")).isEqualTo(refused);
            run("MULTI");
            run("HSET", "h", "f", "1");
            assertThat(run("EXEC", "x")).isEqualTo(refused);
            assertThat(run("EXEC")).isEqualTo(Reply.failure("ERR EXEC without MULTI"));
        }

        @Test
        void withoutAPasswordItSaysWhy() {
            server.state().config().set("requirepass", "sesame");
            assertThat(server.connect().run("EXEC"))
                    .isEqualTo(
                            Reply.failure(
                                    "EXECABORT Transaction discarded because of: NOAUTH"
                                            + " Authentication required."));
        }

        @Test
        void selectHoldsAfterwards() {
            run("MULTI");
            run("SELECT", "3");
            run("HSET", "h", "f", "1");
            run("EXEC");
            assertThat(server.client().client().db()).isEqualTo(3);
            assertThat(server.state().keyspace().db(3).exists(Bytes.of("h"))).isTrue();
        }

        @Test
        void silenceFromWithinCoversTheWholeReply() {
            run("MULTI");
            run("CLIENT", "REPLY", "SKIP");
            run("PING");
            assertThat(run("EXEC")).isEqualTo(Reply.NONE);
            assertThat(run("PING")).isEqualTo(Reply.NONE);
            assertThat(run("PING")).isEqualTo(Reply.PONG);
        }

        @Test
        void aPausePutsOffWhatWrites() {
            run("MULTI");
            run("HSET", "h", "f", "1");
            other.run("CLIENT", "PAUSE", "150", "WRITE");

            assertThat(run("EXEC")).isEqualTo(Reply.NONE);
            server.advance(Duration.ofMillis(149));
            assertThat(server.client().sent()).isEmpty();
            server.advance(Duration.ofMillis(1));
            assertThat(server.client().sent()).containsExactly(Reply.array(Reply.ONE));
        }

        @Test
        void aPauseOfWritesLetsReadsPass() {
            run("MULTI");
            run("HGET", "h", "f");
            other.run("CLIENT", "PAUSE", "150", "WRITE");
            assertThat(run("EXEC")).isEqualTo(Reply.array(Reply.NIL));
        }

        @Test
        void aPauseWithinItBeginsAfterIt() {
            run("MULTI");
            run("CLIENT", "PAUSE", "150");
            run("HSET", "h", "f", "1");
            assertThat(run("EXEC")).isEqualTo(Reply.array(Reply.OK, Reply.ONE));
            assertThat(run("PING")).isEqualTo(Reply.NONE);
            server.advance(Duration.ofMillis(150));
            assertThat(server.client().sent()).containsExactly(Reply.PONG);
        }
    }

    @Nested
    class Discard {

        @Test
        void withoutMultiItFails() {
            assertThat(run("DISCARD")).isEqualTo(Reply.failure("ERR DISCARD without MULTI"));
        }

        @Test
        void nothingIsRunAndNothingWatchedAnyMore() {
            run("WATCH", "h");
            run("HSET", "h", "f", "1");
            run("MULTI");
            run("HSET", "h", "f", "2");
            assertThat(run("DISCARD")).isEqualTo(Reply.OK);
            assertThat(run("HGET", "h", "f")).isEqualTo(Reply.bulk("1"));
            assertThat(execRuns()).isTrue();
        }
    }

    @Nested
    class Watch {

        @ParameterizedTest
        @EnumSource(names = {"REDIS_6_2", "REDIS_7_0", "REDIS_8_0"})
        void withinMultiItFailsAndTheTransactionGoesOn(Profile profile) {
            use(profile);
            run("MULTI");
            assertThat(run("WATCH", "a"))
                    .isEqualTo(Reply.failure("ERR WATCH inside MULTI is not allowed"));
            run("PING");
            assertThat(run("EXEC")).isEqualTo(Reply.array(Reply.PONG));
        }

        @Test
        void valkeyEndsTheTransactionAtAWatch() {
            use(Profile.VALKEY_8_0);
            run("MULTI");
            assertThat(run("WATCH", "a"))
                    .isEqualTo(Reply.failure("ERR Command not allowed inside a transaction"));
            assertThat(run("EXEC")).isEqualTo(ABORTED);
        }

        @Test
        void aChangeByAnotherOrByOneselfFailsExec() {
            run("WATCH", "h", "i");
            other.run("HSET", "i", "f", "1");
            assertThat(execRuns()).isFalse();
            assertThat(execRuns()).isTrue();

            run("WATCH", "h");
            run("HSET", "h", "f", "1");
            assertThat(execRuns()).isFalse();
        }

        @Test
        void whatChangesNothingDoesNotMatter() {
            run("HSET", "h", "f", "1");
            run("WATCH", "h");
            other.run("HDEL", "h", "g");
            other.run("HGET", "h", "f");
            assertThat(execRuns()).isTrue();
        }

        @Test
        void anErrorOutranksATouchedKey() {
            run("WATCH", "h");
            run("HSET", "h", "f", "1");
            run("MULTI");
            run("FOO");
            assertThat(run("EXEC")).isEqualTo(ABORTED);
        }

        @Test
        void theSameKeyOfAnotherDatabaseDoesNotMatter() {
            run("HSET", "h", "f", "1");
            run("WATCH", "h");
            other.run("SELECT", "3");
            other.run("HSET", "h", "f", "2");
            assertThat(execRuns()).isTrue();
        }

        @Test
        void clearingTheDatabaseMattersIfTheKeyWasThere() {
            run("WATCH", "h");
            server.db().clear();
            assertThat(execRuns()).isTrue();

            run("HSET", "h", "f", "1");
            run("WATCH", "h");
            server.db().clear();
            assertThat(execRuns()).isFalse();
        }

        @Test
        void swappingDatabasesMattersIfEitherHasTheKey() {
            run("WATCH", "h");
            server.state().keyspace().swap(0, 1);
            assertThat(execRuns()).isTrue();

            run("HSET", "h", "f", "1");
            run("WATCH", "h");
            server.state().keyspace().swap(0, 1);
            assertThat(execRuns()).isFalse();

            run("WATCH", "h");
            server.state().keyspace().swap(0, 1);
            assertThat(execRuns()).isFalse();

            run("WATCH", "h");
            server.state().keyspace().swap(1, 2);
            assertThat(execRuns()).isTrue();
        }

        @Test
        void aKeyThatEndsMeanwhileFailsExec() {
            run("HSET", "h", "f", "1");
            endAfter("h", 30);
            run("WATCH", "h");
            server.advance(Duration.ofMillis(31));
            assertThat(execRuns()).isFalse();
        }

        @Test
        void aKeyThatEndsUnnoticedFailsExecToo() {
            run("HSET", "h", "f", "1");
            endAfter("h", 30);
            run("WATCH", "h");
            server.advanceQuietly(Duration.ofMillis(30));
            assertThat(execRuns()).isTrue();

            run("WATCH", "h");
            server.advanceQuietly(Duration.ofMillis(1));
            assertThat(execRuns()).isFalse();
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void aKeyAlreadyPastItsDeadlineFailsExecOnTheOldestServerOnly(Profile profile) {
            use(profile);
            run("HSET", "h", "f", "1");
            endAfter("h", 1);
            server.advanceQuietly(Duration.ofMillis(10));
            run("WATCH", "h");
            assertThat(execRuns()).isEqualTo(profile != Profile.REDIS_6_2);
        }

        @Test
        void aKeyAlreadyPastItsDeadlineMayBeDeletedButNotSet() {
            run("HSET", "h", "f", "1");
            endAfter("h", 1);
            server.advanceQuietly(Duration.ofMillis(10));
            run("WATCH", "h");
            other.run("HDEL", "h", "f");
            assertThat(execRuns()).isTrue();

            run("WATCH", "h");
            other.run("HSET", "h", "f", "1");
            assertThat(execRuns()).isFalse();
        }

        @Test
        void aKeyAlreadyPastItsDeadlineIsLeftWhereItIs() {
            run("HSET", "h", "f", "1");
            endAfter("h", 1);
            server.advanceQuietly(Duration.ofMillis(10));
            run("WATCH", "h");
            assertThat(run("DBSIZE")).isEqualTo(Reply.of(1));
            assertThat(execRuns()).isTrue();
            assertThat(run("DBSIZE")).isEqualTo(Reply.of(1));
        }

        @Test
        void unwatchForgetsIt() {
            run("WATCH", "h");
            run("HSET", "h", "f", "1");
            assertThat(run("UNWATCH")).isEqualTo(Reply.OK);
            assertThat(execRuns()).isTrue();
        }

        @Test
        void unwatchWithinMultiIsQueued() {
            run("WATCH", "h");
            run("HSET", "h", "f", "1");
            run("MULTI");
            assertThat(run("UNWATCH")).isEqualTo(Reply.QUEUED);
            assertThat(run("EXEC")).isEqualTo(Reply.NIL_ARRAY);
        }
    }

    @Nested
    class OtherCommandsWithinMulti {

        @Test
        void resetEndsTheTransactionAndTheWatch() {
            run("WATCH", "h");
            run("MULTI");
            assertThat(run("RESET")).isEqualTo(Reply.status("RESET"));
            assertThat(run("EXEC")).isEqualTo(Reply.failure("ERR EXEC without MULTI"));
            assertThat(server.client().client().watchedKeyCount()).isZero();
        }

        @ParameterizedTest
        @EnumSource(Profile.class)
        void quitIsNotQueued(Profile profile) {
            use(profile);
            run("MULTI");
            assertThat(run("QUIT")).isEqualTo(Reply.OK);
            assertThat(server.client().isClosed()).isTrue();
        }

        @Test
        void helloTakesEffectWhenItIsItsTurn() {
            run("MULTI");
            run("HELLO", "3");
            run("AUTH", "x");
            Reply reply = run("EXEC");
            assertThat(((Reply.Array) reply).elements()).hasSize(2);
            assertThat(server.client().client().protocol()).isEqualTo(3);
        }

        @Test
        void monitorsSeeCommandsAsTheyRun() {
            server.state().setMonitor(other.client(), true);
            run("MULTI");
            run("HSET", "h", "f", "1");
            run("FOO");
            run("DISCARD");
            run("MULTI");
            run("HGET", "h", "f");
            run("EXEC");
            String prefix = "+1700000000.000000 [0 127.0.0.1:50001] ";
            List<String> lines =
                    other.sent().stream()
                            .map(reply -> "+" + ((Reply.Status) reply).text().latin1())
                            .toList();
            assertThat(lines)
                    .containsExactly(
                            prefix + "\"MULTI\"",
                            prefix + "\"DISCARD\"",
                            prefix + "\"MULTI\"",
                            prefix + "\"HGET\" \"h\" \"f\"",
                            prefix + "\"EXEC\"");
        }
    }
}
