package dev.lockstep.commands.stream;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.StreamTrim;
import dev.lockstep.value.StreamId;
import org.jspecify.annotations.Nullable;

/**
 * What stands between the key and the fields of XADD, and all that XTRIM has behind its key.
 *
 * @param createsNone whether a missing stream stays missing
 * @param id what the new entry's id shall be; null when the arguments end before it
 * @param trim how the stream is trimmed, or null
 */
record AddOptions(boolean createsNone, @Nullable NewId id, @Nullable StreamTrim trim) {

    private static final long LIMIT_PER_NODE_ENTRY = 100;
    private static final long DEFAULT_LIMIT = 10_000;
    private static final long MAX_DEFAULT_LIMIT = 1_000_000;

    private static final class Parser {
        private final CommandContext ctx;
        private final Args args;
        private boolean createsNone;
        private @Nullable NewId id;
        private boolean trims;
        private @Nullable StreamId minId;
        private long maxLength;
        private boolean approximate;
        private @Nullable Long limit;

        Parser(CommandContext ctx, Args args) {
            this.ctx = ctx;
            this.args = args;
        }

        /** Reads one option of those that XADD and XTRIM have both; whether it was one. */
        boolean readTrimOption() {
            if (args.remaining() < 2) {
                return false;
            }
            if (args.skip("MAXLEN")) {
                beginTrim();
                maxLength = atLeastZero(args.nextLong(), ErrorKind.STREAM_MAXLEN_NEGATIVE);
            } else if (args.skip("MINID")) {
                beginTrim();
                minId = Ids.parse(args.next());
            } else if (args.skip("LIMIT")) {
                limit = atLeastZero(args.nextLong(), ErrorKind.STREAM_LIMIT_NEGATIVE);
            } else {
                return false;
            }
            return true;
        }

        private void beginTrim() {
            if (trims) {
                throw new CommandException(ErrorKind.MAXLEN_AND_MINID);
            }
            trims = true;
            if (args.remaining() >= 2 && !args.skip("=")) {
                approximate = args.skip("~");
            }
        }

        private static long atLeastZero(long number, ErrorKind otherwise) {
            if (number < 0) {
                throw new CommandException(otherwise);
            }
            return number;
        }

        AddOptions finish(boolean mustTrim) {
            if (!trims && limit != null && limit != 0) {
                throw new CommandException(ErrorKind.LIMIT_WITHOUT_TRIM);
            }
            if (!trims && mustTrim) {
                throw new CommandException(ErrorKind.XTRIM_WITHOUT_TRIM);
            }
            if (limit != null && !approximate) {
                throw new CommandException(ErrorKind.LIMIT_WITHOUT_APPROXIMATION);
            }
            StreamTrim trim =
                    trims ? new StreamTrim(minId, maxLength, approximate, effectiveLimit()) : null;
            return new AddOptions(createsNone, id, trim);
        }

        private long effectiveLimit() {
            if (limit != null) {
                return limit;
            }
            if (!approximate) {
                return StreamTrim.NO_LIMIT;
            }
            long entries = ctx.server().collectionLimits().stream().entries();
            long standard = LIMIT_PER_NODE_ENTRY * entries; // which may overflow, as in C
            return standard <= 0 ? DEFAULT_LIMIT : Math.min(standard, MAX_DEFAULT_LIMIT);
        }
    }

    /** Reads the options of XADD and the id that ends them. */
    static AddOptions parse(CommandContext ctx, Args args) {
        Parser parser = new Parser(ctx, args);
        while (parser.id == null && args.hasNext()) {
            if (NewId.isAuto(args.peek())) {
                parser.id = NewId.parse(ctx, args.next());
            } else if (!parser.readTrimOption()) {
                if (args.skip("NOMKSTREAM")) {
                    parser.createsNone = true;
                } else {
                    parser.id = NewId.parse(ctx, args.next());
                }
            }
        }
        return parser.finish(false);
    }

    /** Reads the options of XTRIM, which must say how to trim. */
    static AddOptions parseTrim(CommandContext ctx, Args args) {
        Parser parser = new Parser(ctx, args);
        while (args.hasNext()) {
            if (!parser.readTrimOption()) {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
        return parser.finish(true);
    }
}
