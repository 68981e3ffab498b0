package dev.lockstep.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.conformance.ScriptLibrary;
import dev.lockstep.conformance.Step;
import dev.lockstep.conformance.check.Scenario.Call;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Runs of calls are made up as callers would call, and made small again. */
class ScenarioTest {

    private static final CheckedScript SCRIPT =
            new CheckedScript(
                    "token-bucket",
                    Path.of("token-bucket.lua"),
                    new ScriptLibrary().text("token-bucket"));

    private static ScenarioGenerator generator(long seed) {
        return new ScenarioGenerator(SCRIPT, ScriptShape.of(SCRIPT.text()), "p:", seed, true);
    }

    private static List<Call> calls(Scenario scenario) {
        return scenario.events().stream()
                .filter(Call.class::isInstance)
                .map(Call.class::cast)
                .toList();
    }

    @Test
    void theSameSeedMakesTheSame() {
        ScenarioGenerator one = generator(5);
        ScenarioGenerator same = generator(5);
        for (int i = 0; i < 20; i++) {
            assertThat(one.next()).isEqualTo(same.next());
        }
        assertThat(generator(5).next()).isNotEqualTo(generator(6).next());
    }

    @Test
    void timeGoesOnAndKeysHaveThePrefix() {
        List<Call> calls = calls(generator(1).plain(30));
        assertThat(calls)
                .hasSize(30)
                .allSatisfy(call -> assertThat(call.keys()).hasSize(1))
                .allSatisfy(call -> assertThat(call.keys().get(0)).startsWith("p:"))
                .allSatisfy(call -> assertThat(call.arguments()).hasSize(3));
        assertThat(calls).extracting(call -> new BigDecimal(call.arguments().get(0))).isSorted();
    }

    @Test
    void someRunsHaveValuesThatNobodyMeans() {
        ScenarioGenerator generator = generator(3);
        List<Scenario> runs = IntStream.range(0, 40).mapToObj(i -> generator.next()).toList();
        assertThat(runs).anyMatch(Scenario::plain).anyMatch(run -> !run.plain());
    }

    @Test
    void aCallStandsInATranscriptWithWordsInQuotesWhereNeeded() {
        Scenario scenario =
                new Scenario(
                        SCRIPT, List.of(new Call(List.of("k"), List.of("a b", "", "1"))), false);
        assertThat(scenario.steps())
                .extracting(Step::text)
                .containsExactly("> EVAL lua:token-bucket 1 k \"a b\" \"\" 1", "show");
    }

    @Test
    void theSmallestRunStillShowsWhatIsLookedFor() {
        Scenario large = generator(9).plain(12);
        Call wanted = calls(large).get(7);
        Shrinker shrinker = new Shrinker(run -> has(run, wanted.arguments().get(0)), 500);
        Scenario small = shrinker.shrink(large);
        assertThat(small.calls()).isEqualTo(1);
        assertThat(small.events()).hasSize(1);
        assertThat(calls(small).get(0).arguments())
                .containsExactly(wanted.arguments().get(0), "0", "0");
    }

    private static boolean has(Scenario run, String time) {
        return calls(run).stream().anyMatch(call -> call.arguments().get(0).equals(time));
    }

    @Test
    void shrinkingEndsWhenAllAttemptsAreUsed() {
        Scenario large = generator(2).plain(12);
        assertThat(new Shrinker(run -> true, 0).shrink(large)).isEqualTo(large);
    }
}
