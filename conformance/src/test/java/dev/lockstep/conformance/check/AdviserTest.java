package dev.lockstep.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.conformance.Answer;
import dev.lockstep.conformance.check.Advice.Given;
import dev.lockstep.conformance.check.Observation.Command;
import dev.lockstep.conformance.check.Scenario.Call;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a script was seen to do is what it gets advice on. */
class AdviserTest {

    private static final Call CALL = new Call(List.of("k1"), List.of("v"));
    private static final Answer OK = new Answer('+', "OK", List.of());

    private static Command reads(String name, String key) {
        return new Command(List.of(name, key), List.of(key), false);
    }

    private static Command writes(String... words) {
        return new Command(List.of(words), List.of(words[1]), true);
    }

    private static List<String> advice(String script, List<String> staying, Command... commands) {
        Observation observation = new Observation(CALL, OK, List.of(commands), staying);
        return new Adviser(ScriptShape.of(script), List.of(observation), false)
                .advice().stream().map(Given::toString).toList();
    }

    @Test
    void aScriptWithNothingToSayOfGetsNoAdvice() {
        assertThat(advice("", List.of(), reads("GET", "k1"), writes("SET", "k1", "x"))).isEmpty();
    }

    @Test
    void aKeyThatNobodyNamedIsToldAndItsSlot() {
        assertThat(advice("", List.of(), reads("GET", "k1:n"), writes("SET", "k1", "x")))
                .containsExactly(
                        "LC101 touches a key that is not in KEYS: GET k1:n",
                        "LC102 keys are in different slots: k1 and k1:n");
        assertThat(advice("", List.of(), reads("GET", "{k1}:n"), writes("SET", "k1", "x")))
                .hasSize(1);
    }

    @Test
    void aWrittenKeyThatStaysIsTold() {
        assertThat(advice("", List.of("k1"), reads("GET", "k1"), writes("SET", "k1", "x")))
                .containsExactly("LC103 writes a key without a time to live: KEYS[1]");
    }

    @Test
    void theCallersClockIsTold() {
        assertThat(
                        advice(
                                "local now = tonumber(ARGV[1])",
                                List.of(),
                                reads("GET", "k1"),
                                writes("SET", "k1", "x")))
                .containsExactly("LC104 takes the time from its caller: ARGV[1], now");
    }

    @Test
    void halfAnUpdateIsTold() {
        assertThat(advice("local limit = ARGV[1]", List.of(), reads("GET", "k1")))
                .singleElement()
                .asString()
                .contains("LC105");
        assertThat(advice("local field = ARGV[1]", List.of(), reads("HGET", "k1"))).isEmpty();
        assertThat(advice("", List.of(), writes("SET", "k1", "v")))
                .singleElement()
                .asString()
                .contains("LC105");
        assertThat(advice("", List.of(), writes("SET", "k1", "v", "NX"))).isEmpty();
    }

    @Test
    void growingWorkIsTold() {
        assertThat(advice("", List.of(), reads("HGETALL", "k1"), writes("SET", "k1", "x")))
                .singleElement()
                .asString()
                .contains("LC106");
        assertThat(Adviser.growth(Map.of(10, 12, 100, 102, 1000, 1002)).map(Given::detail))
                .contains(
                        "12 commands with 10 elements, 102 commands with 100 elements,"
                                + " 1002 commands with 1000 elements");
        assertThat(Adviser.growth(Map.of(10, 3, 100, 3, 1000, 3))).isEmpty();
        assertThat(Adviser.growth(Map.of())).isEmpty();
    }

    @Test
    void whatAClusterRefusesIsTold() {
        assertThat(
                        advice(
                                "",
                                List.of(),
                                new Command(List.of("SELECT", "1"), List.of(), false),
                                reads("GET", "k1"),
                                writes("SET", "k1", "x")))
                .containsExactly("LC108 calls what a cluster does not have: SELECT");
    }
}
