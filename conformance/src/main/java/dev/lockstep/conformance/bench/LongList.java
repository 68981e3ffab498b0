package dev.lockstep.conformance.bench;

import java.util.Arrays;

/** A growing list of longs without boxes. */
final class LongList {

    private long[] values = new long[1024];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    int size() {
        return size;
    }

    long get(int index) {
        return values[index];
    }

    /** The same values, the smallest first. */
    LongList sorted() {
        LongList sorted = new LongList();
        sorted.values = Arrays.copyOf(values, size);
        sorted.size = size;
        Arrays.sort(sorted.values);
        return sorted;
    }
}
