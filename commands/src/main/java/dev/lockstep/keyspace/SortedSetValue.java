package dev.lockstep.keyspace;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A sorted set: members with scores, found by name, by score and by rank. Redis keeps a small one
 * packed until a limit is passed.
 */
public final class SortedSetValue implements Value {

    private final Dict<ScoredMember> members = new Dict<>();
    private final SkipList order = new SkipList();
    private final boolean losesNegativeZero;
    private boolean packed = true;

    public SortedSetValue(Profile profile) {
        this(profile.has(Feature.LISTPACK));
    }

    /**
     * @param losesNegativeZero whether the packed form keeps integers as such, which have no
     *     negative zero
     */
    private SortedSetValue(boolean losesNegativeZero) {
        this.losesNegativeZero = losesNegativeZero;
    }

    @Override
    public Type type() {
        return Type.ZSET;
    }

    @Override
    public String encoding(Profile profile) {
        return packed ? PackedLimits.encoding(profile) : "skiplist";
    }

    public int size() {
        return members.size();
    }

    public boolean isEmpty() {
        return members.isEmpty();
    }

    public boolean isPacked() {
        return packed;
    }

    /** Gives the small form up. */
    public void unpack() {
        packed = false;
    }

    /** Returns to the small form if it is within {@code limits}. */
    public void pack(PackedLimits limits) {
        if (packed || size() > limits.entries()) {
            return;
        }
        for (ScoredMember member : ascending()) {
            if (!limits.admits(member.member())) {
                return;
            }
        }
        packed = true;
        for (ScoredMember member : ascending()) {
            member.setScore(kept(member.score()));
        }
    }

    public @Nullable ScoredMember find(Bytes member) {
        return members.get(member);
    }

    /** Adds a member that is not there yet. */
    public void add(Bytes member, double score, PackedLimits limits) {
        if (packed) {
            packed = size() < limits.entries() && limits.admits(member);
        }
        members.add(member, order.insert(member, kept(score)));
    }

    /** Changes the score of a member of this set. */
    public void setScore(ScoredMember member, double score) {
        order.setScore(member, kept(score));
    }

    private double kept(double score) {
        return packed && losesNegativeZero ? score + 0.0 : score; // -0.0 + 0.0 is 0.0
    }

    /** Removes {@code member} and returns it, or null when it was not there. */
    public @Nullable ScoredMember remove(Bytes member) {
        ScoredMember removed = members.remove(member);
        if (removed != null) {
            order.remove(removed);
        }
        return removed;
    }

    /** Removes the members of {@code range}; returns how many there were. */
    public int removeAll(MemberRange range) {
        return order.removeWhile(
                first(range),
                member -> !range.endsBefore(member),
                member -> members.remove(member.member()));
    }

    /** Removes {@code count} members from {@code rank} on. */
    public void removeAt(int rank, int count) {
        int[] left = {count};
        order.removeWhile(
                order.at(rank), member -> left[0]-- > 0, member -> members.remove(member.member()));
    }

    /** The member with the lowest score. */
    public @Nullable ScoredMember first() {
        return order.first();
    }

    /** The member with the highest score. */
    public @Nullable ScoredMember last() {
        return order.last();
    }

    /** The member at {@code rank}, from 0, or null beyond the last. */
    public @Nullable ScoredMember at(int rank) {
        return order.at(rank);
    }

    /** The rank of a member of this set, from 0. */
    public int rank(ScoredMember member) {
        return order.rank(member);
    }

    /** The first member of {@code range}. */
    public @Nullable ScoredMember first(MemberRange range) {
        if (isOutside(range)) {
            return null;
        }
        ScoredMember first = isWalked(range) ? order.first() : order.firstNotBehind(range);
        while (first != null && range.isBehind(first)) {
            first = first.next();
        }
        return first == null || range.endsBefore(first) ? null : first;
    }

    /** The last member of {@code range}. */
    public @Nullable ScoredMember last(MemberRange range) {
        if (isOutside(range)) {
            return null;
        }
        ScoredMember last = isWalked(range) ? order.last() : order.lastNotPast(range);
        while (last != null && range.endsBefore(last)) {
            last = last.previous();
        }
        return last == null || range.isBehind(last) ? null : last;
    }

    private boolean isOutside(MemberRange range) {
        ScoredMember first = order.first();
        ScoredMember last = order.last();
        return range.isEmpty()
                || first == null
                || last == null
                || range.isBehind(last)
                || range.endsBefore(first);
    }

    /** With different scores, names are not in order: a packed set then shows its own way. */
    private boolean isWalked(MemberRange range) {
        return packed && range instanceof LexRange;
    }

    /** How many members are in {@code range}. */
    public int count(MemberRange range) {
        ScoredMember first = first(range);
        if (first == null) {
            return 0;
        }
        if (isWalked(range)) {
            int count = 0;
            for (ScoredMember m = first; m != null && !range.endsBefore(m); m = m.next()) {
                count++;
            }
            return count;
        }
        ScoredMember last = last(range);
        return last == null ? 0 : rank(last) - rank(first) + 1;
    }

    /** The members, the lowest score first. */
    public Iterable<ScoredMember> ascending() {
        return () ->
                new Iterator<>() {
                    private @Nullable ScoredMember next = order.first();

                    @Override
                    public boolean hasNext() {
                        return next != null;
                    }

                    @Override
                    public ScoredMember next() {
                        ScoredMember member = next;
                        if (member == null) {
                            throw new NoSuchElementException();
                        }
                        next = member.next();
                        return member;
                    }
                };
    }

    /** A member drawn with {@code random}; the set must not be empty. */
    public ScoredMember random(RandomGenerator random) {
        return members.random(random).value();
    }

    /** As {@link Dict#scan}. */
    public long scan(long cursor, Dict.Visitor<ScoredMember> visitor) {
        return members.scan(cursor, visitor);
    }

    /** How many buckets of the table hold how many elements; only when this is one. */
    public int[] chainLengths() {
        return members.chainLengths();
    }

    @Override
    public SortedSetValue copy() {
        SortedSetValue copy = new SortedSetValue(losesNegativeZero);
        copy.packed = packed;
        for (ScoredMember member : ascending()) {
            Bytes name = member.member();
            copy.members.add(name, copy.order.insert(name, member.score()));
        }
        return copy;
    }
}
