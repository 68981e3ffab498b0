package dev.lockstep.commands.string;

import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.LongDoubles;
import java.math.BigDecimal;
import java.util.List;

/** INCR and its like. */
public final class CounterCommands {

    private static final CommandSpec DECR =
            counter("DECR", 2).runs((ctx, args) -> add(ctx, args.next(), -1));
    private static final CommandSpec DECRBY = counter("DECRBY", 3).runs(CounterCommands::decrBy);
    private static final CommandSpec INCR =
            counter("INCR", 2).runs((ctx, args) -> add(ctx, args.next(), 1));
    private static final CommandSpec INCRBY =
            counter("INCRBY", 3).runs((ctx, args) -> add(ctx, args.next(), args.nextLong()));
    private static final CommandSpec INCRBYFLOAT =
            counter("INCRBYFLOAT", 3).since("2.6.0").runs(CounterCommands::incrByFloat);

    public static final List<CommandSpec> ROWS = List.of(DECR, DECRBY, INCR, INCRBY, INCRBYFLOAT);

    /** The longest text of an integer, sign included. */
    private static final int MAX_INTEGER_LENGTH = 20;

    private CounterCommands() {}

    private static CommandSpec counter(String name, int arity) {
        return StringCommands.string(name, arity)
                .flags(WRITE, DENYOOM, FAST)
                .keys(at(1).access(RW, ACCESS, UPDATE));
    }

    private static Reply add(CommandContext ctx, Bytes key, long increment) {
        StringValue value = ctx.db().write(key, StringValue.class);
        long old = 0;
        if (value != null) {
            old = value.isNumber() ? value.number() : toLong(value);
        }
        long sum = old + increment;
        if (((old ^ sum) & (increment ^ sum)) < 0) {
            throw new CommandException(ErrorKind.INCREMENT_OVERFLOW);
        }
        if (value == null) {
            ctx.db().put(key, StringValue.of(sum));
        } else {
            value.setNumber(sum);
        }
        ctx.modified(KeyEvent.STRING, "incrby", key);
        return Reply.of(sum);
    }

    private static long toLong(StringValue value) {
        if (value.length() > MAX_INTEGER_LENGTH) {
            throw new CommandException(ErrorKind.NOT_INTEGER); // without a copy of a long string
        }
        return Args.toLong(value.bytes());
    }

    /** {@code DECRBY key decrement}. */
    private static Reply decrBy(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long decrement = args.nextLong();
        if (decrement == Long.MIN_VALUE && ctx.has(Feature.DECRBY_REFUSES_MINIMUM)) {
            throw new CommandException(ErrorKind.DECREMENT_OVERFLOW);
        }
        return add(ctx, key, -decrement);
    }

    /** {@code INCRBYFLOAT key increment}. The key's type and number are judged first. */
    private static Reply incrByFloat(CommandContext ctx, Args args) {
        Bytes key = args.next();
        StringValue value = ctx.db().write(key, StringValue.class);
        BigDecimal old = value == null ? BigDecimal.ZERO : toNumber(value);
        BigDecimal sum = LongDoubles.add(old, toNumber(args.next()));
        if (LongDoubles.isInfinite(sum)) {
            throw new CommandException(ErrorKind.INCREMENT_NOT_FINITE);
        }
        Bytes text = Bytes.latin1(LongDoubles.text(sum));
        ctx.db().replace(key, StringValue.embedded(text));
        ctx.modified(KeyEvent.STRING, "incrbyfloat", key);
        return Reply.bulk(text);
    }

    private static BigDecimal toNumber(StringValue value) {
        if (value.length() > LongDoubles.MAX_TEXT_LENGTH) {
            throw new CommandException(ErrorKind.NOT_FLOAT); // without a copy of a long string
        }
        return toNumber(value.bytes());
    }

    private static BigDecimal toNumber(Bytes text) {
        BigDecimal number = LongDoubles.parse(text);
        if (number == null) {
            throw new CommandException(ErrorKind.NOT_FLOAT);
        }
        return number;
    }
}
