package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The entries that a server keeps in one block. Approximate trimming takes whole nodes, so where
 * they end is modelled: by number of entries and by size in bytes. A deleted entry stays in its
 * node, and counts, until the node goes.
 */
final class StreamNode {

    /** The fields of an entry that has those of the node's first are not kept again. */
    private final List<Bytes> firstFields;

    private final List<StreamEntry> entries = new ArrayList<>();
    private final BitSet deleted = new BitSet();
    private long entryBytes;

    /** A node for {@code first} and what comes after it. */
    StreamNode(StreamEntry first) {
        firstFields = fields(first);
        entryBytes = (long) Listpack.entryLength(firstFields.size()) + Listpack.entryLength(0);
        firstFields.forEach(field -> entryBytes += Listpack.entryLength(field));
        append(first);
    }

    private StreamNode(StreamNode other) {
        firstFields = other.firstFields;
        entries.addAll(other.entries);
        deleted.or(other.deleted);
        entryBytes = other.entryBytes;
    }

    private static List<Bytes> fields(StreamEntry entry) {
        List<Bytes> fields = new ArrayList<>(entry.fieldsAndValues().size() / 2);
        for (int i = 0; i < entry.fieldsAndValues().size(); i += 2) {
            fields.add(entry.fieldsAndValues().get(i));
        }
        return fields;
    }

    /** What the node is found by: the id of its first entry, even when that has been deleted. */
    StreamId firstId() {
        return entries.get(0).id();
    }

    /** The id of its last entry, even when that has been deleted. */
    StreamId lastId() {
        return entries.get(entries.size() - 1).id();
    }

    /** How many entries are not deleted. */
    int live() {
        return entries.size() - deleted.cardinality();
    }

    /** How many entries take up room. */
    int size() {
        return entries.size();
    }

    StreamEntry get(int index) {
        return entries.get(index);
    }

    boolean isDeleted(int index) {
        return deleted.get(index);
    }

    void delete(int index) {
        deleted.set(index);
    }

    /** The bytes that a server needs for the node. */
    long bytes() {
        return Listpack.EMPTY_LENGTH
                + Listpack.entryLength(live())
                + Listpack.entryLength(deleted.cardinality())
                + entryBytes;
    }

    /** Adds {@code entry}, whose id is after all others. */
    void append(StreamEntry entry) {
        entries.add(entry);
        List<Bytes> all = entry.fieldsAndValues();
        boolean sameFields = fields(entry).equals(firstFields);
        int flags = sameFields ? 2 : 0;
        int elements = 3 + (sameFields ? all.size() / 2 : all.size() + 1);
        entryBytes +=
                Listpack.entryLength(flags)
                        + Listpack.entryLength(entry.id().millis() - firstId().millis())
                        + Listpack.entryLength(entry.id().sequence() - firstId().sequence())
                        + Listpack.entryLength(elements);
        if (!sameFields) {
            entryBytes += Listpack.entryLength(all.size() / 2);
        }
        for (int i = sameFields ? 1 : 0; i < all.size(); i += sameFields ? 2 : 1) {
            entryBytes += Listpack.entryLength(all.get(i));
        }
    }

    /** The index of the first entry that is not before {@code id}. */
    int indexAtOrAfter(StreamId id) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries.get(middle).id().isBefore(id)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    StreamNode copy() {
        return new StreamNode(this);
    }
}
