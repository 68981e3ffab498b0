package dev.lockstep.commands.set;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.SORT_FOR_SCRIPT;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.DELETE;
import static dev.lockstep.command.KeySpec.Access.INSERT;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.at;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Flag;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.KeySpec;
import dev.lockstep.command.RandomSample;
import dev.lockstep.command.ScanRequest;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.SetLimits;
import dev.lockstep.keyspace.SetValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SADD and all that works on the members of a set. */
public final class SetCommands {

    /** A set of which less than this fraction is to stay is made anew from what stays. */
    private static final int REBUILT_FRACTION = 5;

    private static final String ANY_OUTPUT = "nondeterministic_output";
    private static final KeySpec EXAMINE = at(1).access(RO);
    private static final KeySpec READ = at(1).access(RO, ACCESS);

    public static final List<CommandSpec> ROWS =
            List.of(
                    row("SADD", -3, SetCommands::sadd, WRITE, DENYOOM, FAST)
                            .keys(at(1).access(RW, INSERT)),
                    row("SCARD", 2, SetCommands::scard, READONLY, FAST).keys(EXAMINE),
                    row("SISMEMBER", 3, SetCommands::sismember, READONLY, FAST).keys(EXAMINE),
                    row("SMEMBERS", 2, SetCommands::smembers, READONLY, SORT_FOR_SCRIPT)
                            .keys(READ)
                            .tips("nondeterministic_output_order"),
                    row("SMISMEMBER", -3, SetCommands::smismember, READONLY, FAST)
                            .since("6.2.0")
                            .keys(READ),
                    row("SMOVE", 4, SetCommands::smove, WRITE, FAST)
                            .keys(at(1).access(RW, ACCESS, DELETE), at(2).access(RW, INSERT)),
                    row("SPOP", -2, SetCommands::spop, WRITE, RANDOM, FAST)
                            .keys(at(1).access(RW, ACCESS, DELETE))
                            .tips(ANY_OUTPUT),
                    row("SRANDMEMBER", -2, SetCommands::srandmember, READONLY, RANDOM)
                            .keys(READ)
                            .tips(ANY_OUTPUT),
                    row("SREM", -3, SetCommands::srem, WRITE, FAST).keys(at(1).access(RW, DELETE)),
                    row("SSCAN", -3, SetCommands::sscan, READONLY, RANDOM)
                            .since("2.8.0")
                            .keys(READ)
                            .tips(ANY_OUTPUT));

    private SetCommands() {}

    static CommandSpec row(String name, int arity, Handler handler, Flag... flags) {
        return command(name, arity).group(Group.SET).flags(flags).runs(handler);
    }

    private static @Nullable SetValue read(CommandContext ctx, Bytes key) {
        return ctx.db().read(key, SetValue.class);
    }

    private static @Nullable SetValue write(CommandContext ctx, Bytes key) {
        return ctx.db().write(key, SetValue.class);
    }

    static SetLimits limits(CommandContext ctx) {
        return ctx.server().collectionLimits().set();
    }

    /** A set at {@code key}, which is to have {@code first} and about as many members. */
    private static SetValue created(CommandContext ctx, Bytes key, Bytes first, int count) {
        SetValue set = SetValue.suiting(first, hint(ctx, count), limits(ctx));
        ctx.db().put(key, set);
        return set;
    }

    private static int hint(CommandContext ctx, int count) {
        return ctx.has(Feature.PACKED_SIZE_HINT) ? count : 0;
    }

    /** {@code SADD key member [member ...]}. */
    private static Reply sadd(CommandContext ctx, Args args) {
        Bytes key = args.next();
        SetValue set = write(ctx, key);
        if (set == null) {
            set = created(ctx, key, args.peek(), args.remaining());
        } else {
            set.prepareFor(hint(ctx, args.remaining()), limits(ctx));
        }
        int added = 0;
        while (args.hasNext()) {
            if (set.add(args.next(), limits(ctx))) {
                added++;
            }
        }
        if (added > 0) {
            ctx.modified(KeyEvent.SET, "sadd", key, added);
        }
        return Reply.of(added);
    }

    /** {@code SREM key member [member ...]}. */
    private static Reply srem(CommandContext ctx, Args args) {
        Bytes key = args.next();
        SetValue set = write(ctx, key);
        if (set == null) {
            return Reply.ZERO;
        }
        int removed = 0;
        while (args.hasNext()) {
            if (set.remove(args.next())) {
                removed++;
            }
        }
        if (removed > 0) {
            ctx.shrunk(KeyEvent.SET, "srem", key, set.isEmpty(), removed);
        }
        return Reply.of(removed);
    }

    /** {@code SMOVE source destination member}. A missing source is judged before any type. */
    private static Reply smove(CommandContext ctx, Args args) {
        Bytes source = args.next();
        Bytes destination = args.next();
        Bytes member = args.next();
        boolean isThere = ctx.db().findForWrite(source) != null;
        ctx.db().findForWrite(destination); // which goes if its time is over, whatever follows
        if (!isThere) {
            return Reply.ZERO;
        }
        SetValue from = write(ctx, source);
        SetValue to = write(ctx, destination);
        if (from == to) {
            return Reply.of(from != null && from.contains(member));
        }
        if (from == null || !from.remove(member)) {
            return Reply.ZERO;
        }
        ctx.notify(KeyEvent.SET, "srem", source);
        deleteIfEmpty(ctx, source, from);
        if (to == null) {
            to = created(ctx, destination, member, 1);
        }
        ctx.modified(source);
        if (to.add(member, limits(ctx))) {
            ctx.modified(KeyEvent.SET, "sadd", destination);
        }
        return Reply.ONE;
    }

    private static void deleteIfEmpty(CommandContext ctx, Bytes key, SetValue set) {
        if (set.isEmpty()) {
            ctx.db().remove(key);
            ctx.notify(KeyEvent.GENERIC, "del", key);
        }
    }

    /** {@code SMEMBERS key}. */
    private static Reply smembers(CommandContext ctx, Args args) {
        SetValue set = read(ctx, args.next());
        return set == null ? Reply.EMPTY_SET : Reply.setOf(set.members());
    }

    /** {@code SISMEMBER key member}. */
    private static Reply sismember(CommandContext ctx, Args args) {
        SetValue set = read(ctx, args.next());
        return Reply.of(set != null && set.contains(args.next()));
    }

    /** {@code SMISMEMBER key member [member ...]}. */
    private static Reply smismember(CommandContext ctx, Args args) {
        SetValue set = read(ctx, args.next());
        List<Reply> answers = new ArrayList<>(args.remaining());
        while (args.hasNext()) {
            Bytes member = args.next();
            answers.add(Reply.of(set != null && set.contains(member)));
        }
        return Reply.array(answers);
    }

    /** {@code SCARD key}. */
    private static Reply scard(CommandContext ctx, Args args) {
        SetValue set = read(ctx, args.next());
        return Reply.of(set == null ? 0 : set.size());
    }

    /** {@code SPOP key [count]}. */
    private static Reply spop(CommandContext ctx, Args args) {
        Bytes key = args.next();
        if (args.remaining() > 1) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        if (args.hasNext()) {
            return popSeveral(ctx, key, args.nextCount());
        }
        SetValue set = write(ctx, key);
        if (set == null) {
            return Reply.NIL;
        }
        Bytes member = takeOut(ctx, set, 1).get(0);
        ctx.notify(KeyEvent.SET, "spop", key);
        deleteIfEmpty(ctx, key, set);
        ctx.modified(key);
        return Reply.bulk(member);
    }

    private static Reply popSeveral(CommandContext ctx, Bytes key, long count) {
        SetValue set = write(ctx, key);
        if (set == null || count == 0) {
            return Reply.EMPTY_SET;
        }
        ctx.notify(KeyEvent.SET, "spop", key);
        int size = set.size();
        List<Bytes> popped = new ArrayList<>();
        if (count >= size) {
            ctx.db().find(key); // servers list the whole set as SUNION does, which is a lookup
            set.members().forEach(popped::add);
            ctx.db().remove(key);
            ctx.notify(KeyEvent.GENERIC, "del", key);
        } else if ((size - count) * REBUILT_FRACTION > count) {
            popped.addAll(takeOut(ctx, set, (int) count));
        } else {
            ctx.db().replace(key, rebuilt(ctx, set, (int) (size - count)));
            set.members().forEach(popped::add);
        }
        ctx.modified(key);
        ctx.server().countChanges(popped.size() - 1L);
        return Reply.setOf(popped);
    }

    /** Takes random members out; those of a packed set in their order. */
    private static List<Bytes> takeOut(CommandContext ctx, SetValue set, int count) {
        List<Bytes> taken = new ArrayList<>();
        if (set.isPacked()) {
            RandomSample sample = new RandomSample(count, false);
            taken.addAll(sample.drawInOrder(set.members(), set.size(), ctx.random()));
            taken.forEach(set::remove);
        } else {
            for (int i = 0; i < count; i++) {
                Bytes member = set.random(ctx.random());
                set.remove(member);
                taken.add(member);
            }
        }
        return taken;
    }

    /** A new set of so many members taken out of {@code set}, which may be of a smaller form. */
    private static SetValue rebuilt(CommandContext ctx, SetValue set, int count) {
        boolean wasTable = set.isTable();
        List<Bytes> taken = takeOut(ctx, set, count);
        SetValue rebuilt =
                set.isPacked() || (wasTable && ctx.has(Feature.PACKED_SETS))
                        ? SetValue.ofPacked()
                        : SetValue.suiting(taken.get(0), 0, limits(ctx));
        for (Bytes member : taken) {
            rebuilt.add(member, limits(ctx));
        }
        return rebuilt;
    }

    /**
     * {@code SRANDMEMBER key [count]}. A packed set gives different members in their order. In
     * RESP3, too, an array: a negative count may repeat members.
     */
    private static Reply srandmember(CommandContext ctx, Args args) {
        Bytes key = args.next();
        if (args.remaining() > 1) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        if (!args.hasNext()) {
            SetValue set = read(ctx, key);
            return set == null ? Reply.NIL : Reply.bulk(set.random(ctx.random()));
        }
        RandomSample sample = RandomSample.parse(args, "");
        SetValue set = read(ctx, key);
        if (set == null || sample.count() == 0) {
            return Reply.EMPTY_ARRAY;
        }
        int size = set.size();
        if (set.isPacked() && sample.count() > 0) {
            return Reply.bulks(sample.drawInOrder(set.members(), size, ctx.random()));
        }
        return Reply.bulks(
                sample.draw(set.members(), size, () -> set.random(ctx.random()), ctx.random()));
    }

    /**
     * {@code SSCAN key cursor [MATCH pattern] [COUNT count]}. Only a table is scanned in steps. For
     * a missing key the options are not even looked at.
     */
    private static Reply sscan(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long cursor = ScanRequest.cursor(ctx, args.next());
        SetValue set = read(ctx, key);
        if (set == null) {
            return ScanRequest.NOTHING;
        }
        ScanRequest request = ScanRequest.parse(ctx, args, Value.Type.SET);
        List<Bytes> visited = new ArrayList<>();
        long next = 0;
        if (set.isTable()) {
            next = request.scan(cursor, set::scan, (member, present) -> visited.add(member));
        } else {
            set.members().forEach(visited::add);
        }
        List<Reply> found = new ArrayList<>();
        for (Bytes member : visited) {
            if (request.wants(member)) {
                found.add(Reply.bulk(member));
            }
        }
        return ScanRequest.reply(next, found);
    }
}
