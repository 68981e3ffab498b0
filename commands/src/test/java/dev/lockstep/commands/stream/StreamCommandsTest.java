package dev.lockstep.commands.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Conversation;
import dev.lockstep.testing.TestServer;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What recordings cannot tell: times, events, changes. Expectations are of the real servers. */
class StreamCommandsTest {

    private static final String NOW = Long.toString(TestServer.START_MILLIS);

    private Conversation talk = Conversation.with(Profile.REDIS_8_0);

    private String say(String line) {
        return talk.say(line);
    }

    private void in(Profile profile) {
        talk = Conversation.with(profile);
    }

    private void threeEntriesAndAGroup() {
        say("XADD s 1-1 a b");
        say("XADD s 2-1 a b");
        say("XADD s 3-1 a b");
        say("XGROUP CREATE s g 0");
        talk.events();
    }

    private long changes(String line) {
        long before = talk.server().state().dirty();
        say(line);
        return talk.server().state().dirty() - before;
    }

    @Nested
    class Ids {
        @Test
        void areTheTimeAndCountWithinIt() {
            assertThat(say("XADD s * a b")).isEqualTo("$" + NOW + "-0");
            assertThat(say("XADD s * a b")).isEqualTo("$" + NOW + "-1");
            talk.server().advance(Duration.ofMillis(1));
            assertThat(say("XADD s * a b")).isEqualTo("$" + (TestServer.START_MILLIS + 1) + "-0");
        }

        @Test
        void goOnFromTheLastWhenThatIsInTheFuture() {
            say("XADD s 9999999999999-18446744073709551615 a b");
            assertThat(say("XADD s * a b")).isEqualTo("$10000000000000-0");
        }

        @Test
        void areNotReusedAfterTheEntryIsDeleted() {
            say("XADD s 5-5 a b");
            say("XDEL s 5-5");
            assertThat(say("XADD s 5-* a b")).isEqualTo("$5-6");
        }
    }

    @Nested
    class Trimming {
        private void entries(int count) {
            for (int i = 1; i <= count; i++) {
                say("XADD s " + i + "-0 a b");
            }
        }

        @Test
        void takesWholeNodesWhenApproximate() {
            entries(250);
            assertThat(say("XTRIM s MAXLEN ~ 120")).isEqualTo(":100");
            assertThat(say("XTRIM s MAXLEN ~ 120")).isEqualTo(":0");
            assertThat(say("XTRIM s MAXLEN 120")).isEqualTo(":30");
        }

        @Test
        void countsDeletedEntriesWhereANodeIsFull() {
            entries(60);
            say("XDEL s 1-0 2-0 3-0");
            IntStream.rangeClosed(61, 120).forEach(i -> say("XADD s " + i + "-0 a b"));
            assertThat(say("XTRIM s MAXLEN ~ 0")).isEqualTo(":117");
            assertThat(say("XLEN s")).isEqualTo(":0");
        }

        @Test
        void stopsAtALimitEvenOfItsOwn() {
            say("CONFIG SET stream-node-max-entries 2");
            entries(210);
            assertThat(say("XTRIM s MAXLEN ~ 0")).isEqualTo(":200");
            assertThat(say("XTRIM s MAXLEN ~ 0 LIMIT 3")).isEqualTo(":2");
            assertThat(say("XTRIM s MAXLEN ~ 0 LIMIT 0")).isEqualTo(":8");
        }

        @Test
        void takesTheSizeOfANodeIntoAccount() {
            String value = "x".repeat(1000);
            IntStream.rangeClosed(1, 10).forEach(i -> say("XADD s " + i + "-0 a " + value));
            // three of a thousand bytes leave no room for a fourth in 4096
            assertThat(say("XTRIM s MAXLEN ~ 5")).isEqualTo(":4");
        }
    }

    @Nested
    class Events {
        @Test
        void areSentOncePerCommandAndForTrimmingByItself() {
            say("XADD s 1-1 a b");
            say("XADD s MAXLEN 1 2-1 a b");
            say("XADD s NOMKSTREAM MAXLEN 9 3-1 a b");
            say("XTRIM s MAXLEN 1");
            say("XTRIM s MAXLEN 1");
            say("XSETID s 9-9");
            say("XDEL s 3-1 4-1");
            assertThat(talk.events())
                    .containsExactly(
                            "new s",
                            "xadd s",
                            "xadd s",
                            "xtrim s",
                            "xadd s",
                            "xtrim s",
                            "xsetid s",
                            "xdel s");
        }

        @Test
        void ofGroupsTellWhatIsDone() {
            say("XGROUP CREATE s g $ MKSTREAM");
            say("XGROUP CREATECONSUMER s g c");
            say("XGROUP CREATECONSUMER s g c");
            say("XGROUP SETID s g 0");
            say("XGROUP DELCONSUMER s g c");
            say("XGROUP DELCONSUMER s g c");
            say("XGROUP DESTROY s g");
            assertThat(talk.events())
                    .containsExactly(
                            "new s",
                            "xgroup-create s",
                            "xgroup-createconsumer s",
                            "xgroup-setid s",
                            "xgroup-delconsumer s",
                            "xgroup-destroy s");
        }

        @Test
        void tellOfConsumersMadeByTheWayExceptOnOldServers() {
            threeEntriesAndAGroup();
            say("XREADGROUP GROUP g c STREAMS s >");
            say("XCLAIM s g d 0 1-1");
            assertThat(talk.events())
                    .containsExactly("xgroup-createconsumer s", "xgroup-createconsumer s");
            in(Profile.REDIS_6_2);
            threeEntriesAndAGroup();
            say("XREADGROUP GROUP g c STREAMS s >");
            say("XCLAIM s g d 0 1-1");
            assertThat(talk.events()).isEmpty();
        }
    }

    @Nested
    class Changes {
        @Test
        void areCountedByTheEntry() {
            threeEntriesAndAGroup();
            assertThat(changes("XREADGROUP GROUP g c STREAMS s >")).isEqualTo(2);
            assertThat(changes("XREADGROUP GROUP g c STREAMS s >")).isZero();
            assertThat(changes("XACK s g 1-1 2-1 9-9")).isEqualTo(2);
            assertThat(changes("XTRIM s MAXLEN 1")).isEqualTo(2);
            assertThat(changes("XDEL s 1-1")).isZero();
            assertThat(changes("XDEL s 3-1")).isEqualTo(1);
        }

        @Test
        void ofAGroupDoNotTouchTheKeyThatIsWatched() {
            threeEntriesAndAGroup();
            say("WATCH s");
            var other = talk.server().connect();
            other.run("XGROUP", "CREATE", "s", "h", "0");
            other.run("XREADGROUP", "GROUP", "g", "c", "STREAMS", "s", ">");
            other.run("XACK", "s", "g", "1-1");
            other.run("XSETID", "s", "9-9");
            say("MULTI");
            say("XLEN s");
            assertThat(say("EXEC")).isEqualTo("*[:3]");
            say("WATCH s");
            other.run("XDEL", "s", "1-1");
            say("MULTI");
            assertThat(say("EXEC")).isEqualTo("*-1");
        }
    }

    @Nested
    class IdleTimes {
        private void advance(long millis) {
            talk.server().advance(Duration.ofMillis(millis));
        }

        @Test
        void ofPendingEntriesCountFromTheDelivery() {
            threeEntriesAndAGroup();
            say("XREADGROUP GROUP g c COUNT 1 STREAMS s >");
            advance(100);
            say("XREADGROUP GROUP g c COUNT 1 STREAMS s >");
            advance(50);
            assertThat(say("XPENDING s g - + 9"))
                    .isEqualTo("*[*[$1-1, $c, :150, :1], *[$2-1, $c, :50, :1]]");
            assertThat(say("XPENDING s g IDLE 51 - + 9")).isEqualTo("*[*[$1-1, $c, :150, :1]]");
            say("XREADGROUP GROUP g c STREAMS s 0");
            assertThat(say("XPENDING s g - + 9"))
                    .isEqualTo("*[*[$1-1, $c, :0, :2], *[$2-1, $c, :0, :2]]");
        }

        @Test
        void decideWhatIsClaimed() {
            threeEntriesAndAGroup();
            say("XREADGROUP GROUP g c COUNT 1 STREAMS s >");
            advance(100);
            say("XREADGROUP GROUP g c STREAMS s >");
            assertThat(say("XCLAIM s g d 101 1-1 JUSTID")).isEqualTo("*[]");
            assertThat(say("XAUTOCLAIM s g d 100 0 JUSTID")).isEqualTo("*[$0-0, *[$1-1], *[]]");
            assertThat(say("XCLAIM s g d 0 2-1 IDLE 5000 JUSTID")).isEqualTo("*[$2-1]");
            assertThat(say("XCLAIM s g d 0 3-1 TIME 1 RETRYCOUNT 7 JUSTID")).isEqualTo("*[$3-1]");
            assertThat(say("XPENDING s g - + 9"))
                    .isEqualTo(
                            "*[*[$1-1, $d, :0, :1], *[$2-1, $d, :5000, :1], *[$3-1, $d, :"
                                    + (talk.server().nowMillis() - 1)
                                    + ", :7]]");
        }

        @Test
        void ofConsumersCountFromTheLastQuestionAndTheLastAnswer() {
            threeEntriesAndAGroup();
            say("XREADGROUP GROUP g c STREAMS s >");
            advance(100);
            say("XREADGROUP GROUP g c STREAMS s >");
            say("XREADGROUP GROUP g d STREAMS s >");
            advance(10);
            assertThat(say("XINFO CONSUMERS s g"))
                    .isEqualTo(
                            "*[%[$name, $c, $pending, :3, $idle, :10, $inactive, :110],"
                                    + " %[$name, $d, $pending, :0, $idle, :10, $inactive, :-1]]");
        }

        @Test
        void ofConsumersCountFromTheLastAnswerOnOlderServers() {
            in(Profile.REDIS_7_0);
            threeEntriesAndAGroup();
            say("XREADGROUP GROUP g c STREAMS s >");
            advance(100);
            say("XREADGROUP GROUP g c STREAMS s >");
            say("XREADGROUP GROUP g d STREAMS s >");
            assertThat(say("XINFO CONSUMERS s g"))
                    .isEqualTo("*[%[$name, $c, $pending, :3, $idle, :100]]");
        }

        @Test
        void areShownAsTimesInFull() {
            threeEntriesAndAGroup();
            say("XREADGROUP GROUP g c COUNT 1 STREAMS s >");
            assertThat(say("XINFO STREAM s FULL COUNT 1"))
                    .contains("$entries, *[*[$1-1, *[$a, $b]]]")
                    .contains(
                            "$lag, :2, $pel-count, :1, $pending, *[*[$1-1, $c, :" + NOW + ", :1]]")
                    .contains("$name, $c, $seen-time, :" + NOW + ", $active-time, :" + NOW)
                    .contains("$pending, *[*[$1-1, :" + NOW + ", :1]]");
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void aCopySharesNothingWithItsSource(Profile profile) {
        in(profile);
        threeEntriesAndAGroup();
        say("XREADGROUP GROUP g c COUNT 2 STREAMS s >");
        String info = say("XINFO STREAM s FULL");
        say("COPY s t");
        assertThat(say("XINFO STREAM t FULL")).isEqualTo(info);
        say("XADD t 9-9 x y");
        say("XDEL t 1-1");
        say("XACK t g 1-1");
        say("XGROUP CREATE t h 0");
        assertThat(say("XINFO STREAM s FULL")).isEqualTo(info);
    }

    @Test
    void anEmptyStreamStays() {
        say("XADD s 1-1 a b");
        say("XDEL s 1-1");
        assertThat(say("TYPE s")).isEqualTo("+stream");
        assertThat(say("SCAN 0 TYPE stream")).isEqualTo("*[$0, *[$s]]");
        assertThat(say("OBJECT ENCODING s")).isEqualTo("$stream");
    }

    @Test
    void aScriptReadsPairsAndATransactionDoesNotWait() {
        say("XADD s 1-1 a b");
        assertThat(say("MULTI")).isEqualTo("+OK");
        say("XREAD STREAMS s 0");
        say("XREAD BLOCK 0 STREAMS s $");
        assertThat(say("EXEC")).isEqualTo("*[*[*[$s, *[*[$1-1, *[$a, $b]]]]], *-1]");
    }

    @Test
    void helpListsTheSubcommandsEvenOnOldServersWithMoreWords() {
        assertThat(lines(say("XGROUP HELP"))).isEqualTo(17);
        in(Profile.REDIS_6_2);
        assertThat(say("XINFO HELP x")).startsWith("*[+XINFO <subcommand>");
        assertThat(say("XGROUP HELP x"))
                .isEqualTo(
                        "-ERR Unknown subcommand or wrong number of arguments for 'HELP'. Try"
                                + " XGROUP HELP.");
    }

    private static long lines(String reply) {
        return reply.chars().filter(c -> c == '+').count();
    }

    @Test
    void longRangesAreWalkedOverManyNodesInBothDirections() {
        for (int i = 1; i <= 350; i++) {
            say("XADD s " + i + "-0 a b");
        }
        say("XDEL s 100-0 101-0 200-0");
        assertThat(say("XRANGE s 99 102"))
                .isEqualTo("*[*[$99-0, *[$a, $b]], *[$102-0, *[$a, $b]]]");
        assertThat(say("XREVRANGE s 201 199"))
                .isEqualTo("*[*[$201-0, *[$a, $b]], *[$199-0, *[$a, $b]]]");
        String all = say("XRANGE s - +");
        assertThat(
                        IntStream.rangeClosed(1, 350)
                                .filter(i -> all.contains("$" + i + "-0"))
                                .boxed()
                                .collect(Collectors.toList()))
                .hasSize(347)
                .doesNotContain(100, 101, 200);
    }
}
