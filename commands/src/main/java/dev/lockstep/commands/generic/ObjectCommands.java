package dev.lockstep.commands.generic;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.STALE;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.at;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Help;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import java.util.List;
import java.util.function.BiFunction;

/** OBJECT: what a server tells about how it keeps a key. */
public final class ObjectCommands {

    private static final long MILLIS_PER_SECOND = 1000;
    private static final int FREQUENCY_OF_NEW_KEY = 5;

    private static final AclCategory[] NO_CATEGORIES = {};

    private static final CommandSpec OBJECT =
            command("OBJECT", -2)
                    .since("2.2.3")
                    .categories(NO_CATEGORIES)
                    .in(
                            Range.before("7.0"),
                            row ->
                                    row.categories(AclCategory.KEYSPACE)
                                            .flags(READONLY, RANDOM)
                                            .keys(at(2).access(RO)))
                    .subcommands(
                            about("ENCODING", "2.2.3", ObjectCommands::encoding),
                            about("FREQ", "4.0.0", ObjectCommands::freq),
                            command("HELP", 2)
                                    .since("6.2.0")
                                    .flags(LOADING, STALE)
                                    .runs((ctx, args) -> help(ctx)),
                            about("IDLETIME", "2.2.3", ObjectCommands::idleTime),
                            about("REFCOUNT", "2.2.3", ObjectCommands::refCount));

    public static final List<CommandSpec> ROWS = List.of(OBJECT);

    private static final Help HELP =
            Help.of("OBJECT")
                    .line("ENCODING <key>", "The form in which the value is kept.")
                    .line("FREQ <key>", "How often the key is used, on a logarithmic scale.")
                    .line("IDLETIME <key>", "For how many seconds the key has not been used.")
                    .line("REFCOUNT <key>", "How many keys share the value.");

    private ObjectCommands() {}

    /** A subcommand about one key, which answers nil when there is none. */
    private static CommandSpec about(
            String name, String since, BiFunction<CommandContext, Entry, Reply> answer) {
        return command(name, 3)
                .since(since)
                .flags(READONLY)
                .keys(at(2).access(RO))
                .tips("nondeterministic_output")
                .runs(
                        (ctx, args) -> {
                            Entry entry = ctx.db().findSilently(args.next());
                            return entry == null ? Reply.NIL : answer.apply(ctx, entry);
                        });
    }

    private static Reply encoding(CommandContext ctx, Entry entry) {
        return Reply.bulk(entry.value().encoding(ctx.profile()));
    }

    /** How often a key is used is not counted: each counts as new. */
    private static Reply freq(CommandContext ctx, Entry entry) {
        if (!isLfu(ctx)) {
            throw new CommandException(ErrorKind.LFU_NOT_SELECTED);
        }
        return Reply.of(FREQUENCY_OF_NEW_KEY);
    }

    private static boolean isLfu(CommandContext ctx) {
        String policy = ctx.config().get("maxmemory-policy");
        return policy != null && policy.endsWith("lfu");
    }

    private static Reply idleTime(CommandContext ctx, Entry entry) {
        if (isLfu(ctx)) {
            throw new CommandException(ErrorKind.LFU_SELECTED);
        }
        // Real servers note only the second of the last use.
        long seconds = ctx.nowMillis() / MILLIS_PER_SECOND;
        return Reply.of(seconds - entry.lastUsedMillis() / MILLIS_PER_SECOND);
    }

    private static Reply refCount(CommandContext ctx, Entry entry) {
        return Reply.of(entry.value() instanceof StringValue string ? string.references() : 1);
    }

    private static Reply help(CommandContext ctx) {
        return HELP.reply(ctx.profile());
    }
}
