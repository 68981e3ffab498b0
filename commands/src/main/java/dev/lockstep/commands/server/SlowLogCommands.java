package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ADMIN;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Help;
import dev.lockstep.command.SlowLog;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** SLOWLOG: the commands that have taken longest lately. */
final class SlowLogCommands {

    private static final AclCategory[] NO_CATEGORIES = {};

    static final CommandSpec SLOWLOG =
            command("SLOWLOG", -2)
                    .group(Group.SERVER)
                    .since("2.2.12")
                    .categories(NO_CATEGORIES)
                    .in(Range.before("7.0"), row -> row.flags(ADMIN, RANDOM, LOADING, STALE))
                    .subcommands(
                            row("GET", -2)
                                    .tips("request_policy:all_nodes", "nondeterministic_output")
                                    .runs(SlowLogCommands::get),
                            command("HELP", 2)
                                    .since("6.2.0")
                                    .flags(LOADING, STALE)
                                    .runs((ctx, args) -> help(ctx)),
                            row("LEN", 2)
                                    .tips(
                                            "request_policy:all_nodes",
                                            "response_policy:agg_sum",
                                            "nondeterministic_output")
                                    .runs((ctx, args) -> Reply.of(ctx.server().slowLog().length())),
                            row("RESET", 2)
                                    .tips(
                                            "request_policy:all_nodes",
                                            "response_policy:all_succeeded")
                                    .runs(SlowLogCommands::reset));

    private static final Help HELP =
            Help.of("SLOWLOG")
                    .line(
                            "GET [<count>]",
                            "The latest entries, 10 unless told otherwise, -1 for all: number,"
                                    + " time,",
                            "microseconds taken, words, address and name of the client.")
                    .line("LEN", "How many entries there are.")
                    .line("RESET", "Forgets them.");

    private static final long COUNT = 10;

    private SlowLogCommands() {}

    private static CommandSpec row(String name, int arity) {
        return command(name, arity).since("2.2.12").flags(ADMIN, LOADING, STALE);
    }

    private static Reply help(CommandContext ctx) {
        return HELP.reply(ctx.profile());
    }

    /** {@code SLOWLOG GET [count]}. */
    private static Reply get(CommandContext ctx, Args args) {
        if (args.remaining() > 1) {
            throw new CommandException(ErrorKind.SUBCOMMAND_ARGUMENTS, args.argv()[1], "SLOWLOG");
        }
        long count = args.hasNext() ? count(ctx, args) : COUNT;
        List<Reply> entries = new ArrayList<>();
        Iterator<SlowLog.Entry> all = ctx.server().slowLog().entries();
        while (all.hasNext() && (count < 0 || entries.size() < count)) {
            entries.add(reply(all.next()));
        }
        return Reply.array(entries);
    }

    private static long count(CommandContext ctx, Args args) {
        if (!ctx.has(Feature.SLOWLOG_CHECKS_COUNT)) {
            return args.nextLong();
        }
        long count = Args.toLong(args.next(), ErrorKind.SLOWLOG_COUNT);
        if (count < -1) {
            throw new CommandException(ErrorKind.SLOWLOG_COUNT);
        }
        return count;
    }

    private static Reply reply(SlowLog.Entry entry) {
        return Reply.array(
                Reply.of(entry.id()),
                Reply.of(entry.unixSeconds()),
                Reply.of(entry.micros()),
                Reply.array(entry.words().stream().map(Reply::bulk).toList()),
                Reply.bulk(entry.address()),
                Reply.bulk(entry.name()));
    }

    /** {@code SLOWLOG RESET}. */
    private static Reply reset(CommandContext ctx, Args args) {
        ctx.server().slowLog().clear();
        return Reply.OK;
    }
}
