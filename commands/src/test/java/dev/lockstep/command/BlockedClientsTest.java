package dev.lockstep.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** All that is told here of waiting is as real servers have it, one by one. */
class BlockedClientsTest {

    private static final String WAITS = "[]"; // nothing is replied yet

    private Conversation talk;
    private Conversation first;
    private Conversation second;

    @BeforeEach
    void connect() {
        use(Profile.REDIS_8_0);
    }

    private void use(Profile profile) {
        talk = Conversation.with(profile);
        first = talk.another();
        second = talk.another();
    }

    @Nested
    class Serving {

        @Test
        void whoHasWaitedLongestIsServedFirst() {
            assertThat(first.say("BZPOPMIN k 0")).isEqualTo(WAITS);
            assertThat(second.say("BZPOPMIN k 0")).isEqualTo(WAITS);

            assertThat(talk.say("ZADD k 1 a")).isEqualTo(":1");
            assertThat(first.heard()).containsExactly("*[$k, $a, ,1.0]");
            assertThat(second.heard()).isEmpty();

            talk.say("ZADD k 1 b");
            assertThat(second.heard()).containsExactly("*[$k, $b, ,1.0]");
            assertThat(talk.say("EXISTS k")).isEqualTo(":0");
        }

        @Test
        void oneCommandServesAsManyAsItCan() {
            first.say("BZPOPMIN k 0");
            second.say("BZPOPMAX k 0");

            assertThat(talk.say("ZADD k 1 a 2 b 3 c")).isEqualTo(":3");
            assertThat(first.heard()).containsExactly("*[$k, $a, ,1.0]");
            assertThat(second.heard()).containsExactly("*[$k, $c, ,3.0]");
            assertThat(talk.say("ZRANGE k 0 -1")).isEqualTo("*[$b]");
        }

        @Test
        void itIsDoneAfterTheTransaction() {
            first.say("BZPOPMIN k 0");

            talk.say("MULTI");
            talk.say("ZADD k 1 a");
            talk.say("DEL k");
            talk.say("ZADD k 2 b");
            assertThat(talk.say("EXEC")).isEqualTo("*[:1, :1, :1]");
            assertThat(first.heard()).containsExactly("*[$k, $b, ,2.0]");
        }

        @Test
        void whatIsGoneAgainServesNobody() {
            first.say("BZPOPMIN k 0");

            talk.say("MULTI");
            talk.say("ZADD k 1 a");
            talk.say("DEL k");
            talk.say("SET k v");
            talk.say("EXEC");
            assertThat(first.heard()).isEmpty();
            assertThat(first.client().client().isBlocked()).isTrue();
        }

        @ParameterizedTest
        @EnumSource(names = {"REDIS_6_2", "REDIS_7_0"})
        void formerlyTheKeySignalledFirstServed(Profile profile) {
            use(profile);
            first.say("BZPOPMIN a b 0");

            addToBothKeys();
            assertThat(first.heard()).containsExactly("*[$b, $x, ,1.0]");
        }

        @ParameterizedTest
        @EnumSource(names = {"REDIS_8_0", "VALKEY_8_0"})
        void nowTheCommandLooksAtAllOfItsKeysAgain(Profile profile) {
            use(profile);
            first.say("BZPOPMIN a b 0");

            addToBothKeys();
            assertThat(first.heard()).containsExactly("*[$a, $y, ,2.0]");
        }

        private void addToBothKeys() {
            talk.say("MULTI");
            talk.say("ZADD b 1 x");
            talk.say("ZADD a 2 y");
            talk.say("EXEC");
        }

        @Test
        void anErrorEndsTheWait() {
            first.say("BZPOPMIN a b 0");

            talk.say("SET a v");
            talk.say("ZADD b 1 x");
            assertThat(first.heard())
                    .containsExactly(
                            "-WRONGTYPE Operation against a key holding the wrong kind of value");
            assertThat(talk.say("ZCARD b")).isEqualTo(":1");
        }

        @Test
        void aKeyMayComeFromElsewhere() {
            for (String command : new String[] {"RENAME o k", "COPY o k", "ZUNIONSTORE k 1 o"}) {
                talk.say("ZADD o 1 a");
                first.say("BZPOPMIN k 0");
                talk.say(command);
                assertThat(first.heard()).as(command).containsExactly("*[$k, $a, ,1.0]");
            }
        }

        @Test
        void aKeyMayComeFromAnotherDatabase() {
            first.say("BZPOPMIN k 0");
            talk.say("SELECT 1");
            talk.say("ZADD k 1 a");
            assertThat(first.heard()).isEmpty();
            talk.say("MOVE k 0");
            assertThat(first.heard()).containsExactly("*[$k, $a, ,1.0]");

            first.say("BZPOPMIN k 0");
            talk.say("ZADD k 2 b");
            talk.say("SWAPDB 0 1");
            assertThat(first.heard()).containsExactly("*[$k, $b, ,2.0]");
        }

        @Test
        void whatReplacesAnotherTypeIsNoNewKey() {
            first.say("BZPOPMIN k 0");
            talk.say("SET k v");
            talk.say("ZADD o 1 a");
            talk.say("ZUNIONSTORE k 1 o");
            assertThat(first.heard()).isEmpty();
            talk.say("RENAME o k");
            assertThat(first.heard()).containsExactly("*[$k, $a, ,1.0]");
        }
    }

    @Nested
    class Ending {

        @Test
        void theTimeoutIsKeptToTheMillisecond() {
            first.say("BZPOPMIN k 0.1");
            second.say("BZPOPMIN k 0");

            talk.server().advance(Duration.ofMillis(99));
            assertThat(first.heard()).isEmpty();
            talk.server().advance(Duration.ofMillis(1));
            assertThat(first.heard()).containsExactly("*-1");

            talk.say("ZADD k 1 a");
            assertThat(first.heard()).isEmpty();
            assertThat(second.heard()).containsExactly("*[$k, $a, ,1.0]");
        }

        @Test
        void clientUnblockEndsItAsTheTimeoutDoesOrByAnError() {
            first.say("BZPOPMIN k 0");
            second.say("BZPOPMIN k 0");

            assertThat(talk.say("CLIENT UNBLOCK " + id(first))).isEqualTo(":1");
            assertThat(talk.say("CLIENT UNBLOCK " + id(second) + " ERROR")).isEqualTo(":1");
            assertThat(first.heard()).containsExactly("*-1");
            assertThat(second.heard())
                    .containsExactly("-UNBLOCKED client unblocked via CLIENT UNBLOCK");
            assertThat(talk.say("CLIENT UNBLOCK " + id(first))).isEqualTo(":0");
        }

        private long id(Conversation conversation) {
            return conversation.client().client().id();
        }

        @Test
        void aClientThatIsGoneTakesNothing() {
            first.say("BZPOPMIN k 0");
            second.say("BZPOPMIN k 0");

            talk.server().state().disconnect(first.client().client());
            talk.say("ZADD k 1 a");
            assertThat(first.heard()).isEmpty();
            assertThat(second.heard()).containsExactly("*[$k, $a, ,1.0]");
            assertThat(talk.server().state().blockedClients().keyCount()).isZero();
        }

        @Test
        void aClientThatWantsNoReplyTakesItsShareNevertheless() {
            first.say("CLIENT REPLY SKIP");
            first.say("BZPOPMIN k 0");

            talk.say("ZADD k 1 a");
            assertThat(first.heard()).isEmpty();
            assertThat(talk.say("EXISTS k")).isEqualTo(":0");
            assertThat(first.say("PING")).isEqualTo("+PONG");
        }
    }

    @Nested
    class Pausing {

        @ParameterizedTest
        @CsvSource({"REDIS_7_0,true", "REDIS_8_0,false", "VALKEY_8_0,false"})
        void aPauseHoldsUpWhatIsRunAgain(Profile profile, boolean servedAtOnce) {
            use(profile);
            first.say("BZPOPMIN k 0");

            talk.say("MULTI");
            talk.say("ZADD k 1 a");
            talk.say("CLIENT PAUSE 1000 WRITE");
            talk.say("EXEC");
            assertThat(first.heard()).hasSize(servedAtOnce ? 1 : 0);
            assertThat(first.client().client().isBlocked()).isEqualTo(!servedAtOnce);

            talk.say("CLIENT UNPAUSE");
            assertThat(first.heard()).hasSize(servedAtOnce ? 0 : 1);
        }

        @Test
        void timeoutsEndDuringAPause() {
            first.say("BZPOPMIN k 0.1");
            talk.say("CLIENT PAUSE 500 ALL");
            talk.server().advance(Duration.ofMillis(100));
            assertThat(first.heard()).containsExactly("*-1");
        }
    }

    @Nested
    class Counting {

        @Test
        void formerlyACommandCountedWhenItBeganToWait() {
            use(Profile.REDIS_7_0);
            first.say("BZPOPMIN k 0");
            assertThat(statistics()).contains("bzpopmin:calls=1,");
            talk.say("ZADD k 1 a");
            assertThat(statistics()).contains("bzpopmin:calls=1,");
        }

        @Test
        void nowItCountsWhenItIsDone() {
            first.say("BZPOPMIN k 0");
            assertThat(statistics()).doesNotContain("bzpopmin");
            talk.say("ZADD k 1 a");
            assertThat(statistics()).contains("bzpopmin:calls=1,");
        }

        private String statistics() {
            return talk.say("INFO commandstats");
        }

        @Test
        void infoTellsWhoWaitsForHowMany() {
            first.say("BZPOPMIN a b 5");
            second.say("BZPOPMIN b 0");
            assertThat(talk.say("INFO clients"))
                    .contains("blocked_clients:2\r\n")
                    .contains("clients_in_timeout_table:1\r\n")
                    .contains("total_blocking_keys:2\r\n")
                    .contains("total_blocking_keys_on_nokey:0\r\n");
            assertThat(talk.say("CLIENT LIST")).contains("flags=b");
        }
    }

    @Nested
    class Timeouts {

        @ParameterizedTest
        @CsvSource({
            "abc,not a float or out of range",
            "nan,not a float or out of range",
            "1e4933,not a float or out of range",
            "-1,negative",
            "-inf,negative",
            "inf,out of range",
            "9223372036854775,out of range",
        })
        void mustBeSeconds(String timeout, String complaint) {
            assertThat(talk.say("BZPOPMIN k " + timeout)).isEqualTo("-ERR timeout is " + complaint);
        }

        @ParameterizedTest
        @EnumSource(names = {"REDIS_6_2", "REDIS_7_0"})
        void thatAreTooLongWereOnceNegativeOrEndless(Profile profile) {
            use(profile);
            assertThat(talk.say("BZPOPMIN k inf")).isEqualTo("-ERR timeout is negative");
            assertThat(first.say("BZPOPMIN k 9223372036854775")).isEqualTo(WAITS);
            talk.server().advance(Duration.ofDays(100));
            assertThat(first.heard()).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({"REDIS_6_2,false", "REDIS_7_0,true"})
        void belowAMillisecondAreRoundedUpSince7(Profile profile, boolean ends) {
            use(profile);
            first.say("BZPOPMIN k 0.0001");
            talk.server().advance(Duration.ofMillis(1));
            assertThat(first.heard()).hasSize(ends ? 1 : 0);
        }

        @Test
        void mayHaveAnySpellingThatCReads() {
            first.say("BZPOPMIN k 0x1p-3");
            talk.server().advance(Duration.ofMillis(124));
            assertThat(first.heard()).isEmpty();
            talk.server().advance(Duration.ofMillis(1));
            assertThat(first.heard()).containsExactly("*-1");
        }
    }

    @ParameterizedTest
    @CsvSource({"REDIS_6_2,$c", "REDIS_7_0,$a"})
    void whoWaitsForAnotherTypeLostItsPlaceInOldServers(Profile profile, String served) {
        use(profile);
        Conversation third = talk.another();
        first.say("BZPOPMIN k 0");
        second.say("BLPOP k 0");
        talk.another().say("BLPOP k 0");
        third.say("BZPOPMIN k 0");

        talk.say("RPUSH k 1");
        assertThat(second.heard()).containsExactly("*[$k, $1]");
        talk.say("ZADD k 1 m");
        assertThat(served.equals("$a") ? first.heard() : third.heard())
                .containsExactly("*[$k, $m, ,1.0]");
    }

    @ParameterizedTest
    @CsvSource({"REDIS_6_2,true", "REDIS_7_0,false"})
    void whoStoodBeforeTheOneServedLostItsPlaceInOldServers(Profile profile, boolean lost) {
        use(profile);
        Conversation third = talk.another();
        first.say("BLPOP k 0");
        second.say("BZPOPMIN k 0");
        third.say("BLPOP k 0");

        talk.say("ZADD k 1 m");
        assertThat(second.heard()).containsExactly("*[$k, $m, ,1.0]");
        talk.say("RPUSH k 1");
        assertThat(lost ? third.heard() : first.heard()).containsExactly("*[$k, $1]");
    }
}
