package dev.lockstep.keyspace;

/** A run of a sorted set's members, between two bounds of score or of name. */
public interface MemberRange {

    /** Whether no member can be in the range, whatever the sorted set. */
    boolean isEmpty();

    /** Whether {@code member} stands in front of the range. */
    boolean isBehind(ScoredMember member);

    /** Whether the range ends in front of {@code member}. */
    boolean endsBefore(ScoredMember member);
}
