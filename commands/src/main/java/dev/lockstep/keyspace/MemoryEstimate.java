package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;

/** About how much memory a real server would take for a key. Stateless. */
public final class MemoryEstimate {

    private static final int OBJECT = 16;
    private static final int TABLE_ENTRY = 24;
    private static final int TABLE = 56;
    private static final int BUCKET = 8;
    private static final int SKIP_LIST_NODE = 40;
    private static final int PACKED_BLOCK = 16;
    private static final int PACKED_ELEMENT = 2;
    private static final int LIST = 40;
    private static final int LIST_NODE = 32;
    private static final int STREAM = 120;
    private static final int GROUP = 100;

    private MemoryEstimate() {}

    /** In bytes, key and entry of the table included. */
    public static long of(Bytes key, Value value) {
        return TABLE_ENTRY + TextSize.ofKey(key.length(), false).allocated() + OBJECT + of(value);
    }

    private static long of(Value value) {
        if (value instanceof StringValue string) {
            return string.encoding().equals("int")
                    ? 0
                    : TextSize.ofValue(string, false).allocated();
        }
        if (value instanceof ListValue list) {
            return LIST + (long) LIST_NODE * list.nodeCount() + list.nodeBytes();
        }
        if (value instanceof SetValue set) {
            return set(set);
        }
        if (value instanceof HashValue hash) {
            return hash(hash);
        }
        if (value instanceof SortedSetValue set) {
            return sortedSet(set);
        }
        return value instanceof StreamValue stream ? stream(stream) : 0;
    }

    private static long set(SetValue set) {
        if (set.isIntegers()) {
            return PACKED_BLOCK + (long) Integer.BYTES * set.size();
        }
        long sum = set.isPacked() ? PACKED_BLOCK : table(set.size());
        for (Bytes member : set.members()) {
            sum += set.isPacked() ? packed(member) : entry(member);
        }
        return sum;
    }

    private static long hash(HashValue hash) {
        long sum = hash.isPacked() ? PACKED_BLOCK : table(hash.size());
        for (Dict.Node<Bytes> field : hash.entries()) {
            sum +=
                    hash.isPacked()
                            ? packed(field.key()) + packed(field.value())
                            : entry(field.key()) + text(field.value());
        }
        return sum;
    }

    private static long sortedSet(SortedSetValue set) {
        long sum = set.isPacked() ? PACKED_BLOCK : table(set.size());
        for (ScoredMember member : set.ascending()) {
            sum +=
                    set.isPacked()
                            ? packed(member.member()) + Double.BYTES
                            : entry(member.member()) + SKIP_LIST_NODE;
        }
        return sum;
    }

    private static long stream(StreamValue stream) {
        long sum = STREAM + (long) GROUP * stream.groups().size();
        for (StreamEntry entry : stream.range(StreamId.MIN, StreamId.MAX, StreamValue.ALL, false)) {
            sum += 2 * Long.BYTES;
            for (Bytes part : entry.fieldsAndValues()) {
                sum += packed(part);
            }
        }
        return sum;
    }

    private static long table(int size) {
        return TABLE
                + (long) BUCKET * Math.max(4, Integer.highestOneBit(Math.max(1, size) * 2 - 1));
    }

    private static long entry(Bytes text) {
        return TABLE_ENTRY + text(text);
    }

    private static long text(Bytes text) {
        return TextSize.ofKey(text.length(), false).allocated();
    }

    private static long packed(Bytes element) {
        return (long) element.length() + PACKED_ELEMENT;
    }
}
