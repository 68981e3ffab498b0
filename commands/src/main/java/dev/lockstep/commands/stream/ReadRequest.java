package dev.lockstep.commands.stream;

import dev.lockstep.command.Args;
import dev.lockstep.command.BlockTimeout;
import dev.lockstep.command.Caller;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What XREAD or XREADGROUP is asked for.
 *
 * @param keys the streams
 * @param ids as many, each the id behind which to begin, or a word instead
 * @param count how many entries of each stream at most
 * @param deadlineNanos until when to wait, see {@link BlockTimeout}; null not to wait
 * @param group the group that reads, with XREADGROUP only
 * @param consumer whom of the group
 * @param noAck whether what is delivered counts as acknowledged
 */
record ReadRequest(
        List<Bytes> keys,
        List<Bytes> ids,
        long count,
        @Nullable Long deadlineNanos,
        @Nullable Bytes group,
        @Nullable Bytes consumer,
        boolean noAck) {

    /** Reads {@code [COUNT count] [BLOCK ms] STREAMS key [key ...] id [id ...]} of XREAD. */
    static ReadRequest parse(CommandContext ctx, Args args) {
        return new Parser(ctx, args, false).parse();
    }

    /** The same with {@code GROUP group consumer} and {@code [NOACK]}, of XREADGROUP. */
    static ReadRequest parseGroup(CommandContext ctx, Args args) {
        return new Parser(ctx, args, true).parse();
    }

    private static final class Parser {
        private final CommandContext ctx;
        private final Args args;
        private final boolean ofGroup;
        private long count = StreamValue.ALL;
        private @Nullable Long deadlineNanos;
        private @Nullable Bytes group;
        private @Nullable Bytes consumer;
        private boolean noAck;

        Parser(CommandContext ctx, Args args, boolean ofGroup) {
            this.ctx = ctx;
            this.args = args;
            this.ofGroup = ofGroup;
        }

        ReadRequest parse() {
            while (args.remaining() < 2 || !args.skip("STREAMS")) {
                readOption();
            }
            List<Bytes> keysAndIds = args.rest();
            int streams = keysAndIds.size() / 2;
            if (keysAndIds.size() % 2 != 0) {
                throw new CommandException(
                        ofGroup ? ErrorKind.XREADGROUP_UNBALANCED : ErrorKind.XREAD_UNBALANCED);
            }
            if (ofGroup && group == null) {
                throw new CommandException(ErrorKind.XREADGROUP_WITHOUT_GROUP);
            }
            return new ReadRequest(
                    keysAndIds.subList(0, streams),
                    keysAndIds.subList(streams, 2 * streams),
                    count,
                    deadlineNanos,
                    group,
                    consumer,
                    noAck);
        }

        private void readOption() {
            if (args.remaining() >= 2 && args.skip("BLOCK")) {
                deadlineNanos = deadlineNanos(args.next());
            } else if (args.remaining() >= 2 && args.skip("COUNT")) {
                long number = args.nextLong();
                count = number <= 0 ? StreamValue.ALL : number;
            } else if (args.remaining() >= 3 && args.skip("GROUP")) {
                requireGroupCommand(ErrorKind.XREAD_WITH_GROUP);
                group = args.next();
                consumer = args.next();
            } else if (args.skip("NOACK")) {
                requireGroupCommand(ErrorKind.XREAD_WITH_NOACK);
                noAck = true;
            } else {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }

        private void requireGroupCommand(ErrorKind otherwise) {
            if (!ofGroup) {
                throw new CommandException(otherwise);
            }
        }

        private long deadlineNanos(Bytes timeout) {
            boolean script = ctx.client().caller() == Caller.SCRIPT;
            if (script && ctx.has(Feature.NO_BLOCK_IN_SCRIPT)) {
                throw new CommandException(ErrorKind.BLOCK_IN_SCRIPT, args.argv()[0]);
            }
            return BlockTimeout.inMillis(ctx, timeout);
        }
    }
}
