package dev.lockstep.commands.sortedset;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.LexRange;
import dev.lockstep.keyspace.MemberRange;
import dev.lockstep.keyspace.ScoreRange;
import dev.lockstep.keyspace.ScoredMember;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.DoubleText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which members the ZRANGE family shall give, and in which direction. */
final class RangeQuery {

    /** What the two bounds are. */
    enum By {
        RANK,
        SCORE,
        LEX
    }

    private static final long NO_LIMIT = -1;

    private By by;
    private boolean reverse;
    private boolean withScores;
    private long offset;
    private long limit = NO_LIMIT;
    private long start;
    private long end;
    private @Nullable MemberRange range;
    private final boolean offsetFromEnd;

    private RangeQuery(CommandContext ctx, By by, boolean reverse) {
        this.offsetFromEnd = ctx.has(Feature.NEGATIVE_OFFSET_FROM_END);
        this.by = by;
        this.reverse = reverse;
    }

    /**
     * Reads {@code min max [BYSCORE | BYLEX] [REV] [LIMIT offset count] [WITHSCORES]}.
     *
     * @param storing whether there is no WITHSCORES
     */
    static RangeQuery parse(CommandContext ctx, Args args, boolean storing) {
        return parse(ctx, args, new RangeQuery(ctx, By.RANK, false), true, !storing);
    }

    /** Reads {@code min max [LIMIT offset count] [WITHSCORES]} of a command that says the rest. */
    static RangeQuery parse(CommandContext ctx, Args args, By by, boolean reverse) {
        return parse(ctx, args, new RangeQuery(ctx, by, reverse), false, true);
    }

    private static RangeQuery parse(
            CommandContext ctx, Args args, RangeQuery query, boolean open, boolean scores) {
        Bytes min = args.next();
        Bytes max = args.next();
        query.readOptions(args, open, scores);
        if (query.limit != NO_LIMIT && query.by == By.RANK) {
            throw new CommandException(ErrorKind.LIMIT_WITHOUT_BY);
        }
        if (query.withScores && query.by == By.LEX) {
            throw new CommandException(ErrorKind.WITHSCORES_BY_LEX);
        }
        boolean swapped = query.reverse && query.by != By.RANK;
        query.readBounds(ctx, swapped ? max : min, swapped ? min : max);
        return query;
    }

    private void readOptions(Args args, boolean open, boolean scores) {
        boolean directed = !open;
        boolean typed = !open;
        while (args.hasNext()) {
            if (scores && args.skip("WITHSCORES")) {
                withScores = true;
            } else if (args.remaining() > 2 && args.skip("LIMIT")) {
                offset = args.nextLong();
                limit = args.nextLong();
            } else if (!directed && args.skip("REV")) {
                reverse = true;
                directed = true;
            } else if (!typed && args.skip("BYLEX")) {
                by = By.LEX;
                typed = true;
            } else if (!typed && args.skip("BYSCORE")) {
                by = By.SCORE;
                typed = true;
            } else {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
    }

    private void readBounds(CommandContext ctx, Bytes min, Bytes max) {
        switch (by) {
            case RANK -> {
                start = Args.toLong(min);
                end = Args.toLong(max);
            }
            case SCORE -> range = scoreRange(ctx, min, max);
            case LEX -> range = lexRange(min, max);
        }
    }

    /** The range between two scores, each behind {@code (} when it does not belong to the range. */
    static ScoreRange scoreRange(CommandContext ctx, Bytes min, Bytes max) {
        boolean plain = ctx.has(Feature.PLAIN_SCORE_BOUNDS);
        boolean minExcluded = startsWith(min, '(');
        boolean maxExcluded = startsWith(max, '(');
        double low = DoubleText.parseBound(min, minExcluded ? 1 : 0, plain);
        double high = DoubleText.parseBound(max, maxExcluded ? 1 : 0, plain);
        if (Double.isNaN(low) || Double.isNaN(high)) {
            throw new CommandException(ErrorKind.MIN_OR_MAX_NOT_FLOAT);
        }
        return new ScoreRange(low, minExcluded, high, maxExcluded);
    }

    /** The range between two members, each behind {@code [} or {@code (}, or - and +. */
    static LexRange lexRange(Bytes min, Bytes max) {
        return new LexRange(lexBound(min), lexBound(max));
    }

    private static LexRange.Bound lexBound(Bytes text) {
        boolean single = text.length() == 1 || (text.length() > 1 && text.at(1) == 0);
        if (single && startsWith(text, '-')) {
            return LexRange.Bound.FIRST;
        }
        if (single && startsWith(text, '+')) {
            return LexRange.Bound.LAST;
        }
        boolean excluded = startsWith(text, '(');
        if (!excluded && !startsWith(text, '[')) {
            throw new CommandException(ErrorKind.MIN_OR_MAX_NOT_LEX);
        }
        return LexRange.Bound.at(text.slice(1, text.length()), excluded);
    }

    private static boolean startsWith(Bytes text, char c) {
        return !text.isEmpty() && text.at(0) == c;
    }

    boolean withScores() {
        return withScores;
    }

    /** The members of {@code set} that are asked for, in their order. */
    List<ScoredMember> select(SortedSetValue set) {
        MemberRange members = range;
        return members == null ? selectByRank(set) : selectByRange(set, members);
    }

    private List<ScoredMember> selectByRank(SortedSetValue set) {
        int size = set.size();
        long first = Math.max(start < 0 ? start + size : start, 0);
        long last = Math.min(end < 0 ? end + size : end, size - 1L);
        if (first > last) {
            return List.of();
        }
        List<ScoredMember> selected = new ArrayList<>((int) (last - first + 1));
        ScoredMember member = set.at((int) (reverse ? size - 1 - first : first));
        for (long rank = first; rank <= last && member != null; rank++) {
            selected.add(member);
            member = reverse ? member.previous() : member.next();
        }
        return selected;
    }

    private List<ScoredMember> selectByRange(SortedSetValue set, MemberRange members) {
        List<ScoredMember> selected = new ArrayList<>();
        ScoredMember member = reverse ? set.last(members) : set.first(members);
        long toSkip = offset;
        if (toSkip < 0 && offsetFromEnd && !set.isPacked()) {
            toSkip += set.count(members);
        }
        while (member != null && toSkip != 0) { // what is negative still passes over all
            member = reverse ? member.previous() : member.next();
            toSkip--;
        }
        long left = limit;
        while (member != null && left != 0) { // a negative limit is none
            if (reverse ? members.isBehind(member) : members.endsBefore(member)) {
                break;
            }
            selected.add(member);
            member = reverse ? member.previous() : member.next();
            left--;
        }
        return selected;
    }
}
