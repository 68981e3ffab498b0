package dev.lockstep.commands.sortedset;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.PackedLimits;
import dev.lockstep.keyspace.ScoredMember;
import dev.lockstep.keyspace.SetValue;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.DoubleText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Several sets, sorted or plain, that are made into one. Keys are looked at before options are
 * read.
 */
final class Combination {

    /** How sets are combined. */
    enum Operation {
        UNION("zunion"),
        INTERSECTION("zinter"),
        DIFFERENCE("zdiff");

        private final String commandName;

        Operation(String commandName) {
            this.commandName = commandName;
        }

        String commandName() {
            return commandName;
        }
    }

    /** What becomes of a member's scores in several sets. */
    private enum Aggregate {
        SUM,
        MIN,
        MAX;

        double apply(double total, double score) {
            return switch (this) {
                case SUM -> zeroIfNan(total + score); // infinities of both signs
                case MIN -> score < total ? score : total;
                case MAX -> score > total ? score : total;
            };
        }
    }

    private static final PackedLimits UNPACKED = new PackedLimits(0, 0);

    private record Source(SortedSetValue set, double weight) {

        double weighted(ScoredMember member) {
            return member.score() * weight;
        }
    }

    private final Operation operation;
    private List<Source> sources;
    private Aggregate aggregate = Aggregate.SUM;
    private boolean withScores;

    private Combination(Operation operation, List<Source> sources) {
        this.operation = operation;
        this.sources = sources;
    }

    /** Reads {@code numkeys key [key ...]} and looks all keys up. */
    static Combination readKeys(
            CommandContext ctx, Args args, Operation operation, String command) {
        return readKeys(ctx.profile(), args, operation, command, ctx.db()::find);
    }

    /** As {@link #readKeys}, for a command that stores what it makes of them. */
    static Combination readKeysToStore(
            CommandContext ctx, Args args, Operation operation, String command) {
        return readKeys(ctx.profile(), args, operation, command, ctx::source);
    }

    private static Combination readKeys(
            Profile profile,
            Args args,
            Operation operation,
            String command,
            Function<Bytes, @Nullable Entry> lookup) {
        long numkeys = args.nextLong();
        if (numkeys < 1) {
            throw new CommandException(ErrorKind.NO_INPUT_KEY, command);
        }
        if (numkeys > args.remaining()) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        List<Source> sources = new ArrayList<>();
        for (long i = 0; i < numkeys; i++) {
            Entry entry = lookup.apply(args.next());
            SortedSetValue set =
                    entry == null ? new SortedSetValue(profile) : scored(entry, profile);
            sources.add(new Source(set, 1));
        }
        return new Combination(operation, sources);
    }

    /** A plain set takes part as if all its members had the score 1. */
    private static SortedSetValue scored(Entry entry, Profile profile) {
        if (!(entry.value() instanceof SetValue plain)) {
            return entry.value(SortedSetValue.class);
        }
        SortedSetValue scored = new SortedSetValue(profile);
        for (Bytes member : plain.members()) {
            scored.add(member, 1, UNPACKED);
        }
        return scored;
    }

    /** Reads {@code [WEIGHTS weight ...] [AGGREGATE how] [WITHSCORES]}. */
    void readOptions(Args args, boolean scoresAllowed) {
        boolean weighs = operation != Operation.DIFFERENCE;
        while (args.hasNext()) {
            if (weighs && args.remaining() > sources.size() && args.skip("WEIGHTS")) {
                readWeights(args);
            } else if (weighs && args.remaining() > 1 && args.skip("AGGREGATE")) {
                aggregate = readAggregate(args.next());
            } else if (scoresAllowed && args.skip("WITHSCORES")) {
                withScores = true;
            } else {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
    }

    private void readWeights(Args args) {
        List<Source> weighted = new ArrayList<>();
        for (Source source : sources) {
            double weight = DoubleText.parse(args.next());
            if (Double.isNaN(weight)) {
                throw new CommandException(ErrorKind.WEIGHT_NOT_FLOAT);
            }
            weighted.add(new Source(source.set(), weight));
        }
        sources = weighted;
    }

    private static Aggregate readAggregate(Bytes name) {
        for (Aggregate candidate : Aggregate.values()) {
            if (name.equalsIgnoreCase(candidate.name().toLowerCase(Locale.ROOT))) {
                return candidate;
            }
        }
        throw new CommandException(ErrorKind.SYNTAX);
    }

    boolean withScores() {
        return withScores;
    }

    /** The combined set, unpacked. */
    SortedSetValue result(CommandContext ctx) {
        Map<Bytes, Double> scores =
                switch (operation) {
                    case UNION -> union();
                    case INTERSECTION -> intersection();
                    case DIFFERENCE -> difference();
                };
        SortedSetValue result = new SortedSetValue(ctx.profile());
        result.unpack();
        scores.forEach((member, score) -> result.add(member, score, UNPACKED));
        return result;
    }

    /** The smallest set first: the order in which scores are added up shows in their sum. */
    private List<Source> bySize() {
        List<Source> sorted = new ArrayList<>(sources);
        sorted.sort(Comparator.comparingInt(source -> source.set().size()));
        return sorted;
    }

    private Map<Bytes, Double> union() {
        Map<Bytes, Double> scores = new LinkedHashMap<>();
        for (Source source : bySize()) {
            for (ScoredMember member : source.set().ascending()) {
                double score = zeroIfNan(source.weighted(member)); // zero times infinity
                scores.merge(member.member(), score, aggregate::apply);
            }
        }
        return scores;
    }

    private Map<Bytes, Double> intersection() {
        Map<Bytes, Double> scores = new LinkedHashMap<>();
        List<Source> sorted = bySize();
        Source smallest = sorted.get(0);
        for (ScoredMember member : smallest.set().ascending()) {
            Double score = zeroIfNan(smallest.weighted(member));
            for (int i = 1; i < sorted.size() && score != null; i++) {
                ScoredMember other = sorted.get(i).set().find(member.member());
                score =
                        other == null
                                ? null
                                : aggregate.apply(score, sorted.get(i).weighted(other));
            }
            if (score != null) {
                scores.put(member.member(), score);
            }
        }
        return scores;
    }

    private Map<Bytes, Double> difference() {
        Map<Bytes, Double> scores = new LinkedHashMap<>();
        List<Source> others = sources.subList(1, sources.size());
        for (ScoredMember member : sources.get(0).set().ascending()) {
            if (others.stream().allMatch(other -> other.set().find(member.member()) == null)) {
                scores.put(member.member(), member.score());
            }
        }
        return scores;
    }

    /** How many members are in all sets, counted up to {@code limit} unless that is 0. */
    long cardinality(long limit) {
        List<Source> sorted = bySize();
        List<Source> others = sorted.subList(1, sorted.size());
        long count = 0;
        for (ScoredMember member : sorted.get(0).set().ascending()) {
            if (others.stream().allMatch(other -> other.set().find(member.member()) != null)) {
                count++;
                if (count == limit) {
                    break;
                }
            }
        }
        return count;
    }

    private static double zeroIfNan(double score) {
        return Double.isNaN(score) ? 0 : score;
    }
}
