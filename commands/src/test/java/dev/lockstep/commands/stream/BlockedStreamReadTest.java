package dev.lockstep.commands.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** XREAD and XREADGROUP that wait. Expectations are of the real servers. */
class BlockedStreamReadTest {

    private static final String ENTRY = "*[*[$s, *[*[$1-1, *[$a, $b]]]]]";

    private final List<TestServer.Connected> waiting = new ArrayList<>();
    private Conversation talk = Conversation.with(Profile.REDIS_8_0);

    private void in(Profile profile) {
        talk = Conversation.with(profile);
        waiting.clear();
    }

    private String say(String line) {
        return talk.say(line);
    }

    /** One more client says {@code line}, and has to wait. */
    private void block(String line) {
        TestServer.Connected client = talk.server().connect();
        assertThat(client.run(line.split(" ", -1))).isEqualTo(Reply.NONE);
        waiting.add(client);
    }

    /** What the client that came to wait as number {@code index} has been sent. */
    private String sent(int index) {
        List<Reply> sent = waiting.get(index).sent();
        return sent.isEmpty() ? "nothing" : sent.get(0).accept(talk);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void theFirstNewEntryIsForAllWhoWait(Profile profile) {
        in(profile);
        block("XREAD BLOCK 0 STREAMS s $");
        block("XREAD BLOCK 0 STREAMS t s $ 0");
        say("XADD s 1-1 a b");
        assertThat(sent(0)).isEqualTo(ENTRY);
        assertThat(sent(1)).isEqualTo(ENTRY);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void anEntryBelowTheIdIsWaitedPast(Profile profile) {
        in(profile);
        block("XREAD BLOCK 0 STREAMS s 5-5");
        say("XADD s 1-1 a b");
        assertThat(sent(0)).isEqualTo("nothing");
        say("XADD s 6-1 a b");
        assertThat(sent(0)).isEqualTo("*[*[$s, *[*[$6-1, *[$a, $b]]]]]");
    }

    @Test
    void theLastIdIsTheOneThatThereWasWhenTheWaitBegan() {
        say("XADD s 1-1 a b");
        block("XREAD BLOCK 0 STREAMS s $");
        say("DEL s");
        say("XADD s 1-1 a b");
        assertThat(sent(0)).isEqualTo("nothing");
        say("XADD s 2-1 a b");
        assertThat(sent(0)).contains("$2-1");
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void inAGroupEachEntryIsForOneWhoWaits(Profile profile) {
        in(profile);
        say("XGROUP CREATE s g $ MKSTREAM");
        block("XREADGROUP GROUP g c BLOCK 0 STREAMS s >");
        block("XREADGROUP GROUP g d BLOCK 0 STREAMS s >");
        say("XADD s 1-1 a b");
        assertThat(sent(0)).isEqualTo(ENTRY);
        assertThat(sent(1)).isEqualTo("nothing");
        say("XADD s 2-1 a b");
        assertThat(sent(1)).contains("$2-1");
        assertThat(say("XPENDING s g")).isEqualTo("*[:2, $1-1, $2-1, *[*[$c, $1], *[$d, $1]]]");
    }

    @Test
    void aWholeTransactionIsReadAtOnce() {
        block("XREAD COUNT 2 BLOCK 0 STREAMS s $");
        say("MULTI");
        say("XADD s 1-1 a b");
        say("XADD s 2-1 a b");
        say("XADD s 3-1 a b");
        say("EXEC");
        assertThat(sent(0)).contains("$1-1").contains("$2-1").doesNotContain("$3-1");
    }

    private String whenTheGroupIsDestroyed(Profile profile) {
        in(profile);
        say("XGROUP CREATE s g $ MKSTREAM");
        block("XREADGROUP GROUP g c BLOCK 0 STREAMS s >");
        say("XGROUP DESTROY s g");
        return sent(0);
    }

    @Test
    void aGroupThatIsDestroyedEndsTheWait() {
        assertThat(whenTheGroupIsDestroyed(Profile.REDIS_8_0))
                .isEqualTo(
                        "-NOGROUP No such key 's' or consumer group 'g' in XREADGROUP with GROUP"
                                + " option");
        assertThat(whenTheGroupIsDestroyed(Profile.REDIS_7_0))
                .isEqualTo(
                        "-NOGROUP the consumer group this client was blocked on no longer exists");
    }

    private String whenTheKeyIs(String change, Profile profile) {
        in(profile);
        say("XGROUP CREATE s g $ MKSTREAM");
        block("XREADGROUP GROUP g c BLOCK 0 STREAMS s >");
        say(change);
        return sent(0);
    }

    @Test
    void aKeyThatIsGoneEndsTheWaitOfAGroupExceptOnTheOldestServer() {
        assertThat(whenTheKeyIs("DEL s", Profile.VALKEY_8_0)).startsWith("-NOGROUP No such key");
        assertThat(whenTheKeyIs("SET s x", Profile.VALKEY_8_0)).startsWith("-WRONGTYPE");
        assertThat(whenTheKeyIs("FLUSHALL", Profile.VALKEY_8_0)).startsWith("-NOGROUP");
        for (String change : new String[] {"DEL s", "SET s x", "RENAME s t", "SWAPDB 0 1"}) {
            assertThat(whenTheKeyIs(change, Profile.REDIS_7_0))
                    .isEqualTo("-UNBLOCKED the stream key no longer exists");
            assertThat(whenTheKeyIs(change, Profile.REDIS_6_2)).isEqualTo("nothing");
        }
    }

    @Test
    void whoseOtherKeyIsNoStreamIsServedByOldServersOnly() {
        block("XREAD BLOCK 0 STREAMS t s $ $");
        say("SET t x");
        say("XADD s 1-1 a b");
        assertThat(sent(0)).startsWith("-WRONGTYPE");
        in(Profile.REDIS_7_0);
        block("XREAD BLOCK 0 STREAMS t s $ $");
        say("SET t x");
        say("XADD s 1-1 a b");
        assertThat(sent(0)).isEqualTo(ENTRY);
    }

    private String whenTheEntryIsDeletedAtOnce(Profile profile) {
        in(profile);
        block("XREAD BLOCK 0 STREAMS s $");
        say("MULTI");
        say("XADD s 1-1 a b");
        say("XDEL s 1-1");
        say("EXEC");
        return sent(0);
    }

    @Test
    void anEntryThatIsGoneAgainWakesOldServersOnly() {
        assertThat(whenTheEntryIsDeletedAtOnce(Profile.REDIS_8_0)).isEqualTo("nothing");
        assertThat(whenTheEntryIsDeletedAtOnce(Profile.REDIS_7_0)).isEqualTo("*[*[$s, *[]]]");
    }

    @Test
    void theWaitEndsWithItsTime() {
        block("XREAD BLOCK 100 STREAMS s $");
        talk.server().advance(Duration.ofMillis(99));
        assertThat(sent(0)).isEqualTo("nothing");
        talk.server().advance(Duration.ofMillis(1));
        assertThat(sent(0)).isEqualTo("*-1");
    }

    @Test
    void clientUnblockEndsTheWait() {
        block("XREAD BLOCK 0 STREAMS s $");
        block("XREAD BLOCK 0 STREAMS s $");
        say("CLIENT UNBLOCK " + waiting.get(0).client().id());
        say("CLIENT UNBLOCK " + waiting.get(1).client().id() + " ERROR");
        assertThat(sent(0)).isEqualTo("*-1");
        assertThat(sent(1)).isEqualTo("-UNBLOCKED client unblocked via CLIENT UNBLOCK");
    }

    @Test
    void theHistoryOfAConsumerIsNotWaitedFor() {
        say("XGROUP CREATE s g $ MKSTREAM");
        assertThat(say("XREADGROUP GROUP g c BLOCK 0 STREAMS s 0")).isEqualTo("*[*[$s, *[]]]");
    }

    @Test
    void aKeyThatBecomesAStreamByCopyingIsRead() {
        say("XADD t 1-1 a b");
        block("XREAD BLOCK 0 STREAMS s $");
        say("COPY t s");
        assertThat(sent(0)).isEqualTo(ENTRY);
    }

    @Test
    void inRespThreeTheReplyIsAMap() {
        TestServer.Connected client = talk.server().connect();
        client.run("HELLO", "3");
        client.run("XREAD", "BLOCK", "0", "STREAMS", "s", "$");
        say("XADD s 1-1 a b");
        assertThat(client.sent().get(0).accept(talk)).isEqualTo("%[$s, *[*[$1-1, *[$a, $b]]]]");
    }
}
