package dev.lockstep.keyspace;

import dev.lockstep.value.StreamId;
import java.util.List;

/**
 * The shape of the radix tree in which servers keep the nodes of a stream: XINFO tells how many
 * nodes it has. A run of bytes without a fork is one node, a fork is one, and so is each end.
 * Stateless.
 */
final class RadixTree {

    private static final int KEY_LENGTH = 2 * Long.BYTES;

    private RadixTree() {}

    /** The nodes of the tree that holds {@code keys}, which are in order. */
    static long nodeCount(List<StreamId> keys) {
        return keys.isEmpty() ? 1 : nodeCount(keys, 0);
    }

    private static long nodeCount(List<StreamId> keys, int from) {
        StreamId first = keys.get(0);
        StreamId last = keys.get(keys.size() - 1);
        int fork = from;
        while (fork < KEY_LENGTH && first.byteAt(fork) == last.byteAt(fork)) {
            fork++;
        }
        long count = fork > from ? 2 : 1; // the run, if any, and the fork or the end
        if (fork == KEY_LENGTH) {
            return count;
        }
        int start = 0;
        for (int i = 1; i <= keys.size(); i++) {
            if (i == keys.size() || keys.get(i).byteAt(fork) != keys.get(start).byteAt(fork)) {
                count += nodeCount(keys.subList(start, i), fork + 1);
                start = i;
            }
        }
        return count;
    }
}
