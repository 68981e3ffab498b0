package dev.lockstep.command;

import org.jspecify.annotations.Nullable;

/**
 * How often a command took how long. Durations that differ by less than a hundredth are counted as
 * one, as real servers do, and nothing is longer than a second.
 */
public final class LatencyHistogram {

    private static final long MAX_NANOS = 1_000_000_000;
    private static final int ROW_BITS = 7;
    private static final int ROW_LENGTH = 1 << ROW_BITS;
    private static final int ROWS = Long.SIZE - Long.numberOfLeadingZeros(MAX_NANOS) - ROW_BITS + 1;

    // A row for the durations of one length in binary, made when there is one.
    private int @Nullable [][] rows;
    private int total;

    void record(long nanos) {
        if (rows == null) {
            rows = new int[ROWS][];
        }
        long value = Math.min(Math.max(nanos / 1000 * 1000, 1), MAX_NANOS);
        int row = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - ROW_BITS);
        if (rows[row] == null) {
            rows[row] = new int[ROW_LENGTH];
        }
        rows[row][(int) (value >> shift(row)) & ROW_LENGTH - 1]++;
        total++;
    }

    /** The first two rows count in single nanoseconds, each further one half as exactly. */
    private static int shift(int row) {
        return Math.max(0, row - 1);
    }

    void clear() {
        rows = null;
        total = 0;
    }

    public int total() {
        return total;
    }

    /** How many durations are in one class with {@code nanos} or below. */
    public int countUpTo(long nanos) {
        int lastRow = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - ROW_BITS);
        int sum = 0;
        for (int row = 0; rows != null && row < ROWS && row <= lastRow; row++) {
            int last =
                    row < lastRow ? ROW_LENGTH - 1 : (int) (nanos >> shift(row)) & ROW_LENGTH - 1;
            for (int i = 0; rows[row] != null && i <= last; i++) {
                sum += rows[row][i];
            }
        }
        return sum;
    }

    public boolean isEmpty() {
        return total == 0;
    }

    /** The duration, in nanoseconds, that {@code percentile} of 100 calls do not exceed. */
    public long percentileNanos(double percentile) {
        long wanted = Math.max(1, (long) (percentile / 100 * total + 0.5));
        long seen = 0;
        for (int row = 0; row < ROWS; row++) {
            int[] counts = rows == null ? null : rows[row];
            for (int i = 0; counts != null && i < ROW_LENGTH; i++) {
                seen += counts[i];
                if (seen >= wanted) {
                    long lowest = (long) (row == 0 ? i : i + ROW_LENGTH) << shift(row);
                    return percentile == 0 ? lowest : lowest + (1L << shift(row)) - 1;
                }
            }
        }
        return 0;
    }
}
