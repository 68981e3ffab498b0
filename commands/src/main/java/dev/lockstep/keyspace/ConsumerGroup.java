package dev.lockstep.keyspace;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A group that consumes a stream: how far it has read, who its consumers are, and which entries
 * have been delivered but not acknowledged.
 */
public final class ConsumerGroup {

    /** The number of entries read where it cannot be told. */
    public static final long UNKNOWN = -1;

    private final Bytes name;
    private final NavigableMap<Bytes, GroupConsumer> consumers = new TreeMap<>();
    private final NavigableMap<StreamId, PendingEntry> pending = new TreeMap<>();
    private StreamId lastId;
    private long entriesRead;

    public ConsumerGroup(Bytes name, StreamId lastId, long entriesRead) {
        this.name = name;
        this.lastId = lastId;
        this.entriesRead = entriesRead;
    }

    public Bytes name() {
        return name;
    }

    /** The id of the entry delivered last. */
    public StreamId lastId() {
        return lastId;
    }

    public void setLastId(StreamId lastId) {
        this.lastId = lastId;
    }

    /** The place of {@link #lastId} among all entries ever added, or {@link #UNKNOWN}. */
    public long entriesRead() {
        return entriesRead;
    }

    public void setEntriesRead(long entriesRead) {
        this.entriesRead = entriesRead;
    }

    /** The consumers in the order of their names. */
    public Collection<GroupConsumer> consumers() {
        return consumers.values();
    }

    public @Nullable GroupConsumer consumer(Bytes consumerName) {
        return consumers.get(consumerName);
    }

    /** Adds a consumer of a name that there is not yet. */
    public GroupConsumer addConsumer(Bytes consumerName, long nowMillis) {
        GroupConsumer consumer = new GroupConsumer(consumerName, nowMillis);
        consumers.put(consumerName, consumer);
        return consumer;
    }

    /** Removes {@code consumer}; what was delivered to it is pending no more. */
    public void removeConsumer(GroupConsumer consumer) {
        consumers.remove(consumer.name());
        pending.keySet().removeAll(consumer.pending().keySet());
    }

    /** What has been delivered and not acknowledged, in the order of ids. */
    public NavigableMap<StreamId, PendingEntry> pending() {
        return pending;
    }

    /** Makes {@code id} pending with {@code consumer}, whoever had it before. */
    public PendingEntry assign(StreamId id, GroupConsumer consumer) {
        PendingEntry entry = pending.get(id);
        if (entry == null) {
            entry = new PendingEntry(consumer);
            pending.put(id, entry);
        } else {
            entry.consumer().pending().remove(id);
            entry.setConsumer(consumer);
        }
        consumer.pending().put(id, entry);
        return entry;
    }

    /** Makes {@code id} pending no more; whether it was. */
    public boolean acknowledge(StreamId id) {
        PendingEntry entry = pending.remove(id);
        if (entry == null) {
            return false;
        }
        entry.consumer().pending().remove(id);
        return true;
    }

    /** The entry {@code id}, the next one after {@link #lastId}, is being delivered. */
    public void advance(StreamValue stream, StreamId id, Profile profile) {
        if (entriesRead != UNKNOWN && !isBehind(stream, profile) && !stream.hasGapAfter(id)) {
            entriesRead++;
        } else if (stream.entriesAdded() > 0) {
            entriesRead = stream.entriesAddedAt(id);
        }
        lastId = id;
    }

    /** How many entries the group has yet to read, or null where that cannot be told. */
    public @Nullable Long lag(StreamValue stream, Profile profile) {
        boolean trimmed = stream.isEmpty() && profile.has(Feature.LAG_MINDS_TRIMMING);
        if (stream.entriesAdded() == 0 || trimmed) {
            return 0L;
        }
        boolean counted =
                entriesRead != UNKNOWN && !isBehind(stream, profile) && !stream.hasGapAfter(lastId);
        long read = counted ? entriesRead : stream.entriesAddedAt(lastId);
        return read == UNKNOWN ? null : Long.valueOf(stream.entriesAdded() - read);
    }

    /** Whether entries may have been trimmed away that the group would have had to read. */
    private boolean isBehind(StreamValue stream, Profile profile) {
        return profile.has(Feature.LAG_MINDS_TRIMMING) && lastId.isBefore(stream.firstEntryId());
    }

    ConsumerGroup copy() {
        ConsumerGroup copy = new ConsumerGroup(name, lastId, entriesRead);
        for (GroupConsumer consumer : consumers.values()) {
            GroupConsumer own = consumer.copyWithoutPending();
            copy.consumers.put(own.name(), own);
            consumer.pending()
                    .forEach(
                            (id, entry) ->
                                    copy.assign(id, own)
                                            .deliver(entry.deliveredMillis(), entry.deliveries()));
        }
        return copy;
    }
}
