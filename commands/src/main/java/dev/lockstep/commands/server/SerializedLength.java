package dev.lockstep.commands.server;

import dev.lockstep.keyspace.Dict;
import dev.lockstep.keyspace.HashValue;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.ScoredMember;
import dev.lockstep.keyspace.SetValue;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.keyspace.StreamEntry;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.rdb.RdbOutput;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import dev.lockstep.value.StreamId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How many bytes a value would take in a file of a real server, as DEBUG OBJECT tells: exact for
 * strings, tables and blocks of integers, about right for what is packed.
 */
final class SerializedLength {

    private static final int SCORE = 8;

    /** What an element takes in a packed block beside its bytes. */
    private static final int PACKED_ELEMENT = 2;

    private static final int PACKED_BLOCK = 8;

    private SerializedLength() {}

    static long of(Value value, boolean compresses) {
        RdbOutput out = new RdbOutput(compresses);
        if (value instanceof StringValue string) {
            out.writeString(string.bytes());
            return out.length();
        }
        if (value instanceof SetValue set && set.isTable()) {
            out.writeLength(set.size());
            set.members().forEach(out::writeString);
            return out.length();
        }
        if (value instanceof SetValue set && set.isIntegers()) {
            out.writeString(integers(set));
            return out.length();
        }
        if (value instanceof HashValue hash && !hash.isPacked()) {
            out.writeLength(hash.size());
            for (Dict.Node<Bytes> field : hash.entries()) {
                out.writeString(field.key());
                out.writeString(field.value());
            }
            return out.length();
        }
        if (value instanceof SortedSetValue set && !set.isPacked()) {
            out.writeLength(set.size());
            for (ScoredMember member : set.ascending()) {
                out.writeString(member.member());
            }
            return out.length() + (long) SCORE * set.size();
        }
        return packed(value);
    }

    /** A header, and the members in ascending order, all as wide as the widest. */
    private static Bytes integers(SetValue set) {
        int width = Short.BYTES;
        for (Bytes member : set.members()) {
            long number = Numbers.parseLong(member, 0);
            int needed = number == (int) number ? Integer.BYTES : Long.BYTES;
            width = Math.max(width, number == (short) number ? Short.BYTES : needed);
        }
        ByteBuffer block =
                ByteBuffer.allocate(2 * Integer.BYTES + width * set.size())
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(width)
                        .putInt(set.size());
        for (Bytes member : set.members()) {
            long number = Numbers.parseLong(member, 0);
            for (int i = 0; i < width; i++) {
                block.put((byte) (number >> (Byte.SIZE * i)));
            }
        }
        return Bytes.wrap(block.array());
    }

    private static long packed(Value value) {
        long sum = PACKED_BLOCK;
        if (value instanceof ListValue list) {
            sum += sum(list.elements());
        } else if (value instanceof SetValue set) {
            sum += sum(set.members());
        } else if (value instanceof HashValue hash) {
            for (Dict.Node<Bytes> field : hash.entries()) {
                sum += (long) field.key().length() + field.value().length() + 2 * PACKED_ELEMENT;
            }
        } else if (value instanceof SortedSetValue set) {
            for (ScoredMember member : set.ascending()) {
                sum += member.member().length() + SCORE;
            }
        } else if (value instanceof StreamValue stream) {
            for (StreamEntry entry :
                    stream.range(StreamId.MIN, StreamId.MAX, StreamValue.ALL, false)) {
                sum += 2L * Long.BYTES + sum(entry.fieldsAndValues());
            }
        }
        return sum;
    }

    private static long sum(Iterable<Bytes> elements) {
        long sum = 0;
        for (Bytes element : elements) {
            sum += element.length() + PACKED_ELEMENT;
        }
        return sum;
    }
}
