package dev.lockstep.commands.hash;

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
import static dev.lockstep.command.KeySpec.Access.UPDATE;
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
import dev.lockstep.keyspace.Dict;
import dev.lockstep.keyspace.HashValue;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.PackedLimits;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.LongDoubles;
import dev.lockstep.value.Numbers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** HSET, HGET and all else about hashes. */
public final class HashCommands {

    private static final String ANY_OUTPUT = "nondeterministic_output";
    private static final String ANY_ORDER = "nondeterministic_output_order";
    private static final Range BEFORE_TIPS = Range.before("7.0");

    private static final KeySpec EXAMINE = at(1).access(RO);
    private static final KeySpec READ = at(1).access(RO, ACCESS);
    private static final KeySpec SET = at(1).access(RW, UPDATE);
    private static final KeySpec CHANGE = at(1).access(RW, ACCESS, UPDATE);

    public static final List<CommandSpec> ROWS =
            List.of(
                    row("HDEL", -3, HashCommands::hdel, WRITE, FAST).keys(at(1).access(RW, DELETE)),
                    row("HEXISTS", 3, HashCommands::hexists, READONLY, FAST).keys(EXAMINE),
                    row("HGET", 3, HashCommands::hget, READONLY, FAST).keys(READ),
                    listing("HGETALL", HashCommands::hgetall, RANDOM),
                    row("HINCRBY", 4, HashCommands::hincrby, WRITE, DENYOOM, FAST).keys(CHANGE),
                    row("HINCRBYFLOAT", 4, HashCommands::hincrbyfloat, WRITE, DENYOOM, FAST)
                            .since("2.6.0")
                            .keys(CHANGE),
                    listing("HKEYS", HashCommands::hkeys, SORT_FOR_SCRIPT),
                    row("HLEN", 2, HashCommands::hlen, READONLY, FAST).keys(EXAMINE),
                    row("HMGET", -3, HashCommands::hmget, READONLY, FAST).keys(READ),
                    row("HMSET", -4, HashCommands::hmset, WRITE, DENYOOM, FAST).keys(SET),
                    random("HRANDFIELD", -2, HashCommands::hrandfield).since("6.2.0"),
                    random("HSCAN", -3, HashCommands::hscan).since("2.8.0"),
                    row("HSET", -4, HashCommands::hset, WRITE, DENYOOM, FAST).keys(SET),
                    row("HSETNX", 4, HashCommands::hsetnx, WRITE, DENYOOM, FAST)
                            .keys(at(1).access(RW, INSERT)),
                    row("HSTRLEN", 3, HashCommands::hstrlen, READONLY, FAST)
                            .since("3.2.0")
                            .keys(EXAMINE),
                    listing("HVALS", HashCommands::hvals, SORT_FOR_SCRIPT));

    private HashCommands() {}

    private static CommandSpec row(String name, int arity, Handler handler, Flag... flags) {
        return command(name, arity).group(Group.HASH).since("2.0.0").flags(flags).runs(handler);
    }

    private static CommandSpec listing(String name, Handler handler, Flag flagBeforeTips) {
        return row(name, 2, handler, READONLY)
                .keys(READ)
                .tips(ANY_ORDER)
                .in(BEFORE_TIPS, row -> row.flags(READONLY, flagBeforeTips));
    }

    private static CommandSpec random(String name, int arity, Handler handler) {
        return row(name, arity, handler, READONLY)
                .keys(READ)
                .tips(ANY_OUTPUT)
                .in(BEFORE_TIPS, row -> row.flags(READONLY, RANDOM));
    }

    private static @Nullable HashValue read(CommandContext ctx, Args args) {
        return ctx.db().read(args.next(), HashValue.class);
    }

    private static HashValue created(CommandContext ctx, Bytes key) {
        HashValue hash = new HashValue();
        ctx.db().put(key, hash);
        return hash;
    }

    /** {@code HDEL key field [field ...]}. */
    private static Reply hdel(CommandContext ctx, Args args) {
        Bytes key = args.next();
        HashValue hash = ctx.db().write(key, HashValue.class);
        if (hash == null) {
            return Reply.ZERO;
        }
        int removed = 0;
        while (args.hasNext()) {
            if (hash.remove(args.next())) {
                removed++;
            }
        }
        if (removed > 0) {
            ctx.shrunk(KeyEvent.HASH, "hdel", key, hash.isEmpty(), removed);
        }
        return Reply.of(removed);
    }

    /** {@code HEXISTS key field}. */
    private static Reply hexists(CommandContext ctx, Args args) {
        HashValue hash = read(ctx, args);
        return Reply.of(hash != null && hash.contains(args.next()));
    }

    /** {@code HGET key field}. */
    private static Reply hget(CommandContext ctx, Args args) {
        HashValue hash = read(ctx, args);
        return hash == null ? Reply.NIL : Reply.bulkOrNil(hash.get(args.next()));
    }

    /** {@code HMGET key field [field ...]}. */
    private static Reply hmget(CommandContext ctx, Args args) {
        HashValue hash = read(ctx, args);
        List<Reply> values = new ArrayList<>(args.remaining());
        while (args.hasNext()) {
            Bytes field = args.next();
            values.add(hash == null ? Reply.NIL : Reply.bulkOrNil(hash.get(field)));
        }
        return Reply.array(values);
    }

    /** {@code HSTRLEN key field}. */
    private static Reply hstrlen(CommandContext ctx, Args args) {
        HashValue hash = read(ctx, args);
        Bytes value = hash == null ? null : hash.get(args.next());
        return Reply.of(value == null ? 0 : value.length());
    }

    /** {@code HLEN key}. */
    private static Reply hlen(CommandContext ctx, Args args) {
        HashValue hash = read(ctx, args);
        return Reply.of(hash == null ? 0 : hash.size());
    }

    /** {@code HKEYS key}. */
    private static Reply hkeys(CommandContext ctx, Args args) {
        HashValue hash = read(ctx, args);
        return hash == null ? Reply.EMPTY_ARRAY : Reply.array(list(hash, true, false));
    }

    /** {@code HVALS key}. */
    private static Reply hvals(CommandContext ctx, Args args) {
        HashValue hash = read(ctx, args);
        return hash == null ? Reply.EMPTY_ARRAY : Reply.array(list(hash, false, true));
    }

    /** {@code HGETALL key}. */
    private static Reply hgetall(CommandContext ctx, Args args) {
        HashValue hash = read(ctx, args);
        return new Reply.MapOf(hash == null ? List.of() : list(hash, true, true));
    }

    private static List<Reply> list(HashValue hash, boolean fields, boolean values) {
        List<Reply> elements = new ArrayList<>(hash.size() * (fields && values ? 2 : 1));
        for (Dict.Node<Bytes> entry : hash.entries()) {
            if (fields) {
                elements.add(Reply.bulk(entry.key()));
            }
            if (values) {
                elements.add(Reply.bulk(entry.value()));
            }
        }
        return elements;
    }

    /** {@code HSET key field value [field value ...]}. */
    private static Reply hset(CommandContext ctx, Args args) {
        return Reply.of(setAll(ctx, args, "hset"));
    }

    /** {@code HMSET key field value [field value ...]}. */
    private static Reply hmset(CommandContext ctx, Args args) {
        setAll(ctx, args, "hmset");
        return Reply.OK;
    }

    /** Sets all pairs; returns how many fields are new. */
    private static int setAll(CommandContext ctx, Args args, String command) {
        if (args.remaining() % 2 == 0) {
            throw new CommandException(ErrorKind.WRONG_ARITY, command);
        }
        Bytes key = args.next();
        HashValue found = ctx.db().write(key, HashValue.class);
        HashValue hash = found == null ? created(ctx, key) : found;
        PackedLimits limits = ctx.server().collectionLimits().hash();
        if (args.remaining() / 2 > limits.entries() && ctx.has(Feature.PACKED_SIZE_HINT)) {
            hash.unpack();
        }
        int pairs = args.remaining() / 2;
        int added = 0;
        while (args.hasNext()) {
            if (hash.set(args.next(), args.next(), limits) == null) {
                added++;
            }
        }
        ctx.modified(KeyEvent.HASH, "hset", key, pairs);
        return added;
    }

    /** {@code HSETNX key field value}. */
    private static Reply hsetnx(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes field = args.next();
        Bytes value = args.next();
        HashValue found = ctx.db().write(key, HashValue.class);
        PackedLimits limits = ctx.server().collectionLimits().hash();
        if (found != null && found.contains(field)) {
            boolean tooLong = !limits.admits(field) || !limits.admits(value);
            if (tooLong && !ctx.has(Feature.HSETNX_LOOKS_FIRST)) {
                found.unpack();
            }
            return Reply.ZERO;
        }
        HashValue hash = found == null ? created(ctx, key) : found;
        hash.set(field, value, limits);
        ctx.modified(KeyEvent.HASH, "hset", key);
        return Reply.ONE;
    }

    /** {@code HINCRBY key field increment}. */
    private static Reply hincrby(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes field = args.next();
        long increment = args.nextLong();
        HashValue hash = ctx.db().write(key, HashValue.class);
        Bytes old = hash == null ? null : hash.get(field);
        long number = old == null ? 0 : Args.toLong(old, ErrorKind.HASH_VALUE_NOT_INTEGER);
        long sum = number + increment;
        if (((number ^ sum) & (increment ^ sum)) < 0) {
            throw new CommandException(ErrorKind.INCREMENT_OVERFLOW);
        }
        setIncremented(ctx, key, hash, field, Numbers.text(sum));
        ctx.modified(KeyEvent.HASH, "hincrby", key);
        return Reply.of(sum);
    }

    /** {@code HINCRBYFLOAT key field increment}. The increment is judged before the key. */
    private static Reply hincrbyfloat(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes field = args.next();
        BigDecimal increment = toNumber(args.next(), ErrorKind.NOT_FLOAT);
        if (LongDoubles.isInfinite(increment) && ctx.has(Feature.FINITE_HASH_INCREMENT)) {
            throw new CommandException(ErrorKind.NOT_FINITE);
        }
        HashValue hash = ctx.db().write(key, HashValue.class);
        Bytes old = hash == null ? null : hash.get(field);
        BigDecimal number =
                old == null ? BigDecimal.ZERO : toNumber(old, ErrorKind.HASH_VALUE_NOT_FLOAT);
        BigDecimal sum = LongDoubles.add(number, increment);
        if (LongDoubles.isInfinite(sum)) {
            throw new CommandException(ErrorKind.INCREMENT_NOT_FINITE);
        }
        Bytes text = Bytes.latin1(LongDoubles.text(sum));
        setIncremented(ctx, key, hash, field, text);
        ctx.modified(KeyEvent.HASH, "hincrbyfloat", key);
        return Reply.bulk(text);
    }

    private static BigDecimal toNumber(Bytes text, ErrorKind otherwise) {
        BigDecimal number = LongDoubles.parse(text);
        if (number == null) {
            throw new CommandException(otherwise);
        }
        return number;
    }

    private static void setIncremented(
            CommandContext ctx, Bytes key, @Nullable HashValue found, Bytes field, Bytes value) {
        HashValue hash = found == null ? created(ctx, key) : found;
        PackedLimits limits = ctx.server().collectionLimits().hash();
        if (!ctx.has(Feature.INCREMENT_LENGTH_CHECK)) {
            limits = new PackedLimits(limits.entries(), Long.MAX_VALUE);
        }
        hash.set(field, value, limits);
    }

    /**
     * {@code HRANDFIELD key [count [WITHVALUES]]}. A packed hash gives its fields in their order.
     */
    private static Reply hrandfield(CommandContext ctx, Args args) {
        Bytes key = args.next();
        if (!args.hasNext()) {
            HashValue hash = ctx.db().read(key, HashValue.class);
            return hash == null ? Reply.NIL : Reply.bulk(hash.random(ctx.random()).key());
        }
        RandomSample sample = RandomSample.parse(args, "WITHVALUES");
        HashValue hash = ctx.db().read(key, HashValue.class);
        if (hash == null || sample.count() == 0) {
            return Reply.EMPTY_ARRAY;
        }
        List<Reply> elements = new ArrayList<>();
        for (Dict.Node<Bytes> entry : draw(ctx, hash, sample)) {
            elements.add(Reply.bulk(entry.key()));
            if (sample.withSeconds()) {
                elements.add(Reply.bulk(entry.value()));
            }
        }
        return sample.withSeconds() ? new Reply.Pairs(elements) : Reply.array(elements);
    }

    private static List<Dict.Node<Bytes>> draw(
            CommandContext ctx, HashValue hash, RandomSample sample) {
        return sample.draw(
                hash.entries(), hash.size(), () -> hash.random(ctx.random()), ctx.random());
    }

    /**
     * {@code HSCAN key cursor [MATCH pattern] [COUNT count] [NOVALUES]}. A packed hash is returned
     * at once. For a missing key the options are not even looked at.
     */
    private static Reply hscan(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long cursor = ScanRequest.cursor(ctx, args.next());
        HashValue hash = ctx.db().read(key, HashValue.class);
        if (hash == null) {
            return ScanRequest.NOTHING;
        }
        ScanRequest request = ScanRequest.parse(ctx, args, Value.Type.HASH);
        List<Reply> found = new ArrayList<>();
        Dict.Visitor<Bytes> visitor =
                (field, value) -> {
                    if (request.wants(field)) {
                        found.add(Reply.bulk(field));
                        if (!request.bare()) {
                            found.add(Reply.bulk(value));
                        }
                    }
                };
        if (!hash.isPacked()) {
            return ScanRequest.reply(request.scan(cursor, hash::scan, visitor), found);
        }
        hash.entries().forEach(entry -> visitor.visit(entry.key(), entry.value()));
        return ScanRequest.reply(0, found);
    }
}
