package dev.lockstep.keyspace;

import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A hash: fields with their values, in order of insertion. Redis keeps a small one packed until a
 * limit is passed, and never packs it again.
 */
public final class HashValue implements Value {

    private final Dict<Bytes> fields = new Dict<>();
    private boolean packed = true;

    @Override
    public Type type() {
        return Type.HASH;
    }

    @Override
    public String encoding(Profile profile) {
        return packed ? PackedLimits.encoding(profile) : "hashtable";
    }

    public int size() {
        return fields.size();
    }

    public boolean isEmpty() {
        return fields.isEmpty();
    }

    public @Nullable Bytes get(Bytes field) {
        return fields.get(field);
    }

    public boolean contains(Bytes field) {
        return fields.contains(field);
    }

    /** Sets {@code field} and returns the value it had. */
    public @Nullable Bytes set(Bytes field, Bytes value, PackedLimits limits) {
        Bytes old = fields.put(field, value);
        if (packed) {
            packed =
                    fields.size() <= limits.entries()
                            && limits.admits(field)
                            && limits.admits(value);
        }
        return old;
    }

    /** Whether {@code field} was there to be removed. */
    public boolean remove(Bytes field) {
        return fields.remove(field) != null;
    }

    /** Whether the hash is still in its small form. */
    public boolean isPacked() {
        return packed;
    }

    /** Gives the small form up. */
    public void unpack() {
        packed = false;
    }

    /** The fields, each with its value, in order of insertion. */
    public Iterable<Dict.Node<Bytes>> entries() {
        return fields.nodes();
    }

    /** A field drawn with {@code random}; the hash must not be empty. */
    public Dict.Node<Bytes> random(RandomGenerator random) {
        return fields.random(random);
    }

    /** As {@link Dict#scan}. */
    public long scan(long cursor, Dict.Visitor<Bytes> visitor) {
        return fields.scan(cursor, visitor);
    }

    /** How many buckets of the table hold how many elements; only when this is one. */
    public int[] chainLengths() {
        return fields.chainLengths();
    }

    @Override
    public HashValue copy() {
        HashValue copy = new HashValue();
        for (Dict.Node<Bytes> entry : entries()) {
            copy.fields.put(entry.key(), entry.value());
        }
        copy.packed = packed;
        return copy;
    }
}
