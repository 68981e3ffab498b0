package dev.lockstep.keyspace;

import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A set. As long as all members are integers and not too many, it is a block of them in ascending
 * order; a small set of anything is packed on newer servers; any other is a table. Members of the
 * last two come in order of insertion. Adding and removing never lead back to a smaller form.
 */
public final class SetValue implements Value {

    private @Nullable IntegerBlock integers;
    private final Dict<Boolean> members = new Dict<>();
    private boolean packed;

    private SetValue(@Nullable IntegerBlock integers, boolean packed) {
        this.integers = integers;
        this.packed = packed;
    }

    /** An empty set, which is a block of integers as long as it can be. */
    public static SetValue ofIntegers() {
        return new SetValue(new IntegerBlock(), false);
    }

    /** An empty set, which is packed as long as it can be. */
    public static SetValue ofPacked() {
        return new SetValue(null, true);
    }

    /** An empty table. */
    public static SetValue table() {
        return new SetValue(null, false);
    }

    /** An empty set in the form that suits {@code first}, if it is to have about {@code count}. */
    public static SetValue suiting(Bytes first, long count, SetLimits limits) {
        if (count <= limits.integers() && Numbers.isLong(first)) {
            return ofIntegers();
        }
        return count <= limits.packed().entries() ? ofPacked() : table();
    }

    @Override
    public Type type() {
        return Type.SET;
    }

    @Override
    public String encoding(Profile profile) {
        if (integers != null) {
            return "intset";
        }
        return packed ? "listpack" : "hashtable";
    }

    public int size() {
        return integers != null ? integers.size() : members.size();
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    /** Whether this is a block of integers. */
    public boolean isIntegers() {
        return integers != null;
    }

    public boolean isPacked() {
        return packed;
    }

    /** Whether this is a table, which is scanned in steps, not in one go. */
    public boolean isTable() {
        return integers == null && !packed;
    }

    public boolean contains(Bytes member) {
        return integers == null
                ? members.contains(member)
                : Numbers.isLong(member) && integers.contains(Numbers.parseLong(member, 0));
    }

    /** Whether {@code member} was not there yet. */
    public boolean add(Bytes member, SetLimits limits) {
        if (integers != null) {
            return addTo(integers, member, limits);
        }
        if (members.contains(member)) {
            return false;
        }
        packed = packed && admits(limits.packed(), member);
        members.add(member, Boolean.TRUE);
        return true;
    }

    private boolean addTo(IntegerBlock block, Bytes member, SetLimits limits) {
        if (Numbers.isLong(member)) {
            boolean added = block.add(Numbers.parseLong(member, 0));
            if (added && block.size() > limits.integersAtMost()) {
                unpack();
            }
            return added;
        }
        boolean staysSmall = admits(limits.packed(), member) && admitAll(limits.packed(), block);
        unpack();
        packed = staysSmall;
        members.add(member, Boolean.TRUE);
        return true;
    }

    private boolean admits(PackedLimits limits, Bytes member) {
        return size() < limits.entries() && limits.admits(member);
    }

    /** The longest numbers stand at the ends. */
    private static boolean admitAll(PackedLimits limits, IntegerBlock block) {
        return block.size() == 0
                || (limits.admits(Numbers.text(block.at(0)))
                        && limits.admits(Numbers.text(block.at(block.size() - 1))));
    }

    /** Gives the small form up if it could not take {@code count} more. */
    public void prepareFor(long count, SetLimits limits) {
        if (integers != null ? count > limits.integers() : count > limits.packed().entries()) {
            unpack();
        }
    }

    /** Makes a table of it. */
    public void unpack() {
        IntegerBlock block = integers;
        packed = false;
        integers = null;
        if (block != null) {
            for (int i = 0; i < block.size(); i++) {
                members.add(Numbers.text(block.at(i)), Boolean.TRUE);
            }
        }
    }

    /** Makes a block of integers of it if all members are, and not too many. */
    public void narrow(SetLimits limits) {
        if (integers != null || size() > limits.integersAtMost()) {
            return;
        }
        IntegerBlock block = new IntegerBlock();
        for (Bytes member : members.keys()) {
            if (!Numbers.isLong(member)) {
                return;
            }
            block.add(Numbers.parseLong(member, 0));
        }
        integers = block;
        packed = false;
        members.clear();
    }

    /** Whether {@code member} was there. */
    public boolean remove(Bytes member) {
        if (integers == null) {
            return members.remove(member) != null;
        }
        return Numbers.isLong(member) && integers.remove(Numbers.parseLong(member, 0));
    }

    /** The members in the order of the form. Removing one meanwhile is not allowed. */
    public Iterable<Bytes> members() {
        IntegerBlock block = integers;
        return block == null ? members.keys() : () -> texts(block);
    }

    private static Iterator<Bytes> texts(IntegerBlock block) {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < block.size();
            }

            @Override
            public Bytes next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return Numbers.text(block.at(next++));
            }
        };
    }

    /** A member drawn with {@code random}; the set must not be empty. */
    public Bytes random(RandomGenerator random) {
        return integers == null
                ? members.random(random).key()
                : Numbers.text(integers.at(random.nextInt(integers.size())));
    }

    /** As {@link Dict#scan}, of a table. */
    public long scan(long cursor, Dict.Visitor<Boolean> visitor) {
        return members.scan(cursor, visitor);
    }

    /** How many buckets of the table hold how many elements; only when this is one. */
    public int[] chainLengths() {
        return members.chainLengths();
    }

    @Override
    public SetValue copy() {
        SetValue copy = new SetValue(integers == null ? null : integers.copy(), packed);
        for (Bytes member : members.keys()) {
            copy.members.add(member, Boolean.TRUE);
        }
        return copy;
    }
}
