package dev.lockstep.commands.list;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.DELETE;
import static dev.lockstep.command.KeySpec.Access.INSERT;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;
import static dev.lockstep.command.KeySpec.counted;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.FirstOf;
import dev.lockstep.command.Flag;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.KeySpec;
import dev.lockstep.command.KeyWait;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.ListLimits;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands on lists, but for those that wait. */
public final class ListCommands {

    private static final KeySpec READ = at(1).access(RO, ACCESS);
    private static final KeySpec ADD = at(1).access(RW, INSERT);
    private static final KeySpec TAKE = at(1).access(RW, ACCESS, DELETE);
    private static final KeySpec DROP = at(1).access(RW, DELETE);

    /** The keys of what takes an element out of one list and adds it to another. */
    static final KeySpec[] MOVE = {TAKE, at(2).access(RW, INSERT)};

    public static final List<CommandSpec> ROWS =
            List.of(
                    row("LINDEX", 3, ListCommands::lindex, READONLY).keys(READ),
                    row("LINSERT", 5, ListCommands::linsert, WRITE, DENYOOM)
                            .since("2.2.0")
                            .keys(ADD),
                    row("LLEN", 2, ListCommands::llen, READONLY, FAST).keys(at(1).access(RO)),
                    row("LMOVE", 5, ListCommands::lmove, WRITE, DENYOOM).since("6.2.0").keys(MOVE),
                    row("LMPOP", -4, ListCommands::lmpop, WRITE)
                            .since("7.0.0")
                            .keys(counted(1).access(RW, ACCESS, DELETE)),
                    row("LPOP", -2, ListCommands::lpop, WRITE, FAST).keys(TAKE),
                    row("LPOS", -3, ListCommands::lpos, READONLY).since("6.0.6").keys(READ),
                    row("LPUSH", -3, ListCommands::lpush, WRITE, DENYOOM, FAST).keys(ADD),
                    row("LPUSHX", -3, ListCommands::lpushx, WRITE, DENYOOM, FAST)
                            .since("2.2.0")
                            .keys(ADD),
                    row("LRANGE", 4, ListCommands::lrange, READONLY).keys(READ),
                    row("LREM", 4, ListCommands::lrem, WRITE).keys(DROP),
                    row("LSET", 4, ListCommands::lset, WRITE, DENYOOM)
                            .keys(at(1).access(RW, UPDATE)),
                    row("LTRIM", 4, ListCommands::ltrim, WRITE).keys(DROP),
                    row("RPOP", -2, ListCommands::rpop, WRITE, FAST).keys(TAKE),
                    row("RPOPLPUSH", 3, ListCommands::rpoplpush, WRITE, DENYOOM)
                            .since("1.2.0")
                            .keys(MOVE),
                    row("RPUSH", -3, ListCommands::rpush, WRITE, DENYOOM, FAST).keys(ADD),
                    row("RPUSHX", -3, ListCommands::rpushx, WRITE, DENYOOM, FAST)
                            .since("2.2.0")
                            .keys(ADD));

    private ListCommands() {}

    static CommandSpec row(String name, int arity, Handler handler, Flag... flags) {
        return command(name, arity).group(Group.LIST).flags(flags).runs(handler);
    }

    private static @Nullable ListValue read(CommandContext ctx, Bytes key) {
        return ctx.db().read(key, ListValue.class);
    }

    static @Nullable ListValue write(CommandContext ctx, Bytes key) {
        return ctx.db().write(key, ListValue.class);
    }

    static ListLimits limits(CommandContext ctx) {
        return ctx.server().collectionLimits().list();
    }

    /** A list at {@code key}, where there is nothing yet. */
    static ListValue create(CommandContext ctx, Bytes key) {
        ListValue list = new ListValue(ctx.profile(), limits(ctx));
        ctx.db().put(key, list);
        return list;
    }

    /**
     * So many elements have gone from {@code list}: says so, and deletes the key when none is left.
     */
    static void removed(CommandContext ctx, Bytes key, ListValue list, int count, String event) {
        if (list.isEmpty()) {
            ctx.db().remove(key);
            ctx.modified(KeyEvent.LIST, event, key, count);
            ctx.notify(KeyEvent.GENERIC, "del", key);
        } else {
            list.shrink(limits(ctx));
            ctx.modified(KeyEvent.LIST, event, key, count);
        }
    }

    /** Takes up to {@code count} elements from one end, and returns them. */
    static List<Reply> pop(
            CommandContext ctx, Bytes key, ListValue list, long count, boolean left) {
        int taken = (int) Math.min(count, list.size());
        List<Reply> elements = new ArrayList<>(taken);
        for (int i = 0; i < taken; i++) {
            elements.add(Reply.bulk(list.remove(left)));
        }
        removed(ctx, key, list, taken, left ? "lpop" : "rpop");
        return elements;
    }

    // Adding

    /** {@code LPUSH key element [element ...]}. */
    private static Reply lpush(CommandContext ctx, Args args) {
        return push(ctx, args, true, false);
    }

    /** {@code RPUSH key element [element ...]}. */
    private static Reply rpush(CommandContext ctx, Args args) {
        return push(ctx, args, false, false);
    }

    /** {@code LPUSHX key element [element ...]}: only to a list that is there. */
    private static Reply lpushx(CommandContext ctx, Args args) {
        return push(ctx, args, true, true);
    }

    /** {@code RPUSHX key element [element ...]}: only to a list that is there. */
    private static Reply rpushx(CommandContext ctx, Args args) {
        return push(ctx, args, false, true);
    }

    private static Reply push(CommandContext ctx, Args args, boolean left, boolean onlyPresent) {
        Bytes key = args.next();
        List<Bytes> elements = args.rest();
        ListValue list = write(ctx, key);
        if (list == null) {
            if (onlyPresent) {
                return Reply.ZERO;
            }
            list = create(ctx, key);
        }
        long bytes = 0;
        for (Bytes element : elements) {
            bytes += element.length();
        }
        list.makeRoom(limits(ctx), bytes, elements.size());
        for (Bytes element : elements) {
            list.add(element, left);
        }
        ctx.modified(KeyEvent.LIST, left ? "lpush" : "rpush", key, elements.size());
        return Reply.of(list.size());
    }

    /** {@code LINSERT key BEFORE|AFTER pivot element}: -1 without the pivot, 0 without the list. */
    private static Reply linsert(CommandContext ctx, Args args) {
        Bytes key = args.next();
        boolean before = args.skip("BEFORE");
        if (!before && !args.skip("AFTER")) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        Bytes pivot = args.next();
        Bytes element = args.next();
        ListValue list = write(ctx, key);
        if (list == null) {
            return Reply.ZERO;
        }
        list.makeRoom(limits(ctx), element.length(), 1); // whether the pivot is found or not
        int index = list.indexOf(pivot);
        if (index < 0) {
            return Reply.MINUS_ONE;
        }
        if (before) {
            list.insertBefore(index, element);
        } else {
            list.insertAfter(index, element);
        }
        ctx.modified(KeyEvent.LIST, "linsert", key);
        return Reply.of(list.size());
    }

    /** {@code LSET key index element}. The key is looked at before the index is. */
    private static Reply lset(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes indexText = args.next();
        Bytes element = args.next();
        ListValue list = write(ctx, key);
        if (list == null) {
            throw new CommandException(ErrorKind.NO_SUCH_KEY);
        }
        long number = Args.toLong(indexText);
        long index = index(list, ctx.has(Feature.LSET_CUTS_INDEX) ? (int) number : number);
        list.makeRoom(limits(ctx), element.length(), 1); // as if it were one more
        if (index < 0 || index >= list.size()) {
            throw new CommandException(ErrorKind.INDEX_OUT_OF_RANGE);
        }
        list.set((int) index, element);
        list.shrink(limits(ctx));
        ctx.modified(KeyEvent.LIST, "lset", key);
        return Reply.OK;
    }

    /** Counted from the end when negative. */
    private static long index(ListValue list, long index) {
        return index < 0 ? index + list.size() : index;
    }

    // Reading

    /** {@code LLEN key}. */
    private static Reply llen(CommandContext ctx, Args args) {
        ListValue list = read(ctx, args.next());
        return Reply.of(list == null ? 0 : list.size());
    }

    /** {@code LINDEX key index}. The key is looked at before the index is. */
    private static Reply lindex(CommandContext ctx, Args args) {
        ListValue list = read(ctx, args.next());
        if (list == null) {
            return Reply.NIL;
        }
        long index = index(list, args.nextLong());
        return index < 0 || index >= list.size() ? Reply.NIL : Reply.bulk(list.get((int) index));
    }

    /** {@code LRANGE key start stop}. */
    private static Reply lrange(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long start = args.nextLong();
        long stop = args.nextLong();
        ListValue list = read(ctx, key);
        if (list == null) {
            return Reply.EMPTY_ARRAY;
        }
        long from = Math.max(index(list, start), 0);
        long to = Math.min(index(list, stop), list.size() - 1L);
        if (from > to) {
            return Reply.EMPTY_ARRAY;
        }
        List<Reply> elements = new ArrayList<>((int) (to - from + 1));
        Iterator<Bytes> rest = list.from((int) from);
        for (long i = from; i <= to; i++) {
            elements.add(Reply.bulk(rest.next()));
        }
        return Reply.array(elements);
    }

    /** {@code LPOS key element [RANK rank] [COUNT count] [MAXLEN length]}. */
    private static Reply lpos(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes element = args.next();
        PositionOptions options = PositionOptions.parse(ctx, args);
        ListValue list = read(ctx, key);
        return options.reply(list == null ? List.of() : options.find(list, element));
    }

    // Removing

    /** {@code LPOP key [count]}. */
    private static Reply lpop(CommandContext ctx, Args args) {
        return pop(ctx, args, true);
    }

    /** {@code RPOP key [count]}. */
    private static Reply rpop(CommandContext ctx, Args args) {
        return pop(ctx, args, false);
    }

    private static Reply pop(CommandContext ctx, Args args, boolean left) {
        Bytes key = args.next();
        if (args.remaining() > 1) {
            throw new CommandException(ErrorKind.WRONG_ARITY, left ? "lpop" : "rpop");
        }
        boolean counted = args.hasNext();
        long count = counted ? count(args.next()) : 1;
        ListValue list = write(ctx, key);
        if (list == null) {
            return counted ? Reply.NIL_ARRAY : Reply.NIL;
        }
        if (count == 0) {
            return Reply.EMPTY_ARRAY;
        }
        List<Reply> elements = pop(ctx, key, list, count, left);
        return counted ? Reply.array(elements) : elements.get(0);
    }

    private static long count(Bytes text) {
        long count = Args.toLong(text, ErrorKind.OUT_OF_RANGE_POSITIVE);
        if (count < 0) {
            throw new CommandException(ErrorKind.OUT_OF_RANGE_POSITIVE);
        }
        return count;
    }

    /** {@code LMPOP numkeys key [key ...] LEFT|RIGHT [COUNT count]}. */
    private static Reply lmpop(CommandContext ctx, Args args) {
        return multiPop(args).atOnce(ctx);
    }

    /** Reads {@code numkeys key [key ...] LEFT|RIGHT [COUNT count]}. */
    static KeyWait multiPop(Args args) {
        List<Bytes> keys = args.countedKeys();
        boolean left = Move.isLeft(args);
        long count = args.countOption();
        args.end();
        return new FirstOf(
                keys, Value.Type.LIST, (ctx, key) -> keyAndPopped(ctx, key, count, left));
    }

    private static @Nullable Reply keyAndPopped(
            CommandContext ctx, Bytes key, long count, boolean left) {
        ListValue list = write(ctx, key);
        return list == null
                ? null
                : Reply.array(Reply.bulk(key), Reply.array(pop(ctx, key, list, count, left)));
    }

    /** {@code LREM key count element}: the first so many, or the last when negative, or all. */
    private static Reply lrem(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long count = args.nextLong();
        if (count == Long.MIN_VALUE && ctx.has(Feature.LIST_COUNTS_REFUSE_MINIMUM)) {
            throw new CommandException(ErrorKind.OUT_OF_SYMMETRIC_RANGE);
        }
        Bytes element = args.next();
        ListValue list = write(ctx, key);
        if (list == null) {
            return Reply.ZERO;
        }
        long limit = count == 0 || count == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(count);
        int removed =
                list.removeEqual(element, (int) Math.min(limit, Integer.MAX_VALUE), count < 0);
        if (removed > 0) {
            removed(ctx, key, list, removed, "lrem");
        }
        return Reply.of(removed);
    }

    /** {@code LTRIM key start stop}. Counts as a change even if everything stays. */
    private static Reply ltrim(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long start = args.nextLong();
        long stop = args.nextLong();
        ListValue list = write(ctx, key);
        if (list == null) {
            return Reply.OK;
        }
        int size = list.size();
        long from = Math.max(index(list, start), 0);
        long to = Math.min(index(list, stop), size - 1L);
        int kept = from > to ? 0 : (int) (to - from + 1);
        if (kept == 0) {
            list.removeRange(0, size);
        } else {
            list.removeRange((int) to + 1, size - 1 - (int) to);
            list.removeRange(0, (int) from);
        }
        removed(ctx, key, list, size - kept, "ltrim");
        return Reply.OK;
    }

    // Moving

    /** {@code LMOVE source destination LEFT|RIGHT LEFT|RIGHT}. */
    private static Reply lmove(CommandContext ctx, Args args) {
        return Move.parse(args).atOnce(ctx);
    }

    /** {@code RPOPLPUSH source destination}: LMOVE with RIGHT LEFT. */
    private static Reply rpoplpush(CommandContext ctx, Args args) {
        return new Move(args.next(), args.next(), false, true).atOnce(ctx);
    }
}
