package dev.lockstep.commands.generic;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.OW;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;
import static dev.lockstep.command.KeySpec.unknown;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.Caller;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.KeySpec;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.ListLimits;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.ScoredMember;
import dev.lockstep.keyspace.SetValue;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.keyspace.WrongTypeException;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.DoubleText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** SORT and SORT_RO: the elements of a list, set or sorted set in another order. */
public final class SortCommand {

    private static final AclCategory[] CATEGORIES = {
        AclCategory.SET, AclCategory.SORTEDSET, AclCategory.LIST, AclCategory.DANGEROUS
    };

    private static final KeySpec KEY = at(1).access(RO, ACCESS);
    private static final KeySpec PATTERNS =
            unknown().access(RO, ACCESS).notes("the keys that BY and GET lead to");

    public static final List<CommandSpec> ROWS =
            List.of(
                    command("SORT", -2)
                            .flags(WRITE, DENYOOM)
                            .categories(CATEGORIES)
                            .keys(
                                    KEY,
                                    PATTERNS,
                                    unknown().access(OW, UPDATE).notes("the key behind STORE"))
                            .runs((ctx, args) -> sort(ctx, args, true)),
                    command("SORT_RO", -2)
                            .since("7.0.0")
                            .flags(READONLY)
                            .categories(CATEGORIES)
                            .keys(KEY, PATTERNS)
                            .runs((ctx, args) -> sort(ctx, args, false)));

    /** An element with what it is sorted by: a number, or a text or nothing. */
    private record Weighed(Bytes element, double number, @Nullable Bytes text) {}

    private final CommandContext ctx;
    private boolean descending;
    private boolean alphabetical;
    private boolean sorted = true;
    private long offset;
    private long limit = -1;
    private @Nullable SortPattern by;
    private final List<SortPattern> gets = new ArrayList<>();
    private @Nullable Bytes destination;

    private SortCommand(CommandContext ctx) {
        this.ctx = ctx;
    }

    /**
     * {@code SORT key [BY pattern] [LIMIT offset count] [GET pattern [GET pattern ...]] [ASC |
     * DESC] [ALPHA] [STORE destination]}; SORT_RO stores nothing.
     */
    private static Reply sort(CommandContext ctx, Args args, boolean mayStore) {
        Bytes key = args.next();
        SortCommand sort = new SortCommand(ctx);
        while (args.hasNext()) {
            sort.readOption(args, mayStore);
        }
        Entry entry = sort.lookup().apply(key);
        List<Bytes> chosen = sort.choose(entry == null ? null : entry.value());
        return sort.destination == null
                ? Reply.array(sort.replies(chosen))
                : sort.store(chosen, sort.destination);
    }

    private void readOption(Args args, boolean mayStore) {
        if (args.skip("ASC")) {
            descending = false;
        } else if (args.skip("DESC")) {
            descending = true;
        } else if (args.skip("ALPHA")) {
            alphabetical = true;
        } else if (args.remaining() > 2 && args.skip("LIMIT")) {
            offset = args.nextLong();
            limit = args.nextLong();
        } else if (mayStore && args.remaining() > 1 && args.skip("STORE")) {
            destination = args.next();
        } else if (args.remaining() > 1 && args.skip("BY")) {
            by = new SortPattern(args.next());
            sorted &= !by.isSameForAll();
        } else if (args.remaining() > 1 && args.skip("GET")) {
            gets.add(new SortPattern(args.next()));
        } else {
            throw new CommandException(ErrorKind.SYNTAX);
        }
    }

    private Function<Bytes, @Nullable Entry> lookup() {
        return destination == null ? ctx.db()::find : ctx::source;
    }

    /** The elements that are asked for, in their order. */
    private List<Bytes> choose(@Nullable Value value) {
        List<Bytes> elements = elements(value);
        if (!sorted && value instanceof SetValue && mustBeTheSameEverywhere()) {
            sorted = true;
            alphabetical = true;
            by = null;
        }
        if (sorted) {
            elements = sorted(elements);
        } else if (descending && !(value instanceof SetValue)) {
            Collections.reverse(elements);
        }
        int first = (int) Math.min(Math.max(offset, 0), elements.size());
        long count = limit < 0 ? elements.size() : limit;
        return elements.subList(first, (int) Math.min(elements.size(), first + count));
    }

    /** Replicas would have the members of a set in another order. */
    private boolean mustBeTheSameEverywhere() {
        return destination != null || ctx.client().caller() == Caller.SCRIPT;
    }

    private static List<Bytes> elements(@Nullable Value value) {
        List<Bytes> elements = new ArrayList<>();
        if (value instanceof ListValue list) {
            list.elements().forEach(elements::add);
        } else if (value instanceof SetValue set) {
            set.members().forEach(elements::add);
        } else if (value instanceof SortedSetValue set) {
            set.unpack(); // as servers do for good
            for (ScoredMember member : set.ascending()) {
                elements.add(member.member());
            }
        } else if (value != null) {
            throw new WrongTypeException();
        }
        return elements;
    }

    private List<Bytes> sorted(List<Bytes> elements) {
        List<Weighed> weighed = new ArrayList<>(elements.size());
        boolean allNumbers = true;
        for (Bytes element : elements) {
            Bytes weight = by == null ? element : by.resolve(element, lookup());
            double number = 0;
            if (!alphabetical && weight != null) {
                number = DoubleText.parseWeight(weight, ctx.has(Feature.PLAIN_SCORE_BOUNDS));
                allNumbers &= !Double.isNaN(number);
            }
            weighed.add(new Weighed(element, number, weight));
        }
        if (!allNumbers) {
            throw new CommandException(ErrorKind.WEIGHT_NOT_DOUBLE);
        }
        Comparator<Weighed> order = this::compare;
        weighed.sort(descending ? order.reversed() : order);
        List<Bytes> sorted = new ArrayList<>(elements.size());
        weighed.forEach(each -> sorted.add(each.element()));
        return sorted;
    }

    /** What has no text comes first; equal numbers are ordered by the elements. */
    private int compare(Weighed one, Weighed other) {
        if (alphabetical) {
            if (one.text == null || other.text == null) {
                return Boolean.compare(one.text != null, other.text != null);
            }
            return one.text.compareTo(other.text);
        }
        if (one.number == other.number) {
            return one.element.compareTo(other.element);
        }
        return one.number < other.number ? -1 : 1;
    }

    private List<Reply> replies(List<Bytes> elements) {
        List<Reply> replies = new ArrayList<>();
        for (Bytes element : elements) {
            if (gets.isEmpty()) {
                replies.add(Reply.bulk(element));
            }
            for (SortPattern get : gets) {
                replies.add(Reply.bulkOrNil(get.resolve(element, lookup())));
            }
        }
        return replies;
    }

    /** Stores a list, in which the empty text stands for what is missing. */
    private Reply store(List<Bytes> elements, Bytes target) {
        List<Bytes> result = new ArrayList<>();
        for (Bytes element : elements) {
            if (gets.isEmpty()) {
                result.add(element);
            }
            for (SortPattern get : gets) {
                Bytes found = get.resolve(element, lookup());
                result.add(found == null ? Bytes.EMPTY : found);
            }
        }
        ctx.store(target, result.isEmpty() ? null : list(result), KeyEvent.LIST, "sortstore");
        if (!result.isEmpty()) {
            ctx.server().countChanges(result.size() - 1L);
        }
        return Reply.of(result.size());
    }

    private ListValue list(List<Bytes> elements) {
        ListLimits limits = ctx.server().collectionLimits().list();
        ListValue list = new ListValue(ctx.profile(), limits);
        for (Bytes element : elements) {
            list.makeRoom(limits, element.length(), 1);
            list.add(element, false);
        }
        return list;
    }
}
