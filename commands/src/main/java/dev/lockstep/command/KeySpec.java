package dev.lockstep.command;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a command's keys are, and what it does with them: how to find where they begin, how to go
 * on from there. Positions count the command's name as 0.
 *
 * <pre>{@code
 * KeySpec.at(1)                    // GET key
 * KeySpec.range(1, -1, 2)          // MSET key value [key value ...]
 * KeySpec.counted(2)               // EVAL script numkeys [key ...]
 * KeySpec.keyword("STORE", 1)      // … STORE destination
 * }</pre>
 */
public record KeySpec(Begin begin, Find find, Set<Access> access, @Nullable String notes) {

    /** What a command does with its keys, in the order in which {@code COMMAND INFO} prints it. */
    public enum Access {
        RO,
        RW,
        OW,
        RM,
        ACCESS,
        UPDATE,
        INSERT,
        DELETE,
        NOT_KEY,
        INCOMPLETE,
        VARIABLE_FLAGS;

        /** RO, RW, OW and RM are printed in capitals. */
        public String redisName() {
            return name().length() == 2 ? name() : name().toLowerCase(Locale.ROOT);
        }
    }

    /** Where the keys begin. */
    public sealed interface Begin {}

    /** At a fixed position. */
    public record Index(int position) implements Begin {}

    /** Behind a word, looked for from {@code startFrom} on, backwards when that is negative. */
    public record Keyword(String word, int startFrom) implements Begin {}

    /** Nowhere that a rule could tell. */
    public enum Unknown implements Begin, Find {
        UNKNOWN
    }

    /** How keys go on from where they begin. */
    public sealed interface Find {}

    /**
     * Up to {@code last}, counted from the first key or, if negative, from the end of the command;
     * a {@code limit} of 2 or more ends them after that fraction of the arguments.
     */
    public record Run(int last, int step, int limit) implements Find {}

    /** As many as a number among the arguments says; positions count from where the keys begin. */
    public record Counted(int countAt, int first, int step) implements Find {}

    private static KeySpec of(Begin begin, Find find) {
        return new KeySpec(begin, find, EnumSet.noneOf(Access.class), null);
    }

    /** One key at {@code position}. */
    public static KeySpec at(int position) {
        return of(new Index(position), new Run(0, 1, 0));
    }

    /** Keys from {@code first} to {@code last}, which counts from the end when negative. */
    public static KeySpec range(int first, int last, int step) {
        return of(new Index(first), new Run(last < 0 ? last : last - first, step, 0));
    }

    /** A number at {@code position}, and as many keys behind it. */
    public static KeySpec counted(int position) {
        return of(new Index(position), new Counted(0, 1, 1));
    }

    /** One key behind {@code word}. */
    public static KeySpec keyword(String word, int startFrom) {
        return of(new Keyword(word, startFrom), new Run(0, 1, 0));
    }

    /**
     * Keys behind {@code word}: up to {@code last}, and of the arguments there only the first part.
     */
    public static KeySpec keyword(String word, int startFrom, int last, int limit) {
        return of(new Keyword(word, startFrom), new Run(last, 1, limit));
    }

    /** Keys that no rule can tell: the handler knows. */
    public static KeySpec unknown() {
        return of(Unknown.UNKNOWN, Unknown.UNKNOWN);
    }

    /** This specification with what the command does with the keys. */
    public KeySpec access(Access first, Access... more) {
        return new KeySpec(begin, find, EnumSet.of(first, more), notes);
    }

    public KeySpec notes(String text) {
        return new KeySpec(begin, find, access, text);
    }

    /** Whether the keys stand at fixed positions, so that first, last and step say it all. */
    public boolean isFixedRange() {
        return begin instanceof Index && find instanceof Run;
    }

    /**
     * The positions of the keys in {@code argv}, or null when it is not what the specification
     * expects.
     */
    public @Nullable List<Integer> positions(List<Bytes> argv) {
        int start = begin(argv);
        if (start < 0) {
            return begin instanceof Keyword ? List.of() : null;
        }
        if (find instanceof Run run) {
            return positions(argv, start, run);
        }
        return find instanceof Counted counted ? positions(argv, start, counted) : null;
    }

    private int begin(List<Bytes> argv) {
        if (begin instanceof Index index) {
            return index.position < argv.size() ? index.position : -1;
        }
        if (!(begin instanceof Keyword keyword)) {
            return -1;
        }
        boolean backwards = keyword.startFrom < 0;
        int step = backwards ? -1 : 1;
        int i = backwards ? argv.size() + keyword.startFrom : keyword.startFrom;
        for (; i >= 1 && i < argv.size() - 1; i += step) {
            if (argv.get(i).equalsIgnoreCase(keyword.word)) {
                return i + 1;
            }
        }
        return -1;
    }

    private static @Nullable List<Integer> positions(List<Bytes> argv, int start, Run run) {
        int last = start + run.last;
        if (run.last < 0) {
            int span =
                    run.limit < 2 ? 0 : (argv.size() - start) - (argv.size() - start) / run.limit;
            last = argv.size() + run.last - span;
        }
        if (last < start || last >= argv.size()) {
            return null;
        }
        List<Integer> positions = new ArrayList<>();
        for (int i = start; i <= last; i += run.step) {
            positions.add(i);
        }
        return positions;
    }

    private static @Nullable List<Integer> positions(List<Bytes> argv, int start, Counted counted) {
        int countAt = start + counted.countAt;
        long count = countAt < argv.size() ? Numbers.parseLong(argv.get(countAt), -1) : -1;
        long first = (long) start + counted.first;
        if (count < 1 || first + (count - 1) * counted.step >= argv.size()) {
            return null;
        }
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            positions.add((int) first + i * counted.step);
        }
        return positions;
    }
}
