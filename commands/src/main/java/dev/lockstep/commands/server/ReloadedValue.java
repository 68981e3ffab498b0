package dev.lockstep.commands.server;

import dev.lockstep.command.CollectionLimits;
import dev.lockstep.keyspace.Dict;
import dev.lockstep.keyspace.HashValue;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.PackedLimits;
import dev.lockstep.keyspace.SetLimits;
import dev.lockstep.keyspace.SetValue;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.value.Bytes;

/**
 * What becomes of a value when it is saved and loaded. It stays the same, but its encoding is
 * chosen anew: a table may be packed again; of what is packed only the number of elements is looked
 * at.
 */
final class ReloadedValue {

    private ReloadedValue() {}

    /** A copy of {@code value} under the present limits. */
    static Value of(Value value, CollectionLimits limits) {
        if (value instanceof StringValue string) {
            return new StringValue(string.bytes());
        }
        if (value instanceof ListValue list) {
            return list.reloaded(limits.list());
        }
        if (value instanceof HashValue hash) {
            return hash(hash, limits.hash());
        }
        if (value instanceof SetValue set) {
            return set(set, limits.set());
        }
        if (value instanceof SortedSetValue set) {
            return sortedSet(set, limits.sortedSet());
        }
        return value.copy();
    }

    private static HashValue hash(HashValue saved, PackedLimits limits) {
        if (saved.isPacked()) {
            HashValue hash = saved.copy();
            if (hash.size() > limits.entries()) {
                hash.unpack();
            }
            return hash;
        }
        HashValue hash = new HashValue();
        if (saved.size() > limits.entries()) {
            hash.unpack();
        }
        for (Dict.Node<Bytes> field : saved.entries()) {
            hash.set(field.key(), field.value(), limits);
        }
        return hash;
    }

    private static SortedSetValue sortedSet(SortedSetValue saved, PackedLimits limits) {
        SortedSetValue set = saved.copy();
        if (!set.isPacked()) {
            set.pack(limits);
        } else if (set.size() > limits.entries()) {
            set.unpack();
        }
        return set;
    }

    private static SetValue set(SetValue saved, SetLimits limits) {
        if (!saved.isTable()) {
            SetValue set = saved.copy();
            long most = set.isPacked() ? limits.packed().entries() : limits.integers();
            if (set.size() > most) {
                set.unpack();
            }
            return set;
        }
        boolean fewEnough = saved.size() <= limits.integers(); // even where members are no integers
        SetValue set = fewEnough ? SetValue.ofIntegers() : SetValue.table();
        // How many integers a block may have is not looked at again.
        SetLimits perMember = new SetLimits(Long.MAX_VALUE, limits.packed());
        for (Bytes member : saved.members()) {
            set.add(member, perMember);
        }
        return set;
    }
}
