package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;

/**
 * The members from {@code min} to {@code max} in the order of their bytes. It makes sense only
 * where all scores are equal.
 */
public record LexRange(Bound min, Bound max) implements MemberRange {

    /** One end of the range: a member or beyond all of them. */
    public record Bound(Bytes member, boolean excluded, int infinity) {

        /** In front of every member. */
        public static final Bound FIRST = new Bound(Bytes.EMPTY, false, -1);

        /** Behind every member. */
        public static final Bound LAST = new Bound(Bytes.EMPTY, false, 1);

        /** At {@code member}, which is {@code excluded} or not. */
        public static Bound at(Bytes member, boolean excluded) {
            return new Bound(member, excluded, 0);
        }

        /** Where {@code other} stands, seen from here: negative when this is in front of it. */
        int compareTo(Bytes other) {
            return infinity != 0 ? infinity : member.compareTo(other);
        }
    }

    @Override
    public boolean isEmpty() {
        int order =
                max.infinity() == 0
                        ? min.compareTo(max.member())
                        : Integer.compare(min.infinity(), max.infinity());
        return order > 0 || (order == 0 && (min.excluded() || max.excluded()));
    }

    @Override
    public boolean isBehind(ScoredMember candidate) {
        int order = min.compareTo(candidate.member());
        return order > 0 || (order == 0 && min.excluded());
    }

    @Override
    public boolean endsBefore(ScoredMember candidate) {
        int order = max.compareTo(candidate.member());
        return order < 0 || (order == 0 && max.excluded());
    }
}
