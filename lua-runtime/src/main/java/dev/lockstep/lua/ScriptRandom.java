package dev.lockstep.lua;

/**
 * The random sequence of {@code math.random}: the same on every machine, as the real servers have
 * it. A linear congruential generator of 48 bits, of which the upper 31 are used.
 */
public final class ScriptRandom {

    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long INCREMENT = 0xB;
    private static final long MASK = (1L << 48) - 1;
    private static final int SEED_SHIFT = 16;
    private static final long SEED_LOW_BITS = 0x330E;
    private static final int UNUSED_BITS = 17;
    private static final int MAX = Integer.MAX_VALUE;

    private static final long UNSEEDED = 0x1234ABCD330EL;

    private long state = UNSEEDED;

    /** Begins the sequence of a server that has just started. */
    public void reset() {
        state = UNSEEDED;
    }

    /** Begins the sequence that belongs to {@code seed}. */
    public void seed(int seed) {
        state = ((long) seed << SEED_SHIFT | SEED_LOW_BITS) & MASK;
    }

    /** The next number, from 0 up to, not including, 1. */
    public double next() {
        state = (state * MULTIPLIER + INCREMENT) & MASK;
        return (double) ((state >>> UNUSED_BITS) % MAX) / MAX;
    }
}
