package dev.lockstep.keyspace;

/**
 * How far a node of a stream may grow.
 *
 * @param entries how many entries it may have, or 0 for any number
 * @param bytes how many bytes it may take, or 0 for {@link #MAX_BYTES}
 */
public record StreamLimits(long entries, long bytes) {

    /** What a node, or the fields and values of one entry, may take whatever the settings. */
    public static final long MAX_BYTES = 1L << 30;

    /** Whether an entry whose fields and values have {@code length} bytes goes to a new node. */
    boolean isFull(StreamNode node, long length) {
        long maxBytes = bytes == 0 ? MAX_BYTES : Math.min(bytes, MAX_BYTES);
        return node.bytes() + length >= maxBytes || (entries > 0 && node.size() >= entries);
    }
}
