package dev.lockstep.keyspace;

/**
 * How far a set may grow in its small forms.
 *
 * @param integers how many members it may have as a sorted block of integers
 * @param packed how far it may grow as a packed block, which older servers do not have for sets
 */
public record SetLimits(long integers, PackedLimits packed) {

    /** The limits of servers that know no packed sets. */
    public static final PackedLimits NEVER_PACKED = new PackedLimits(0, 0);

    /** More integers than this no block of them holds, whatever the settings say. */
    private static final long MAX_INTEGERS = 1 << 30;

    long integersAtMost() {
        return Math.min(integers, MAX_INTEGERS);
    }
}
