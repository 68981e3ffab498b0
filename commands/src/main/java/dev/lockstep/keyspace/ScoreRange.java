package dev.lockstep.keyspace;

/** The members with a score from {@code min} to {@code max}. */
public record ScoreRange(double min, boolean minExcluded, double max, boolean maxExcluded)
        implements MemberRange {

    @Override
    public boolean isEmpty() {
        return min > max || (min == max && (minExcluded || maxExcluded));
    }

    @Override
    public boolean isBehind(ScoredMember member) {
        return minExcluded ? member.score() <= min : member.score() < min;
    }

    @Override
    public boolean endsBefore(ScoredMember member) {
        return maxExcluded ? member.score() >= max : member.score() > max;
    }
}
