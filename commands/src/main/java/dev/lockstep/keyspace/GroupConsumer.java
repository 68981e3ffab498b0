package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.NavigableMap;
import java.util.TreeMap;

/** One consumer of a group. */
public final class GroupConsumer {

    /** The time of a consumer that has not been given anything yet. */
    public static final long NEVER = -1;

    private final Bytes name;
    private final NavigableMap<StreamId, PendingEntry> pending = new TreeMap<>();
    private long seenMillis;
    private long activeMillis = NEVER;

    GroupConsumer(Bytes name, long nowMillis) {
        this.name = name;
        this.seenMillis = nowMillis;
    }

    public Bytes name() {
        return name;
    }

    /** What has been delivered to the consumer and not acknowledged, in the order of ids. */
    public NavigableMap<StreamId, PendingEntry> pending() {
        return pending;
    }

    /** When it last asked for something. */
    public long seenMillis() {
        return seenMillis;
    }

    public void setSeenMillis(long seenMillis) {
        this.seenMillis = seenMillis;
    }

    /** When it was last given something, or {@link #NEVER}. */
    public long activeMillis() {
        return activeMillis;
    }

    public void setActiveMillis(long activeMillis) {
        this.activeMillis = activeMillis;
    }

    GroupConsumer copyWithoutPending() {
        GroupConsumer copy = new GroupConsumer(name, seenMillis);
        copy.activeMillis = activeMillis;
        return copy;
    }
}
