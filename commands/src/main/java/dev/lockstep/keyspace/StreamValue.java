package dev.lockstep.keyspace;

import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A stream: entries in the order of their ids, and the groups that consume them. */
public final class StreamValue implements Value {

    /** To read as many entries as there are. */
    public static final long ALL = Long.MAX_VALUE;

    private final NavigableMap<StreamId, StreamNode> nodes = new TreeMap<>();
    private final NavigableMap<Bytes, ConsumerGroup> groups = new TreeMap<>();
    private long length;
    private long entriesAdded;
    private StreamId lastId = StreamId.MIN;
    private StreamId maxDeletedId = StreamId.MIN;

    @Override
    public Type type() {
        return Type.STREAM;
    }

    @Override
    public String encoding(Profile profile) {
        return "stream";
    }

    public long length() {
        return length;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    /** How many entries have ever been added, or what XSETID has said. */
    public long entriesAdded() {
        return entriesAdded;
    }

    public void setEntriesAdded(long entriesAdded) {
        this.entriesAdded = entriesAdded;
    }

    /** The id that a new entry must be after. */
    public StreamId lastId() {
        return lastId;
    }

    public void setLastId(StreamId lastId) {
        this.lastId = lastId;
    }

    /** The greatest id that XDEL has deleted, or what XSETID has said. */
    public StreamId maxDeletedId() {
        return maxDeletedId;
    }

    public void setMaxDeletedId(StreamId maxDeletedId) {
        this.maxDeletedId = maxDeletedId;
    }

    /** The id of the oldest entry, or {@link StreamId#MIN} in an empty stream. */
    public StreamId firstEntryId() {
        return idOf(range(StreamId.MIN, StreamId.MAX, 1, false));
    }

    /** The id of the newest entry, or {@link StreamId#MIN} in an empty stream. */
    public StreamId lastEntryId() {
        return idOf(range(StreamId.MIN, StreamId.MAX, 1, true));
    }

    private static StreamId idOf(List<StreamEntry> atMostOne) {
        return atMostOne.isEmpty() ? StreamId.MIN : atMostOne.get(0).id();
    }

    /** In how many nodes a server keeps the entries. */
    public int nodeCount() {
        return nodes.size();
    }

    /** How many nodes the radix tree has by which a server finds those. */
    public long radixTreeNodes() {
        return RadixTree.nodeCount(new ArrayList<>(nodes.keySet()));
    }

    /** Adds an entry; its id must be after {@link #lastId}. */
    public void append(StreamEntry entry, StreamLimits limits) {
        long bytes = 0;
        for (Bytes part : entry.fieldsAndValues()) {
            bytes += part.length();
        }
        Map.Entry<StreamId, StreamNode> last = nodes.lastEntry();
        if (last == null || limits.isFull(last.getValue(), bytes)) {
            nodes.put(entry.id(), new StreamNode(entry));
        } else {
            last.getValue().append(entry);
        }
        length++;
        entriesAdded++;
        lastId = entry.id();
    }

    /**
     * The entries from {@code from} to {@code to}, both included, but at most {@code limit} of
     * them.
     *
     * @param reverse whether to begin with the newest
     */
    public List<StreamEntry> range(StreamId from, StreamId to, long limit, boolean reverse) {
        List<StreamEntry> found = new ArrayList<>();
        StreamId firstNode = nodes.floorKey(from);
        NavigableMap<StreamId, StreamNode> near =
                nodes.tailMap(firstNode == null ? StreamId.MIN : firstNode, true);
        for (StreamNode node : (reverse ? near.descendingMap() : near).values()) {
            if (found.size() >= limit || (!reverse && node.firstId().isAfter(to))) {
                break;
            }
            if (!node.firstId().isAfter(to)) {
                addRange(found, node, from, to, limit, reverse);
            }
        }
        return found;
    }

    private static void addRange(
            List<StreamEntry> found,
            StreamNode node,
            StreamId from,
            StreamId to,
            long limit,
            boolean reverse) {
        int start = node.indexAtOrAfter(from);
        int end = to.equals(StreamId.MAX) ? node.size() : node.indexAtOrAfter(after(to));
        for (int i = 0; i < end - start && found.size() < limit; i++) {
            int index = reverse ? end - 1 - i : start + i;
            if (!node.isDeleted(index)) {
                found.add(node.get(index));
            }
        }
    }

    private static StreamId after(StreamId id) {
        StreamId next = id.next();
        return next == null ? id : next;
    }

    /** The entry {@code id}, if it is there. */
    public @Nullable StreamEntry entry(StreamId id) {
        List<StreamEntry> found = range(id, id, 1, false);
        return found.isEmpty() ? null : found.get(0);
    }

    /** Deletes the entry {@code id}; whether it was there. */
    public boolean delete(StreamId id) {
        Map.Entry<StreamId, StreamNode> near = nodes.floorEntry(id);
        if (near == null) {
            return false;
        }
        StreamNode node = near.getValue();
        int index = node.indexAtOrAfter(id);
        if (index == node.size() || !node.get(index).id().equals(id) || node.isDeleted(index)) {
            return false;
        }
        if (node.live() == 1) {
            nodes.remove(node.firstId());
        } else {
            node.delete(index);
        }
        length--;
        if (id.isAfter(maxDeletedId)) {
            maxDeletedId = id;
        }
        return true;
    }

    /** Removes the oldest entries; returns how many. */
    public long trim(StreamTrim trim) {
        long removed = 0;
        while (!nodes.isEmpty() && (trim.minId() != null || length > trim.maxLength())) {
            StreamNode node = nodes.firstEntry().getValue();
            int entries = node.live();
            if (trim.limit() != StreamTrim.NO_LIMIT && removed + entries > trim.limit()) {
                break;
            }
            if (!goesWhole(node, trim)) {
                return trim.approximate() ? removed : removed + trimWithin(node, trim);
            }
            nodes.pollFirstEntry();
            length -= entries;
            removed += entries;
        }
        return removed;
    }

    private boolean goesWhole(StreamNode node, StreamTrim trim) {
        return trim.minId() == null
                ? length - node.live() >= trim.maxLength()
                : node.lastId().isBefore(trim.minId());
    }

    private int trimWithin(StreamNode node, StreamTrim trim) {
        int removed = 0;
        for (int i = 0; i < node.size() && mustGo(node.get(i), trim); i++) {
            if (!node.isDeleted(i)) {
                node.delete(i);
                length--;
                removed++;
            }
        }
        return removed;
    }

    private boolean mustGo(StreamEntry entry, StreamTrim trim) {
        return trim.minId() == null ? length > trim.maxLength() : entry.id().isBefore(trim.minId());
    }

    public @Nullable ConsumerGroup group(Bytes name) {
        return groups.get(name);
    }

    /** The groups in the order of their names. */
    public Collection<ConsumerGroup> groups() {
        return groups.values();
    }

    /** Adds {@code group}; whether there was none of that name. */
    public boolean addGroup(ConsumerGroup group) {
        return groups.putIfAbsent(group.name(), group) == null;
    }

    /** Whether there was such a group to be removed. */
    public boolean removeGroup(Bytes name) {
        return groups.remove(name) != null;
    }

    /** Whether XDEL may have deleted something after {@code id} that is not long trimmed away. */
    boolean hasGapAfter(StreamId id) {
        return length > 0
                && !maxDeletedId.equals(StreamId.MIN)
                && !firstEntryId().isAfter(maxDeletedId)
                && !id.isAfter(maxDeletedId);
    }

    /**
     * How many entries had been added when {@code id} was, or {@link ConsumerGroup#UNKNOWN} where
     * that cannot be told.
     */
    long entriesAddedAt(StreamId id) {
        if (entriesAdded == 0) {
            return 0;
        }
        if (id.equals(lastId) || (length == 0 && id.isBefore(lastId))) {
            return entriesAdded;
        }
        StreamId first = firstEntryId();
        boolean complete = maxDeletedId.equals(StreamId.MIN) || maxDeletedId.isBefore(first);
        if (id.isAfter(lastId) || id.isAfter(first) || !complete) {
            return ConsumerGroup.UNKNOWN;
        }
        return entriesAdded - length + (id.equals(first) ? 1 : 0);
    }

    @Override
    public StreamValue copy() {
        StreamValue copy = new StreamValue();
        nodes.forEach((id, node) -> copy.nodes.put(id, node.copy()));
        groups.forEach((name, group) -> copy.groups.put(name, group.copy()));
        copy.length = length;
        copy.entriesAdded = entriesAdded;
        copy.lastId = lastId;
        copy.maxDeletedId = maxDeletedId;
        return copy;
    }
}
