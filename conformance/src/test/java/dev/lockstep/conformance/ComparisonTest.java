package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.conformance.Outcome.Replied;
import dev.lockstep.conformance.Outcome.Seen;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The comparison finds what it is there to find. */
class ComparisonTest {

    private static final String EXACT = "@clock caller\n> GET k\n";
    private static final String LOOSE =
            "@clock server: it ticks\n@pttl elapsed: it ticks\n> GET k\n";

    @Test
    void repliesAreComparedToTheByte() {
        assertThat(differences(EXACT, "$1\r\n1\r\n", "$1\r\n1\r\n")).isZero();
        assertThat(differences(EXACT, "$1\r\n1\r\n", ":1\r\n")).isOne();
        assertThat(differences(EXACT, "$2\r\nOK\r\n", "+OK\r\n")).isOne();
        assertThat(differences(EXACT, "$-1\r\n", "*-1\r\n")).isOne();
        assertThat(differences(EXACT, "$-1\r\n", "$0\r\n\r\n")).isOne();
        assertThat(differences(EXACT, "*0\r\n", "*-1\r\n")).isOne();
        assertThat(differences(EXACT, "$-1\r\n", "_\r\n")).isOne();
        assertThat(differences(EXACT, ",3\r\n", ",3.0\r\n")).isOne();
        assertThat(differences(EXACT, "-ERR syntax error\r\n", "-ERR syntax  error\r\n")).isOne();
        assertThat(differences(EXACT, "*2\r\n:1\r\n:2\r\n", "*2\r\n:2\r\n:1\r\n")).isOne();
    }

    @Test
    void onTheServersClockDecisionsAreComparedAndOtherNumbersAreNumbers() {
        String first = "*2\r\n:1\r\n$2\r\n99\r\n";
        assertThat(differences(LOOSE, first, "*2\r\n:1\r\n$4\r\n98.5\r\n")).isZero();
        assertThat(differences(LOOSE, first, "*2\r\n:0\r\n$2\r\n99\r\n")).isOne();
        assertThat(differences(LOOSE, first, "*2\r\n:1\r\n:99\r\n")).isOne();
        assertThat(differences(LOOSE, first, "*2\r\n:1\r\n$4\r\nmany\r\n")).isOne();
        assertThat(differences(LOOSE, first, "*1\r\n:1\r\n")).isOne();
        assertThat(differences(LOOSE, ":1\r\n", ":0\r\n")).isOne();
        assertThat(differences(EXACT, first, "*2\r\n:1\r\n$4\r\n98.5\r\n")).isOne();
    }

    @Test
    void valuesAndTypesAreCompared() {
        KeyState hash = new KeyState("k", "hash", List.of("tokens", "98.6"), -1);
        assertThat(differences(EXACT, hash, hash)).isZero();
        assertThat(
                        differences(
                                EXACT,
                                hash,
                                new KeyState("k", "hash", List.of("tokens", "98.60"), -1)))
                .isOne();
        assertThat(differences(LOOSE, hash, new KeyState("k", "hash", List.of("tokens", "97"), -1)))
                .isZero();
        assertThat(differences(LOOSE, hash, new KeyState("k", "hash", List.of("left", "97"), -1)))
                .isOne();
        assertThat(differences(LOOSE, hash, new KeyState("k", "none", List.of(), -2))).isOne();
    }

    @Test
    void timesToLiveMayDifferByTheLagOnly() {
        assertThat(differences(LOOSE, expiring(1000), expiring(995))).isZero();
        assertThat(differences(LOOSE, expiring(1000), expiring(994))).isOne();
        assertThat(differences(LOOSE, expiring(1), expiring(-1))).isOne();
        assertThat(differences(EXACT, expiring(1000), expiring(999))).isOne();
    }

    @Test
    void errorsAreComparedWhole() {
        String nil = "-ERR user_script:1: attempt to compare nil with number\r\n";
        assertThat(differences(LOOSE, nil, nil)).isZero();
        assertThat(differences(LOOSE, nil, nil.replace("nil", "string"))).isOne();
    }

    private static KeyState expiring(long pttlMillis) {
        return new KeyState("k", "string", List.of("v"), pttlMillis);
    }

    private static int differences(String scenario, String one, String other) {
        return differences(scenario, replied(one), replied(other));
    }

    private static Outcome replied(String bytes) {
        return new Replied(AnswerReader.read(bytes.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static int differences(String scenario, KeyState one, KeyState other) {
        return differences(scenario, new Seen(List.of(one)), new Seen(List.of(other)));
    }

    private static int differences(String scenario, Outcome one, Outcome other) {
        return Comparison.of(
                        ScenarioReader.read("example", scenario, new ScriptLibrary()),
                        new Transcript("one", false, List.of(one), 0),
                        new Transcript("other", true, List.of(other), 5))
                .differences()
                .size();
    }
}
