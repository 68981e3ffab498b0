package dev.lockstep.commands.bitmap;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.profile.Feature;
import dev.lockstep.value.Bytes;

/**
 * A part of a string, as BITCOUNT and BITPOS are told it.
 *
 * @param start where it begins; negative ones count from the end
 * @param end its last, in the same way
 * @param inBits whether these count bits, and not bytes
 * @param hasEnd whether the end was told
 */
record BitRange(long start, long end, boolean inBits, boolean hasEnd) {

    static final BitRange ALL = new BitRange(0, -1, false, false);

    /** The bits from the first to the last, both included; none when the last is before it. */
    record Bits(long first, long last) {}

    /**
     * Reads {@code [start [end [BYTE|BIT]]]}; the unit is judged before an end that may be missing.
     */
    static BitRange parse(CommandContext ctx, Args args, boolean endIsOptional) {
        if (!args.hasNext()) {
            return ALL;
        }
        boolean units = ctx.has(Feature.BIT_RANGES_IN_BITS);
        if (args.remaining() > (units ? 3 : 2) || (args.remaining() == 1 && !endIsOptional)) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        long start = args.nextLong();
        if (!args.hasNext()) {
            return new BitRange(start, -1, false, false);
        }
        Bytes end = args.next();
        if (!endIsOptional) {
            BitRange range = new BitRange(start, Args.toLong(end), false, true);
            if (ctx.has(Feature.BIT_RANGE_AFTER_KEY) && range.isReversed()) {
                return range; // older servers count nothing then, whatever the unit
            }
        }
        boolean inBits = args.skip("BIT");
        if (!inBits) {
            args.skip("BYTE");
        }
        args.end();
        return new BitRange(start, Args.toLong(end), inBits, true);
    }

    /** Whether it is plain from the numbers that the end is before the start. */
    boolean isReversed() {
        return start < 0 && end < 0 && start > end;
    }

    /** The bits that are meant of a string of {@code length} bytes. */
    Bits of(long length) {
        long total = inBits ? length * Byte.SIZE : length;
        long first = Math.max(start < 0 ? total + start : start, 0);
        long last = Math.max(end < 0 ? total + end : end, 0);
        last = Math.min(last, total - 1);
        if (first > last) {
            return new Bits(0, -1);
        }
        return inBits
                ? new Bits(first, last)
                : new Bits(first * Byte.SIZE, last * Byte.SIZE + Byte.SIZE - 1);
    }
}
