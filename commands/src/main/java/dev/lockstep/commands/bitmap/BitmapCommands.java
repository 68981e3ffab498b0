package dev.lockstep.commands.bitmap;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
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
import dev.lockstep.command.Flag;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.KeySpec;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SETBIT, GETBIT and what else there is about strings as bits. */
public final class BitmapCommands {

    private static final KeySpec READ = at(1).access(RO, ACCESS);

    public static final List<CommandSpec> ROWS =
            List.of(
                    row("BITCOUNT", -2, BitmapCommands::bitcount, READONLY)
                            .since("2.6.0")
                            .keys(READ),
                    row("BITFIELD", -2, Bitfield::run, WRITE, DENYOOM)
                            .since("3.2.0")
                            .keys(
                                    at(1).access(RW, ACCESS, UPDATE, VARIABLE_FLAGS)
                                            .notes("Only reads unless it sets or increments")),
                    row("BITFIELD_RO", -2, Bitfield::runReadOnly, READONLY, FAST)
                            .since("6.0.0")
                            .keys(READ),
                    row("BITOP", -4, BitmapCommands::bitop, WRITE, DENYOOM)
                            .since("2.6.0")
                            .keys(at(2).access(OW, UPDATE), range(3, -1, 1).access(RO, ACCESS)),
                    row("BITPOS", -3, BitmapCommands::bitpos, READONLY).since("2.8.7").keys(READ),
                    row("GETBIT", 3, BitmapCommands::getbit, READONLY, FAST).keys(READ),
                    row("SETBIT", 4, BitmapCommands::setbit, WRITE, DENYOOM)
                            .keys(at(1).access(RW, ACCESS, UPDATE)));

    private BitmapCommands() {}

    private static CommandSpec row(String name, int arity, Handler handler, Flag... flags) {
        return command(name, arity).group(Group.BITMAP).since("2.2.0").flags(flags).runs(handler);
    }

    private static boolean isSet(StringValue string, long offset) {
        int index = (int) (offset / Byte.SIZE);
        return index < string.length() && (string.unsignedAt(index) & mask(offset)) != 0;
    }

    private static int mask(long offset) {
        return 0x80 >> (offset % Byte.SIZE);
    }

    /** {@code SETBIT key offset value}: the bit that was there. */
    private static Reply setbit(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long offset = BitOffset.parse(ctx, args.next());
        long bit = Args.toLong(args.next(), ErrorKind.BIT_VALUE);
        if (bit != 0 && bit != 1) {
            throw new CommandException(ErrorKind.BIT_VALUE);
        }
        StringValue found = ctx.db().write(key, StringValue.class);
        StringValue string = found == null ? StringValue.raw(Bytes.EMPTY) : found;
        int index = (int) (offset / Byte.SIZE);
        boolean old = isSet(string, offset);
        boolean grows = index >= string.length();
        int before = grows ? 0 : string.unsignedAt(index);
        int after = bit == 1 ? before | mask(offset) : before & ~mask(offset);
        string.overwrite(index, (byte) after);
        if (found == null) {
            ctx.db().put(key, string);
        }
        if (grows || old != (bit == 1) || !ctx.has(Feature.SAME_BITS_ARE_NO_CHANGE)) {
            ctx.modified(KeyEvent.STRING, "setbit", key);
        }
        return Reply.of(old);
    }

    /** {@code GETBIT key offset}. */
    private static Reply getbit(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long offset = BitOffset.parse(ctx, args.next());
        StringValue string = ctx.db().read(key, StringValue.class);
        return Reply.of(string != null && isSet(string, offset));
    }

    /** {@code BITCOUNT key [start end [BYTE|BIT]]}. */
    private static Reply bitcount(CommandContext ctx, Args args) {
        Bytes key = args.next();
        boolean looksFirst = ctx.has(Feature.BIT_RANGE_AFTER_KEY);
        StringValue early = looksFirst ? ctx.db().read(key, StringValue.class) : null;
        if (looksFirst && early == null) {
            return Reply.ZERO;
        }
        BitRange range = BitRange.parse(ctx, args, ctx.has(Feature.BITCOUNT_OPTIONAL_END));
        StringValue string = looksFirst ? early : ctx.db().read(key, StringValue.class);
        if (string == null || range.isReversed()) {
            return Reply.ZERO;
        }
        BitRange.Bits bits = range.of(string.length());
        long count = 0;
        for (long offset = bits.first(); offset <= bits.last(); ) {
            if (offset % Byte.SIZE == 0 && offset + Byte.SIZE - 1 <= bits.last()) {
                count += Integer.bitCount(string.unsignedAt((int) (offset / Byte.SIZE)));
                offset += Byte.SIZE;
            } else {
                count += isSet(string, offset) ? 1 : 0;
                offset++;
            }
        }
        return Reply.of(count);
    }

    /** {@code BITPOS key bit [start [end [BYTE|BIT]]]}. */
    private static Reply bitpos(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long bit = args.nextLong();
        if (bit != 0 && bit != 1) {
            throw new CommandException(ErrorKind.BIT_ARGUMENT);
        }
        Reply nothing = bit == 1 ? Reply.MINUS_ONE : Reply.ZERO;
        boolean looksFirst = ctx.has(Feature.BIT_RANGE_AFTER_KEY);
        StringValue early = looksFirst ? ctx.db().read(key, StringValue.class) : null;
        if (looksFirst && early == null) {
            return nothing;
        }
        BitRange range = BitRange.parse(ctx, args, true);
        StringValue string = looksFirst ? early : ctx.db().read(key, StringValue.class);
        return string == null ? nothing : Reply.of(position(string, bit == 1, range));
    }

    /** Behind a string without an end that was told, all bits are zero. */
    private static long position(StringValue string, boolean wanted, BitRange range) {
        BitRange.Bits bits = range.of(string.length());
        if (bits.last() < bits.first()) {
            return -1;
        }
        int skippable = wanted ? 0 : 0xff;
        for (long offset = bits.first(); offset <= bits.last(); ) {
            boolean whole = offset % Byte.SIZE == 0;
            if (whole && string.unsignedAt((int) (offset / Byte.SIZE)) == skippable) {
                offset += Byte.SIZE;
            } else if (isSet(string, offset) == wanted) {
                return offset;
            } else {
                offset++;
            }
        }
        return wanted || range.hasEnd() ? -1 : (long) string.length() * Byte.SIZE;
    }

    /** {@code BITOP AND|OR|XOR|NOT destkey key [key ...]}: the length of the result. */
    private static Reply bitop(CommandContext ctx, Args args) {
        BitOperation operation = BitOperation.parse(args);
        Bytes destination = args.next();
        if (operation == BitOperation.NOT && args.remaining() != 1) {
            throw new CommandException(ErrorKind.BITOP_NOT_SINGLE);
        }
        List<@Nullable StringValue> sources = new ArrayList<>();
        while (args.hasNext()) {
            sources.add(ctx.db().read(args.next(), StringValue.class));
        }
        Bytes result = operation.apply(sources);
        if (!result.isEmpty()) {
            ctx.db().put(destination, StringValue.raw(result));
            ctx.modified(KeyEvent.STRING, "set", destination);
        } else if (ctx.db().remove(destination) != null) {
            ctx.modified(KeyEvent.GENERIC, "del", destination);
        }
        return Reply.of(result.length());
    }
}
