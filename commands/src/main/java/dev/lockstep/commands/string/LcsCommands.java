package dev.lockstep.commands.string;

import static dev.lockstep.command.Flag.MOVABLEKEYS;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.range;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.commands.string.CommonSubsequence.Match;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** LCS, and STRALGO, which it was called before. */
public final class LcsCommands {

    /** What Redis needs for each pair of positions. */
    private static final int BYTES_PER_PAIR = 4;

    private static final CommandSpec LCS =
            StringCommands.string("LCS", -3)
                    .since("7.0.0")
                    .flags(READONLY)
                    .keys(range(1, 2, 1).access(RO, ACCESS))
                    .runs(LcsCommands::lcs);
    private static final CommandSpec STRALGO =
            StringCommands.string("STRALGO", -2)
                    .since("6.0.0")
                    .only(Range.before("7.0"))
                    .flags(READONLY, MOVABLEKEYS)
                    .runs(LcsCommands::stralgo);

    public static final List<CommandSpec> ROWS = List.of(LCS, STRALGO);

    private LcsCommands() {}

    /** What is asked for, as far as it has been read. */
    private static final class Options {
        private boolean length;
        private boolean indexes;
        private boolean matchLengths;
        private long minMatchLength;

        /** Reads {@code word} and what belongs to it; whether it is an option at all. */
        boolean read(Bytes word, Args args) {
            if (word.equalsIgnoreCase("IDX")) {
                indexes = true;
            } else if (word.equalsIgnoreCase("LEN")) {
                length = true;
            } else if (word.equalsIgnoreCase("WITHMATCHLEN")) {
                matchLengths = true;
            } else if (word.equalsIgnoreCase("MINMATCHLEN") && args.hasNext()) {
                minMatchLength = args.nextLong();
            } else {
                return false;
            }
            return true;
        }
    }

    /**
     * {@code LCS key1 key2 [LEN] [IDX] [MINMATCHLEN n] [WITHMATCHLEN]}. The keys are judged before
     * the options.
     */
    private static Reply lcs(CommandContext ctx, Args args) {
        Entry firstEntry = ctx.db().find(args.next());
        Entry secondEntry = ctx.db().find(args.next());
        Bytes first = string(firstEntry);
        Bytes second = string(secondEntry);
        Options options = new Options();
        while (args.hasNext()) {
            if (!options.read(args.next(), args)) {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
        return compare(ctx, first, second, options);
    }

    /** {@code STRALGO LCS KEYS key1 key2|STRINGS a b} with the options of LCS, in any order. */
    private static Reply stralgo(CommandContext ctx, Args args) {
        if (!args.skip("LCS")) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        Options options = new Options();
        Bytes first = null;
        Bytes second = null;
        while (args.hasNext()) {
            Bytes word = args.next();
            if (options.read(word, args)) {
                continue;
            }
            boolean keys = word.equalsIgnoreCase("KEYS");
            if ((!keys && !word.equalsIgnoreCase("STRINGS")) || args.remaining() < 2) {
                throw new CommandException(ErrorKind.SYNTAX);
            }
            if (first != null) {
                throw new CommandException(ErrorKind.STRALGO_TWO_SOURCES);
            }
            first = args.next();
            second = args.next();
            if (keys) {
                Entry firstEntry = ctx.db().find(first);
                Entry secondEntry = ctx.db().find(second);
                first = string(firstEntry);
                second = string(secondEntry);
            }
        }
        return compare(ctx, given(first), given(second), options);
    }

    private static Bytes given(@Nullable Bytes text) {
        if (text == null) {
            throw new CommandException(ErrorKind.STRALGO_NO_SOURCE);
        }
        return text;
    }

    private static Bytes string(@Nullable Entry entry) {
        if (entry == null) {
            return Bytes.EMPTY;
        }
        if (!(entry.value() instanceof StringValue string)) {
            throw new CommandException(ErrorKind.LCS_NOT_STRINGS);
        }
        return string.bytes();
    }

    private static Reply compare(CommandContext ctx, Bytes first, Bytes second, Options options) {
        if (options.indexes && options.length) {
            throw new CommandException(ErrorKind.LCS_LENGTH_WITH_INDEXES);
        }
        long pairs = (first.length() + 1L) * (second.length() + 1L);
        if (pairs > ctx.config().number("proto-max-bulk-len") / BYTES_PER_PAIR) {
            throw new CommandException(ErrorKind.LCS_TOO_LARGE);
        }
        CommonSubsequence common = new CommonSubsequence(first, second);
        if (options.length) {
            return Reply.of(common.length());
        }
        return options.indexes ? indexes(common, options) : Reply.bulk(common.text());
    }

    private static Reply indexes(CommonSubsequence common, Options options) {
        List<Reply> matches = new ArrayList<>();
        for (Match match : common.matches()) {
            if (match.length() < options.minMatchLength) {
                continue;
            }
            List<Reply> positions = new ArrayList<>();
            positions.add(stretch(match.inFirst(), match.length()));
            positions.add(stretch(match.inSecond(), match.length()));
            if (options.matchLengths) {
                positions.add(Reply.of(match.length()));
            }
            matches.add(Reply.array(positions));
        }
        return new Reply.MapOf(
                List.of(
                        Reply.bulk("matches"),
                        Reply.array(matches),
                        Reply.bulk("len"),
                        Reply.of(common.length())));
    }

    private static Reply stretch(int start, int length) {
        return Reply.array(Reply.of(start), Reply.of(start + length - 1));
    }
}
