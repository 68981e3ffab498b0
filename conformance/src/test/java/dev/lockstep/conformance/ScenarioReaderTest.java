package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioReaderTest {

    @Test
    void stepsAreReadWithTheirOutcomes() {
        Scenario scenario =
                read(
                        """
                        # A title.
                        @clock caller

                        B> SET "a key" "\\x00\\"" EX 5
                          +OK
                        advance 300ms
                        align 2s
                        show k other
                          k: none
                        # The end.
                        """);
        assertThat(scenario.entries().stream().map(Scenario.Entry::step))
                .containsExactly(
                        new Step.Send(
                                "B> SET \"a key\" \"\\x00\\\"\" EX 5",
                                "B",
                                List.of("SET", "a key", "\0\"", "EX", "5")),
                        new Step.Advance("advance 300ms", Duration.ofMillis(300)),
                        new Step.Align("align 2s", Duration.ofSeconds(2)),
                        new Step.Show("show k other", List.of("k", "other")));
        assertThat(scenario.entries().get(0).outcomes()).isEqualTo(Map.of("", List.of("+OK")));
        assertThat(scenario.lines()).containsExactly("# The end.");
        assertThat(scenario.takesTime()).isTrue();
    }

    @Test
    void scriptsStandForTheirTextAndDigest() {
        Scenario scenario = read("@clock caller\n> EVALSHA sha:fixed-window 1 @fixed-window\n");
        assertThat(scenario.entries().get(0).step())
                .isInstanceOfSatisfying(
                        Step.Send.class,
                        send ->
                                assertThat(send.words())
                                        .containsExactly(
                                                "EVALSHA",
                                                "b89fa910a630e759347bc5674c555ac373153839",
                                                "1",
                                                new ScriptLibrary().text("fixed-window")));
    }

    @Test
    void loosenessHasANameAndAReason() {
        Scenario scenario = read("@clock server: it ticks\n@pttl elapsed: it ticks on\n");
        assertThat(scenario.looseness())
                .isEqualTo(
                        Map.of(
                                Looseness.SERVER_CLOCK, "it ticks",
                                Looseness.ELAPSED_PTTL, "it ticks on"));
        assertThatThrownBy(() -> read("@clock server\n"))
                .hasMessage("example, line 1: @clock server wants a reason after a colon");
        assertThatThrownBy(() -> read("# why\n@any: thing goes\n"))
                .hasMessage("example, line 2: no directive @any");
    }

    @Test
    void whatIsNotUnderstoodIsNamed() {
        assertThatThrownBy(() -> read("@clock caller\nwait 5s\n"))
                .hasMessage("example, line 2: no step: wait 5s");
        assertThatThrownBy(() -> read("advance a while\n"))
                .hasMessage("example, line 1: advance takes one duration");
        assertThatThrownBy(() -> read("advance 5m\n"))
                .hasMessage("example, line 1: no duration in ms or s: 5m");
        assertThatThrownBy(() -> read("  :1\n"))
                .hasMessage("example, line 1: an outcome without a step: :1");
        assertThatThrownBy(() -> read("> EVAL @nothing 0\n"))
                .hasMessage("example, line 1: no script nothing");
        assertThatThrownBy(() -> read("> GET \"k\n")).hasMessage("example, line 1: no words: \"k");
        assertThatThrownBy(() -> read("# nothing\n"))
                .hasMessage("example does not say whose clock it runs on");
    }

    private static Scenario read(String text) {
        return ScenarioReader.read("example", text, new ScriptLibrary());
    }
}
