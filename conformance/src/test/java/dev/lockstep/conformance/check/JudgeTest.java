package dev.lockstep.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.conformance.check.Judge.Verdict;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is the same is told from what is not. */
class JudgeTest {

    private static Verdict exact(String left, String right) {
        return Judge.exact(List.of(left), List.of(right));
    }

    /** With nothing left to chance. */
    private static boolean agrees(String early, String late, String real) {
        return agrees(new Judge(false), early, late, real);
    }

    private static boolean agrees(Judge judge, String early, String late, String real) {
        return judge.agrees(
                List.of(List.of(early), List.of(late)), List.of(early), List.of(real), 2);
    }

    @Test
    void oneNumberInOtherDigitsIsStillTheSameNumber() {
        assertThat(exact("\"98.6\"", "\"98.599999999999994\"")).isEqualTo(Verdict.OTHER_DIGITS);
        assertThat(exact("\"98.6\"", "\"98.7\"")).isEqualTo(Verdict.DIFFERENT);
        assertThat(exact("\"-0\"", "\"0\"")).isEqualTo(Verdict.OTHER_DIGITS);
        assertThat(Judge.otherDigits(List.of("a \"98.599999999999994\""), List.of("a \"98.6\"")))
                .isEqualTo("98.6 as 98.599999999999994");
    }

    @Test
    void errorsInOtherWordsAreErrorsBoth() {
        assertThat(exact("-ERR a", "-ERR b")).isEqualTo(Verdict.OTHER_WORDING);
        assertThat(exact("-ERR a", ":1")).isEqualTo(Verdict.DIFFERENT);
    }

    @Test
    void timesToLiveMayMoveAndNothingElse() {
        String early = "k: string \"1\", 1000 ms to live";
        assertThat(agrees(early, early, "k: string \"1\", 999 ms to live")).isTrue();
        assertThat(agrees(early, early, "k: string \"1\", 990 ms to live")).isFalse();
        assertThat(agrees(early, early, "k: string \"2\", 1000 ms to live")).isFalse();
        assertThat(agrees(early, early, "k: string \"1\", stays")).isFalse();
    }

    @Test
    void whatGoesByTheServersClockLiesBetweenTheTimesBeforeAndAfter() {
        assertThat(agrees("[:1, \"10.1\"]", "[:1, \"10.3\"]", "[:1, \"10.2\"]")).isTrue();
        assertThat(agrees("[:1, \"10.1\"]", "[:1, \"10.3\"]", "[:1, \"10.8\"]")).isFalse();
        assertThat(agrees("[:1, :500]", "[:0, :500]", "[:0, :500]")).isTrue();
        assertThat(agrees(":1", ":1", "nil")).isFalse();
    }

    @Test
    void whatTheClockDoesNotMoveIsTheSameToTheDigit() {
        assertThat(agrees("[:0, \"10.1\"]", "[:0, \"10.3\"]", "[:1, \"10.2\"]")).isFalse();
        assertThat(agrees("\"0.1\"", "\"0.1\"", "\"0.10000000000000001\"")).isFalse();
    }

    @Test
    void fractionsMayBeAsFarApartAsTheyHaveBeenBefore() {
        Judge judge = new Judge(false);
        assertThat(agrees(judge, "\"10.1\"", "\"10.3\"", "\"10.2\"")).isTrue();
        assertThat(agrees(judge, "\"5.01\"", "\"5.02\"", "\"5.3\"")).isTrue();
        assertThat(agrees(judge, "\"5.01\"", "\"5.02\"", "\"5.5\"")).isFalse();
    }

    @Test
    void whatChangesWithTheSeedIsComparedByItsForm() {
        List<List<String>> one = List.of(List.of("\"7-123\""));
        List<String> other = List.of("\"7-456\"");
        Judge judge = new Judge(false);
        assertThat(judge.agrees(one, other, List.of("\"7-9999\""), 2)).isTrue();
        assertThat(judge.agrees(one, other, List.of("\"x-9999\""), 2)).isFalse();
    }

    @Test
    void whatComesInNoOrderIsComparedInAny() {
        Judge judge = new Judge(true);
        String list = "[\"a\", \"b c\"]";
        assertThat(agrees(judge, list, list, "[\"b c\", \"a\"]")).isTrue();
        assertThat(agrees(judge, list, list, "[\"b c\", \"b c\"]")).isFalse();
        assertThat(agrees(list, list, "[\"b c\", \"a\"]")).isFalse();
        String set = "k: set, 1000 ms to live";
        assertThat(agrees(judge, set, set, "k: set, 999 ms to live")).isTrue();
    }

    @Test
    void versionsAreNamedInWordsWhereThatIsShorter() {
        assertThat(VersionComparison.inWords(Set.of("redis-6.2", "redis-7.0")))
                .isEqualTo("Redis up to 7.0");
        assertThat(VersionComparison.inWords(Set.of("redis-6.2"))).isEqualTo("redis-6.2");
        assertThat(VersionComparison.inWords(new TreeSet<>(Set.of("redis-7.0", "valkey-8.0"))))
                .isEqualTo("redis-7.0, valkey-8.0");
    }

    @Test
    void versionsThatWeDoNotKnowGoByTheNearest() {
        assertThat(ServerAddress.nearest("redis", "7.0.15")).isEqualTo("redis-7.0");
        assertThat(ServerAddress.nearest("redis", "7.2.4")).isEqualTo("redis-7.0");
        assertThat(ServerAddress.nearest("redis", "8.4.0")).isEqualTo("redis-8.0");
        assertThat(ServerAddress.nearest("redis", "5.0.9")).isEqualTo("redis-6.2");
        assertThat(ServerAddress.nearest("valkey", "7.2.5")).isEqualTo("valkey-8.0");
        assertThat(ServerAddress.nearest("something", "new")).isEqualTo("redis-6.2");
    }

    @Test
    void keysAreInTheSlotsThatAClusterHasThemIn() {
        assertThat(Slot.of("123456789")).isEqualTo(12739);
        assertThat(Slot.of("{user1000}.following")).isEqualTo(Slot.of("user1000"));
        assertThat(Slot.of("foo{}{bar}")).isNotEqualTo(Slot.of("bar"));
    }

    @Test
    void whatMonitorShowsIsReadBack() {
        MonitorLine line =
                MonitorLine.of("1767225600.000000 [0 lua] \"SET\" \"a\\\"b\\\\\" \"\\x00\\n\"");
        assertThat(line.isOfScript()).isTrue();
        assertThat(line.words()).containsExactly("SET", "a\"b\\", "\u0000\n");
        assertThat(MonitorLine.of("1.0 [0 127.0.0.1:5] \"PING\"").isOfScript()).isFalse();
    }
}
