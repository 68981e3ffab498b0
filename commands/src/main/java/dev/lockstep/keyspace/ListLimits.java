package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;

/**
 * How much one node of a list may hold, as the setting {@code list-max-listpack-size} says: so many
 * elements, or for -1 to -5 so many bytes, from 4 KB to 64 KB.
 *
 * @param aloneFrom the length of an element that gets a node of its own, or {@link #BY_NODE}
 */
public record ListLimits(int fill, long aloneFrom) {

    /** No length from which on elements stand alone: those do that are larger than a node. */
    public static final long BY_NODE = 0;

    private static final int MAX_FILL = Short.MAX_VALUE;
    private static final int MIN_FILL = -5;
    private static final int FIRST_SIZE = 4096;

    /** However few elements a node holds, they take no more than this. */
    private static final int SAFE_SIZE = 8192;

    /** What a node takes at most that is not counted: an estimate for one more element. */
    private static final int ELEMENT_OVERHEAD = 8;

    /** The limits for a setting, which may be beyond what a node knows. */
    public static ListLimits of(long setting, long aloneFrom) {
        int fill = (int) Math.max(MIN_FILL, Math.min(setting, MAX_FILL));
        return new ListLimits(fill, aloneFrom);
    }

    private boolean countsElements() {
        return fill >= 0;
    }

    private int maxCount() {
        return Math.max(fill, 1);
    }

    private int maxBytes() {
        return FIRST_SIZE << (-fill - 1);
    }

    boolean exceededBy(long bytes, long count) {
        return countsElements() ? bytes > SAFE_SIZE || count > maxCount() : bytes > maxBytes();
    }

    /** Whether one more element can go where so much is already. */
    boolean admit(long bytes, long count, Bytes element) {
        return !exceededBy(bytes + element.length() + ELEMENT_OVERHEAD, count + 1);
    }

    /** Whether {@code element} needs a node of its own. */
    boolean isLarge(Bytes element) {
        if (aloneFrom != BY_NODE) {
            return element.length() >= aloneFrom;
        }
        return element.length() > (countsElements() ? SAFE_SIZE : maxBytes());
    }

    /** Whether so much is small enough to be one listpack again: half of what a node may hold. */
    boolean isHalfFull(long bytes, long count) {
        return countsElements() ? count <= maxCount() / 2 : bytes <= maxBytes() / 2;
    }
}
