package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import java.util.PriorityQueue;

/*
 * Deadlines move often (a limiter sets one at every call) and mostly to later. So an entry is
 * queued once, under the earliest deadline it has had; when that comes up and the entry's deadline
 * has moved on, it is queued anew. Moving a deadline later costs nothing.
 */
/** The keys with a deadline, soonest first. */
final class ExpiryQueue {

    private record Item(long deadlineMillis, long sequence, int db, Bytes key, Entry entry)
            implements Comparable<Item> {
        @Override
        public int compareTo(Item other) {
            int order = Long.compare(deadlineMillis, other.deadlineMillis);
            return order != 0 ? order : Long.compare(sequence, other.sequence);
        }
    }

    /** Below this many items, stale ones are not worth a sweep. */
    private static final int SWEEP_MIN_SIZE = 1024;

    private final PriorityQueue<Item> items = new PriorityQueue<>();
    private long nextSequence;
    private int sizeAfterSweep;

    /** Called whenever an entry's deadline was set. */
    void track(Db db, Bytes key, Entry entry) {
        if (entry.deadlineMillis() < entry.queuedMillis()) {
            entry.setQueuedMillis(entry.deadlineMillis());
            items.add(new Item(entry.deadlineMillis(), nextSequence++, db.index(), key, entry));
            sweepIfMostlyStale();
        }
    }

    /** The next deadline, or {@link Keyspace#NEVER}. */
    long nextDeadlineMillis(Keyspace keyspace) {
        settle(keyspace);
        Item next = items.peek();
        return next == null ? Keyspace.NEVER : next.deadlineMillis;
    }

    /** Takes a key out that is expired at {@code nowMillis} and tells {@code keyspace}. */
    boolean expireNext(Keyspace keyspace, long nowMillis) {
        settle(keyspace);
        Item next = items.peek();
        if (next == null || nowMillis <= next.deadlineMillis) {
            return false;
        }
        items.remove();
        next.entry.setQueuedMillis(Keyspace.NEVER);
        keyspace.db(next.db).expire(next.key);
        return true;
    }

    void clear() {
        items.clear();
    }

    /** Drops stale items in front and requeues an entry whose deadline has moved on. */
    private void settle(Keyspace keyspace) {
        for (Item next = items.peek(); next != null; next = items.peek()) {
            if (isCurrent(keyspace, next)) {
                if (next.entry.deadlineMillis() == next.deadlineMillis) {
                    return;
                }
                items.remove();
                next.entry.setQueuedMillis(Keyspace.NEVER);
                track(keyspace.db(next.db), next.key, next.entry);
            } else {
                items.remove();
            }
        }
    }

    private static boolean isCurrent(Keyspace keyspace, Item item) {
        return item.entry.queuedMillis() == item.deadlineMillis
                && item.entry.hasDeadline()
                && keyspace.db(item.db).holds(item.key, item.entry);
    }

    private void sweepIfMostlyStale() {
        if (items.size() > SWEEP_MIN_SIZE && items.size() > 2 * sizeAfterSweep) {
            items.removeIf(item -> item.entry.queuedMillis() != item.deadlineMillis);
            sizeAfterSweep = items.size();
        }
    }
}
