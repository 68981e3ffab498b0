package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.MOVABLEKEYS;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.STALE;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.at;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Help;
import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.MemoryEstimate;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * MEMORY: what keys and the server take. The figures are what a real server might say; what is kept
 * here is not kept as it is there.
 */
final class MemoryCommands {

    private static final AclCategory[] NO_CATEGORIES = {};

    static final CommandSpec MEMORY =
            command("MEMORY", -2)
                    .group(Group.SERVER)
                    .since("4.0.0")
                    .categories(NO_CATEGORIES)
                    .in(Range.before("7.0"), row -> row.flags(READONLY, RANDOM, MOVABLEKEYS))
                    .subcommands(
                            report("DOCTOR").runs(MemoryCommands::doctor),
                            command("HELP", 2)
                                    .since("4.0.0")
                                    .flags(LOADING, STALE)
                                    .runs((ctx, args) -> help(ctx)),
                            report("MALLOC-STATS").runs(MemoryCommands::mallocStats),
                            command("PURGE", 2)
                                    .since("4.0.0")
                                    .tips(
                                            "request_policy:all_shards",
                                            "response_policy:all_succeeded")
                                    .runs((ctx, args) -> Reply.OK),
                            report("STATS").runs(MemoryCommands::stats),
                            command("USAGE", -3)
                                    .since("4.0.0")
                                    .flags(READONLY)
                                    .keys(at(2).access(RO))
                                    .runs(MemoryCommands::usage));

    private static final Help HELP =
            Help.of("MEMORY")
                    .line("DOCTOR", "Tells in words whether memory is short.")
                    .line("MALLOC-STATS", "Tells of the allocator, of which there is none.")
                    .line("PURGE", "Does nothing.")
                    .line("STATS", "What the server takes for what.")
                    .line(
                            "USAGE <key> [SAMPLES <count>]",
                            "What a key and its value take, in bytes. All of it is looked at.");

    /** What a server takes that has just been started. */
    private static final long STARTUP = 900_000;

    private MemoryCommands() {}

    private static CommandSpec report(String name) {
        return command(name, 2)
                .since("4.0.0")
                .tips(
                        "nondeterministic_output",
                        "request_policy:all_shards",
                        "response_policy:special");
    }

    private static Reply help(CommandContext ctx) {
        return HELP.reply(ctx.profile());
    }

    /** {@code MEMORY DOCTOR}: the report is prose, so it is our own. */
    private static Reply doctor(CommandContext ctx, Args args) {
        return Reply.verbatim(
                Bytes.of("There is nothing to be said about the memory of this server.\n"));
    }

    /** {@code MEMORY MALLOC-STATS}. */
    private static Reply mallocStats(CommandContext ctx, Args args) {
        return Reply.bulk("Stats not supported for the current allocator");
    }

    /** {@code MEMORY USAGE key [SAMPLES count]}. */
    private static Reply usage(CommandContext ctx, Args args) {
        Bytes key = args.next();
        while (args.hasNext()) {
            if (args.remaining() < 2 || !args.skip("SAMPLES")) {
                throw new CommandException(ErrorKind.SYNTAX);
            }
            if (args.nextLong() < 0) {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
        Entry entry = ctx.db().peek(key);
        return entry == null ? Reply.NIL : Reply.of(MemoryEstimate.of(key, entry.value()));
    }

    /** {@code MEMORY STATS}. */
    private static Reply stats(CommandContext ctx, Args args) {
        List<Reply> fields = new ArrayList<>();
        long dataset = 0;
        long keys = 0;
        for (Db db : ctx.server().keyspace().databases()) {
            for (Bytes key : db.keys()) {
                Entry entry = db.peekEvenExpired(key);
                dataset += entry == null ? 0 : MemoryEstimate.of(key, entry.value());
                keys++;
            }
        }
        MemoryStats.append(ctx, fields, STARTUP, dataset, keys);
        return new Reply.MapOf(fields);
    }
}
