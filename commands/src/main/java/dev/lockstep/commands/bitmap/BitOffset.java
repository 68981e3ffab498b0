package dev.lockstep.commands.bitmap;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;

/** The offset of a bit as an argument. Stateless. */
final class BitOffset {

    private BitOffset() {}

    /** {@code text} as the offset of a bit that a string may have. */
    static long parse(CommandContext ctx, Bytes text) {
        return judge(ctx, Args.toLong(text, ErrorKind.BIT_OFFSET));
    }

    /** As {@link #parse}; behind {@code #} it counts numbers of {@code width} bits. */
    static long parse(CommandContext ctx, Bytes text, int width) {
        boolean counted = !text.isEmpty() && text.at(0) == '#';
        if (!counted) {
            return parse(ctx, text);
        }
        Bytes number = text.slice(1, text.length());
        return judge(ctx, Args.toLong(number, ErrorKind.BIT_OFFSET) * width);
    }

    private static long judge(CommandContext ctx, long offset) {
        if (offset < 0 || offset / Byte.SIZE >= ctx.config().number("proto-max-bulk-len")) {
            throw new CommandException(ErrorKind.BIT_OFFSET);
        }
        return offset;
    }
}
