package dev.lockstep.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ZADD takes as a score and ZCOUNT as a bound, as measured on the real servers. */
class DoubleTextTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0.0", "-0, -0.0", "1e3, 1000.0", "inf, Infinity", "+inf, Infinity",
        "-INF, -Infinity", "Infinity, Infinity", "0x10, 16.0", "0x1p3, 8.0", "0x1.8, 1.5",
        "+5, 5.0", ".5, 0.5", "5., 5.0", "4.9e-324, 4.9E-324", "1e-310, 1.0E-310",
        "9007199254740993, 9007199254740992.0", "-12, -12.0", "0e5, 0.0", "0x0p9, 0.0"
    })
    void scores(String text, double value) {
        assertThat(DoubleText.parse(Bytes.of(text))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " 1", "1 ", "\t1", "nan", "nan(1)", "1e400", "-1e400", "1e-400", "1e", "0x",
                "1_0", "1d", "1f", "infin", "0b1", "--1", "+-1", "1,5", ".", "-", "+", "1e+",
                "0x1p", "1.2.3", "x", "-nan", "1\0", "0x.p1"
            })
    void noScores(String text) {
        assertThat(DoubleText.parse(Bytes.of(text))).isNaN();
    }

    @Test
    void boundsMayBeEmptyOrOutOfRange() {
        assertThat(DoubleText.parseBound(Bytes.EMPTY, 0, false)).isZero();
        assertThat(DoubleText.parseBound(Bytes.of("("), 1, true)).isZero();
        assertThat(DoubleText.parseBound(Bytes.of("1e400"), 0, false)).isInfinite();
        assertThat(DoubleText.parseBound(Bytes.of("1e-400"), 0, true)).isZero();
        assertThat(DoubleText.parseBound(Bytes.of("(2"), 1, true)).isEqualTo(2);
        assertThat(DoubleText.parseBound(Bytes.of("(("), 1, false)).isNaN();
    }

    @Test
    void plainBoundsAreDecimalWithoutBlanks() {
        assertThat(DoubleText.parseBound(Bytes.of(" 1"), 0, false)).isEqualTo(1);
        assertThat(DoubleText.parseBound(Bytes.of("0x10"), 0, false)).isEqualTo(16);
        assertThat(DoubleText.parseBound(Bytes.of(" 1"), 0, true)).isNaN();
        assertThat(DoubleText.parseBound(Bytes.of("0x10"), 0, true)).isNaN();
        assertThat(DoubleText.parseBound(Bytes.of("+.1e+0"), 0, true)).isEqualTo(0.1);
    }
}
