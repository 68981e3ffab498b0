package dev.lockstep.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyHistogramTest {

    private final LatencyHistogram histogram = new LatencyHistogram();

    @ParameterizedTest
    @CsvSource({
        "0,1,1",
        "999,1,1",
        "1000,1000,1003",
        "3000,2992,3007",
        "5999,4992,5023",
        "116000,115712,116223",
        "125000,124928,125439",
        "1200000000,998244352,1002438655"
    })
    void oneDurationIsShownAsExactlyAsOnARealServer(long nanos, long lowest, long highest) {
        histogram.record(nanos);
        assertThat(histogram.percentileNanos(0)).isEqualTo(lowest);
        assertThat(histogram.percentileNanos(50)).isEqualTo(highest);
        assertThat(histogram.percentileNanos(100)).isEqualTo(highest);
    }

    @Test
    void percentilesDivideTheCalls() {
        for (int i = 1; i <= 100; i++) {
            histogram.record(i * 1_000L);
        }
        assertThat(histogram.percentileNanos(1)).isEqualTo(1003);
        assertThat(histogram.percentileNanos(50)).isBetween(50_000L, 50_400L);
        assertThat(histogram.percentileNanos(99)).isBetween(99_000L, 99_400L);
    }

    @Test
    void nothingIsLeftAfterClearing() {
        histogram.record(5);
        histogram.clear();
        assertThat(histogram.isEmpty()).isTrue();
        assertThat(histogram.percentileNanos(50)).isZero();
    }
}
