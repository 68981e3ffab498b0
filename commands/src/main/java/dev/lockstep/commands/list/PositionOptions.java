package dev.lockstep.commands.list;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Which matches LPOS is asked for.
 *
 * @param rank the first match that counts; from the end when negative
 * @param many whether COUNT was given, so that the reply is an array
 * @param count how many, 0 for all
 * @param maxLength how many elements to look at, 0 for all
 */
record PositionOptions(long rank, boolean many, long count, long maxLength) {

    /** Reads {@code [RANK rank] [COUNT count] [MAXLEN length]}, in any order. */
    static PositionOptions parse(CommandContext ctx, Args args) {
        long rank = 1;
        boolean many = false;
        long count = 1;
        long maxLength = 0;
        while (args.hasNext()) {
            if (args.remaining() >= 2 && args.skip("RANK")) {
                rank = rank(ctx, args.next());
            } else if (args.remaining() >= 2 && args.skip("COUNT")) {
                many = true;
                count = positive(args.next(), ErrorKind.COUNT_NEGATIVE);
            } else if (args.remaining() >= 2 && args.skip("MAXLEN")) {
                maxLength = positive(args.next(), ErrorKind.MAXLEN_NEGATIVE);
            } else {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
        return new PositionOptions(rank, many, count, maxLength);
    }

    private static long rank(CommandContext ctx, Bytes text) {
        long rank = Args.toLong(text);
        if (rank == Long.MIN_VALUE && ctx.has(Feature.LIST_COUNTS_REFUSE_MINIMUM)) {
            throw new CommandException(ErrorKind.OUT_OF_SYMMETRIC_RANGE);
        }
        if (rank == 0) {
            throw new CommandException(ErrorKind.RANK_ZERO);
        }
        return rank;
    }

    private static long positive(Bytes text, ErrorKind otherwise) {
        long number = Args.toLong(text, otherwise);
        if (number < 0) {
            throw new CommandException(otherwise);
        }
        return number;
    }

    /** The places of {@code element} in {@code list} that are asked for. */
    List<Reply> find(ListValue list, Bytes element) {
        boolean backwards = rank < 0;
        int last = list.size() - 1;
        Iterator<Bytes> elements = backwards ? list.backFrom(last) : list.from(0);
        List<Reply> found = new ArrayList<>();
        long skipped = 1;
        for (int i = 0; elements.hasNext() && (maxLength == 0 || i < maxLength); i++) {
            if (!elements.next().equals(element)) {
                continue;
            }
            if (skipped++ < Math.abs(rank)) {
                continue;
            }
            found.add(Reply.of(backwards ? last - i : i));
            if (found.size() == count) {
                break;
            }
        }
        return found;
    }

    Reply reply(List<Reply> found) {
        if (many) {
            return Reply.array(found);
        }
        return found.isEmpty() ? Reply.NIL : found.get(0);
    }
}
