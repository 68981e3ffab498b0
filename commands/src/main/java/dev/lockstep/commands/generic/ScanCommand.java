package dev.lockstep.commands.generic;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.READONLY;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.ScanRequest;
import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Glob;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SCAN. */
public final class ScanCommand {

    private static final CommandSpec SCAN =
            command("SCAN", -2)
                    .since("2.8.0")
                    .flags(READONLY)
                    .tips("nondeterministic_output", "request_policy:special")
                    .in(Range.before("7.0"), row -> row.flags(READONLY, RANDOM))
                    .in(
                            Range.since("7.2"),
                            row ->
                                    row.tips(
                                            "nondeterministic_output",
                                            "request_policy:special",
                                            "response_policy:special"))
                    .runs(ScanCommand::scan);

    public static final List<CommandSpec> ROWS = List.of(SCAN);

    private static final long DEFAULT_COUNT = 10;

    private ScanCommand() {}

    private static final class Options {
        private long count = DEFAULT_COUNT;
        private @Nullable Glob pattern;
        private @Nullable Bytes type;

        static Options read(CommandContext ctx, Args args) {
            Options options = new Options();
            while (args.hasNext()) {
                ScanRequest.skipsBare(ctx, args, null);
                Bytes word = args.next();
                Bytes value = args.next();
                options.readOption(ctx, word, value);
            }
            return options;
        }

        private void readOption(CommandContext ctx, Bytes word, Bytes value) {
            if (word.equalsIgnoreCase("COUNT")) {
                count = Args.toLong(value);
                if (count < 1) {
                    throw new CommandException(ErrorKind.SYNTAX);
                }
            } else if (word.equalsIgnoreCase("MATCH")) {
                pattern = Glob.of(value);
            } else if (word.equalsIgnoreCase("TYPE")) {
                type = value;
                if (ctx.has(Feature.SCAN_KNOWS_TYPES) && !isType(value)) {
                    throw new CommandException(ErrorKind.UNKNOWN_TYPE, value);
                }
            } else {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }

        private static boolean isType(Bytes name) {
            for (Value.Type type : Value.Type.values()) {
                if (name.equalsIgnoreCase(type.redisName())) {
                    return true;
                }
            }
            return false;
        }

        ScanRequest request() {
            return new ScanRequest(count, pattern, false);
        }

        boolean hasWantedType(CommandContext ctx, Bytes key) {
            if (type == null) {
                return ctx.db().exists(key);
            }
            return hasType(look(ctx, key)) && ctx.db().exists(key);
        }

        private static @Nullable Entry look(CommandContext ctx, Bytes key) {
            if (ctx.has(Feature.SCAN_TYPE_REPORTS_MISSES)) {
                return ctx.db().findUnused(key);
            }
            return ctx.has(Feature.SCAN_TYPE_IS_LOOKUP)
                    ? ctx.db().findSilently(key)
                    : ctx.db().peekEvenExpired(key);
        }

        private boolean hasType(@Nullable Entry entry) {
            return entry != null
                    && type != null
                    && type.equalsIgnoreCase(entry.value().type().redisName());
        }
    }

    /** {@code SCAN cursor [MATCH pattern] [COUNT n] [TYPE type]}. */
    private static Reply scan(CommandContext ctx, Args args) {
        long cursor = ScanRequest.cursor(ctx, args.next());
        Options options = Options.read(ctx, args);
        ScanRequest request = options.request();
        Db db = ctx.db();
        List<Bytes> visited = new ArrayList<>();
        long next = request.scan(cursor, db::scan, (key, entry) -> visited.add(key));

        List<Reply> found = new ArrayList<>();
        for (Bytes key : visited) {
            if (request.wants(key) && options.hasWantedType(ctx, key)) {
                found.add(Reply.bulk(key));
            }
        }
        return ScanRequest.reply(next, found);
    }
}
