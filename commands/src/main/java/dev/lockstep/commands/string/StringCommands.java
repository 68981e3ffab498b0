package dev.lockstep.commands.string;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.DELETE;
import static dev.lockstep.command.KeySpec.Access.INSERT;
import static dev.lockstep.command.KeySpec.Access.OW;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.Access.VARIABLE_FLAGS;
import static dev.lockstep.command.KeySpec.at;
import static dev.lockstep.command.KeySpec.range;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** GET, SET and the other commands that take a string as a whole, or a part of it. */
public final class StringCommands {

    private static final CommandSpec APPEND =
            string("APPEND", 3)
                    .since("2.0.0")
                    .flags(WRITE, DENYOOM, FAST)
                    .keys(at(1).access(RW, INSERT))
                    .runs(StringCommands::append);
    private static final CommandSpec GET =
            string("GET", 2)
                    .flags(READONLY, FAST)
                    .keys(at(1).access(RO, ACCESS))
                    .runs(StringCommands::get);
    private static final CommandSpec GETDEL =
            string("GETDEL", 2)
                    .since("6.2.0")
                    .flags(WRITE, FAST)
                    .keys(at(1).access(RW, ACCESS, DELETE))
                    .runs(StringCommands::getDel);
    private static final CommandSpec GETEX =
            string("GETEX", -2)
                    .since("6.2.0")
                    .flags(WRITE, FAST)
                    .keys(at(1).access(RW, ACCESS, UPDATE).notes(""))
                    .runs(StringCommands::getEx);
    private static final CommandSpec GETRANGE =
            string("GETRANGE", 4)
                    .since("2.4.0")
                    .flags(READONLY)
                    .keys(at(1).access(RO, ACCESS))
                    .runs(StringCommands::getRange);
    private static final CommandSpec GETSET =
            string("GETSET", 3)
                    .flags(WRITE, DENYOOM, FAST)
                    .keys(at(1).access(RW, ACCESS, UPDATE))
                    .runs(StringCommands::getSet);
    private static final CommandSpec MGET =
            string("MGET", -2)
                    .flags(READONLY, FAST)
                    .keys(range(1, -1, 1).access(RO, ACCESS))
                    .tips("request_policy:multi_shard")
                    .runs(StringCommands::mget);
    private static final CommandSpec MSET =
            string("MSET", -3)
                    .since("1.0.1")
                    .flags(WRITE, DENYOOM)
                    .keys(range(1, -1, 2).access(OW, UPDATE))
                    .tips("request_policy:multi_shard", "response_policy:all_succeeded")
                    .runs(StringCommands::mset);
    private static final CommandSpec MSETNX =
            string("MSETNX", -3)
                    .since("1.0.1")
                    .flags(WRITE, DENYOOM)
                    .keys(range(1, -1, 2).access(OW, INSERT))
                    .in(
                            Range.before("7.2"),
                            row ->
                                    row.tips(
                                            "request_policy:multi_shard",
                                            "response_policy:agg_min"))
                    .runs(StringCommands::msetNx);
    private static final CommandSpec PSETEX =
            string("PSETEX", 4)
                    .since("2.6.0")
                    .flags(WRITE, DENYOOM)
                    .keys(at(1).access(OW, UPDATE))
                    .runs((ctx, args) -> setEx(ctx, args, Expiry.Unit.PX, "psetex"));
    private static final CommandSpec SET =
            string("SET", -3)
                    .flags(WRITE, DENYOOM)
                    .keys(at(1).access(RW, ACCESS, UPDATE, VARIABLE_FLAGS).notes(""))
                    .runs(StringCommands::set);
    private static final CommandSpec SETEX =
            string("SETEX", 4)
                    .since("2.0.0")
                    .flags(WRITE, DENYOOM)
                    .keys(at(1).access(OW, UPDATE))
                    .runs((ctx, args) -> setEx(ctx, args, Expiry.Unit.EX, "setex"));
    private static final CommandSpec SETNX =
            string("SETNX", 3)
                    .flags(WRITE, DENYOOM, FAST)
                    .keys(at(1).access(OW, INSERT))
                    .runs(StringCommands::setNx);
    private static final CommandSpec SETRANGE =
            string("SETRANGE", 4)
                    .since("2.2.0")
                    .flags(WRITE, DENYOOM)
                    .keys(at(1).access(RW, UPDATE))
                    .runs(StringCommands::setRange);
    private static final CommandSpec STRLEN =
            string("STRLEN", 2)
                    .since("2.2.0")
                    .flags(READONLY, FAST)
                    .keys(at(1).access(RO))
                    .runs(StringCommands::strlen);
    private static final CommandSpec SUBSTR =
            string("SUBSTR", 4)
                    .flags(READONLY)
                    .keys(at(1).access(RO, ACCESS))
                    .runs(StringCommands::getRange);

    public static final List<CommandSpec> ROWS =
            List.of(
                    APPEND, GET, GETDEL, GETEX, GETRANGE, GETSET, MGET, MSET, MSETNX, PSETEX, SET,
                    SETEX, SETNX, SETRANGE, STRLEN, SUBSTR);

    /** No smaller limit can be set, so that shorter strings need no look at the setting. */
    private static final int LEAST_MAX_LENGTH = 1 << 20;

    private StringCommands() {}

    static CommandSpec string(String name, int arity) {
        return command(name, arity).group(Group.STRING);
    }

    /** {@code APPEND key value}. */
    private static Reply append(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes tail = args.next();
        StringValue value = ctx.db().write(key, StringValue.class);
        if (value == null) {
            ctx.db().put(key, new StringValue(tail));
            ctx.modified(KeyEvent.STRING, "append", key);
            return Reply.of(tail.length());
        }
        requireLength(ctx, (long) value.length() + tail.length());
        value.append(tail);
        ctx.modified(KeyEvent.STRING, "append", key);
        return Reply.of(value.length());
    }

    /** {@code GET key}. */
    private static Reply get(CommandContext ctx, Args args) {
        return Reply.bulkOrNil(ctx.db().readString(args.next()));
    }

    /** {@code GETDEL key}. */
    private static Reply getDel(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes value = ctx.db().readString(key);
        if (value == null) {
            return Reply.NIL;
        }
        delete(ctx, key);
        return Reply.bulk(value);
    }

    private static void delete(CommandContext ctx, Bytes key) {
        ctx.db().remove(key);
        ctx.modified(KeyEvent.GENERIC, "del", key);
    }

    /**
     * {@code GETEX key [EX s|PX ms|EXAT s|PXAT ms|PERSIST]}. The number is judged after the key.
     */
    private static Reply getEx(CommandContext ctx, Args args) {
        Bytes key = args.next();
        SetOptions options = SetOptions.ofGetEx(args);
        Bytes value = ctx.db().readString(key);
        if (value == null) {
            return Reply.NIL;
        }
        Expiry expiry = options.expiry();
        if (expiry != null) {
            long deadlineMillis = expiry.deadlineMillis(ctx, "getex");
            if (expiry.unit().isAbsolute() && deadlineMillis <= ctx.nowMillis()) {
                delete(ctx, key);
            } else {
                ctx.db().setDeadline(key, deadlineMillis);
                ctx.modified(KeyEvent.GENERIC, "expire", key);
            }
        } else if (options.persist() && ctx.db().clearDeadline(key)) {
            ctx.modified(KeyEvent.GENERIC, "persist", key);
        }
        return Reply.bulk(value);
    }

    /** {@code GETRANGE key start end}: both ends count, negative ones from the end. */
    private static Reply getRange(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long start = args.nextLong();
        long end = args.nextLong();
        StringValue value = ctx.db().read(key, StringValue.class);
        if (value == null || (start < 0 && end < 0 && start > end)) {
            return Reply.EMPTY_BULK;
        }
        long length = value.length();
        long from = Math.max(start < 0 ? start + length : start, 0);
        long last = Math.min(Math.max(end < 0 ? end + length : end, 0), length - 1);
        return from > last ? Reply.EMPTY_BULK : Reply.bulk(value.slice((int) from, (int) last + 1));
    }

    /** {@code GETSET key value}. */
    private static Reply getSet(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes value = args.next();
        Bytes old = ctx.db().readString(key);
        put(ctx, key, value);
        return Reply.bulkOrNil(old);
    }

    private static void put(CommandContext ctx, Bytes key, Bytes value) {
        ctx.db().put(key, new StringValue(value));
        ctx.modified(KeyEvent.STRING, "set", key);
    }

    /** {@code MGET key [key ...]}: nil for what is missing or no string. */
    private static Reply mget(CommandContext ctx, Args args) {
        List<Reply> values = new ArrayList<>(args.remaining());
        while (args.hasNext()) {
            Entry entry = ctx.db().find(args.next());
            Value value = entry == null ? null : entry.value();
            values.add(
                    value instanceof StringValue string ? Reply.bulk(string.bytes()) : Reply.NIL);
        }
        return Reply.array(values);
    }

    /** {@code MSET key value [key value ...]}. */
    private static Reply mset(CommandContext ctx, Args args) {
        requirePairs(args, "mset");
        putPairs(ctx, args);
        return Reply.OK;
    }

    /** {@code MSETNX key value [key value ...]}: all keys, or none if one of them exists. */
    private static Reply msetNx(CommandContext ctx, Args args) {
        requirePairs(args, "msetnx");
        Bytes[] argv = args.argv();
        for (int i = 1; i < argv.length; i += 2) {
            if (ctx.db().findForWrite(argv[i]) != null) {
                return Reply.ZERO;
            }
        }
        putPairs(ctx, args);
        return Reply.ONE;
    }

    private static void requirePairs(Args args, String command) {
        if (args.remaining() % 2 != 0) {
            throw new CommandException(ErrorKind.PAIRS_EXPECTED, command);
        }
    }

    private static void putPairs(CommandContext ctx, Args args) {
        while (args.hasNext()) {
            Bytes key = args.next();
            put(ctx, key, args.next());
        }
    }

    /**
     * {@code SET key value [NX|XX] [GET] [EX s|PX ms|EXAT s|PXAT ms|KEEPTTL]}. Without GET, any
     * type is overwritten.
     */
    private static Reply set(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes value = args.next();
        boolean readsFirst = ctx.has(Feature.SET_GET_FIRST);
        SetOptions options = SetOptions.ofSet(args, readsFirst);
        Expiry expiry = options.expiry();
        long deadlineMillis =
                expiry == null ? Entry.NO_DEADLINE : expiry.deadlineMillis(ctx, "set");
        if (!readsFirst && declines(ctx, key, options)) {
            return Reply.NIL;
        }
        Bytes old = options.get() ? ctx.db().readString(key) : null;
        if (readsFirst && declines(ctx, key, options)) {
            return Reply.bulkOrNil(old);
        }
        if (options.keepTtl()) {
            ctx.db().replace(key, new StringValue(value));
            ctx.modified(KeyEvent.STRING, "set", key);
        } else {
            store(ctx, key, value, expiry, deadlineMillis);
        }
        return options.get() ? Reply.bulkOrNil(old) : Reply.OK;
    }

    private static boolean declines(CommandContext ctx, Bytes key, SetOptions options) {
        SetOptions.Condition condition = options.condition();
        return condition != SetOptions.Condition.ALWAYS
                && !condition.holds(ctx.db().findForWrite(key) != null);
    }

    private static void store(
            CommandContext ctx,
            Bytes key,
            Bytes value,
            @Nullable Expiry expiry,
            long deadlineMillis) {
        if (expiry != null
                && deadlineMillis <= ctx.nowMillis()
                && ctx.has(Feature.SET_PAST_DELETES)) {
            if (ctx.db().findForWrite(key) != null) {
                delete(ctx, key);
            }
            return;
        }
        put(ctx, key, value);
        if (expiry != null) {
            ctx.db().setDeadline(key, deadlineMillis);
            ctx.notify(KeyEvent.GENERIC, "expire", key);
        }
    }

    /** {@code SETEX key seconds value} and {@code PSETEX key milliseconds value}. */
    private static Reply setEx(CommandContext ctx, Args args, Expiry.Unit unit, String command) {
        Bytes key = args.next();
        Expiry expiry = new Expiry(unit, args.next());
        store(ctx, key, args.next(), expiry, expiry.deadlineMillis(ctx, command));
        return Reply.OK;
    }

    /** {@code SETNX key value}. */
    private static Reply setNx(CommandContext ctx, Args args) {
        Bytes key = args.next();
        if (ctx.db().findForWrite(key) != null) {
            return Reply.ZERO;
        }
        put(ctx, key, args.next());
        return Reply.ONE;
    }

    /** {@code SETRANGE key offset value}: an empty value changes nothing, not even an empty key. */
    private static Reply setRange(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long offset = args.nextLong();
        Bytes patch = args.next();
        if (offset < 0) {
            throw new CommandException(ErrorKind.OFFSET_OUT_OF_RANGE);
        }
        StringValue value = ctx.db().write(key, StringValue.class);
        if (patch.isEmpty()) {
            return Reply.of(value == null ? 0 : value.length());
        }
        requireLength(ctx, offset + patch.length());
        if (value == null) {
            value = StringValue.raw(Bytes.EMPTY);
            value.overwrite((int) offset, patch);
            ctx.db().put(key, value);
        } else {
            value.overwrite((int) offset, patch);
        }
        ctx.modified(KeyEvent.STRING, "setrange", key);
        return Reply.of(value.length());
    }

    private static void requireLength(CommandContext ctx, long length) {
        boolean maybeTooLong = length < 0 || length > LEAST_MAX_LENGTH;
        if (maybeTooLong && (length < 0 || length > ctx.config().number("proto-max-bulk-len"))) {
            throw new CommandException(ErrorKind.STRING_TOO_LONG);
        }
    }

    /** {@code STRLEN key}. */
    private static Reply strlen(CommandContext ctx, Args args) {
        StringValue value = ctx.db().read(args.next(), StringValue.class);
        return Reply.of(value == null ? 0 : value.length());
    }
}
