package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/*
 * Three of four members are on the lowest level only, so that level's link has a field of its own
 * and they need no arrays. Its span is always 1.
 */
/** One member of a sorted set with its score, linked to its neighbours in order of score. */
public final class ScoredMember {

    private static final @Nullable ScoredMember[] NO_LINKS = {};
    private static final int[] NO_SPANS = {};

    private final Bytes member;
    private double score;
    private @Nullable ScoredMember next;
    private @Nullable ScoredMember previous;
    private @Nullable ScoredMember[] upperNext;
    private int[] upperSpan;

    ScoredMember(Bytes member, double score, int levels) {
        this.member = member;
        this.score = score;
        this.upperNext = levels == 1 ? NO_LINKS : new ScoredMember[levels - 1];
        this.upperSpan = levels == 1 ? NO_SPANS : new int[levels - 1];
    }

    public Bytes member() {
        return member;
    }

    public double score() {
        return score;
    }

    void setScore(double score) {
        this.score = score;
    }

    /** The member behind this one. */
    public @Nullable ScoredMember next() {
        return next;
    }

    /** The member in front of this one. */
    public @Nullable ScoredMember previous() {
        return previous;
    }

    void setPrevious(@Nullable ScoredMember previous) {
        this.previous = previous;
    }

    int levels() {
        return upperNext.length + 1;
    }

    void growTo(int levels) {
        upperNext = java.util.Arrays.copyOf(upperNext, levels - 1);
        upperSpan = java.util.Arrays.copyOf(upperSpan, levels - 1);
    }

    @Nullable ScoredMember next(int level) {
        return level == 0 ? next : upperNext[level - 1];
    }

    void setNext(int level, @Nullable ScoredMember node) {
        if (level == 0) {
            next = node;
        } else {
            upperNext[level - 1] = node;
        }
    }

    /** How many places the link of {@code level} leads ahead. */
    int span(int level) {
        return level == 0 ? 1 : upperSpan[level - 1];
    }

    void setSpan(int level, int span) {
        if (level > 0) {
            upperSpan[level - 1] = span;
        }
    }

    /** Whether this stands in front of {@code otherMember} with {@code otherScore}. */
    boolean precedes(double otherScore, Bytes otherMember) {
        return score < otherScore || (score == otherScore && member.compareTo(otherMember) < 0);
    }
}
