package dev.lockstep.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoublesTest {

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.10000000000000001, 0.1",
        "99.7, 99.700000000000003, 99.7",
        "3, 3, 3",
        "-0.0, -0, -0",
        "1e17, 1e+17, 100000000000000000",
        "1e20, 1e+20, 1e+20",
        "123456789012345678, 1.2345678901234568e+17, 123456789012345680",
        "9223372036854775807, 9.2233720368547758e+18, 9223372036854776000",
        "4611686018427387904, 4.6116860184273879e+18, 4611686018427387904",
        "1e-7, 9.9999999999999995e-08, 1e-7",
        "1700000000.123, 1700000000.1229999, 1700000000.123",
        "1700000000.2229998, 1700000000.2229998, 1.7000000002229998e+9",
        "1e100, 1e+100, 1e+100",
        "8.29718, 8.2971800000000009, 8.297180000000001",
        "4.79e81, 4.7900000000000004e+81, 4.7900000000000004e+81",
        "1e23, 9.9999999999999992e+22, 99999999999999990000000",
        "5.9604644775390625e-8, 5.9604644775390625e-08, 5.960464477539063e-8",
        "2.2250738585072014e-308, 2.2250738585072014e-308, 2.2250738585072014e-308",
        "5e-324, 4.9406564584124654e-324, 5e-324",
        "Infinity, inf, inf",
        "-Infinity, -inf, -inf"
    })
    void textIsThatOfTheRealServers(double value, String precise, String shortest) {
        assertThat(Doubles.precise(value)).isEqualTo(precise);
        assertThat(Doubles.shortest(value)).isEqualTo(shortest);
    }

    @Property
    void bothTextsReadBackAsTheSameDouble(@ForAll double value) {
        if (Double.isFinite(value)) {
            assertThat(Double.parseDouble(Doubles.precise(value))).isEqualTo(value);
            assertThat(Double.parseDouble(Doubles.shortest(value))).isEqualTo(value);
        }
    }

    @Property
    void digitsAreThoseOfTheExactDecimal(
            @ForAll @LongRange(min = 1L << 52, max = (1L << 53) - 1) long mantissa,
            @ForAll @IntRange(min = -90, max = 5) int scale,
            @ForAll @IntRange(min = 1, max = 17) int count) {
        double value = Math.scalb((double) mantissa, scale);
        DecimalDigits digits = DecimalDigits.of(value, count);
        if (digits != null) {
            BigDecimal exact =
                    new BigDecimal(value).round(new MathContext(count, RoundingMode.HALF_EVEN));
            BigDecimal told = BigDecimal.valueOf(digits.digits(), count - 1 - digits.exponent());
            assertThat(told).isEqualByComparingTo(exact);
            assertThat(Long.toString(digits.digits())).hasSize(count);
        }
    }

    @ParameterizedTest
    @CsvSource({"1e-7, 99999999999999995, -8", "0.5, 50000000000000000, -1", "1e22, , "})
    void digitsOfTenthsAndHalves(double value, @Nullable Long digits, @Nullable Integer exponent) {
        DecimalDigits found = DecimalDigits.of(value, 17);
        assertThat(found == null ? null : found.digits()).isEqualTo(digits);
        assertThat(found == null ? null : found.exponent()).isEqualTo(exponent);
    }
}
