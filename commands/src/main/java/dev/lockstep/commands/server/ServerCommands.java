package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ADMIN;
import static dev.lockstep.command.Flag.ALLOW_BUSY;
import static dev.lockstep.command.Flag.BLOCKING;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.NO_MULTI;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.BlockTimeout;
import dev.lockstep.command.Caller;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import java.util.stream.Stream;

/** TIME, LASTSAVE, WAIT, MONITOR and SHUTDOWN, and the rows of this family. */
public final class ServerCommands {

    private static final long NANOS_PER_MICRO = 1000;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MILLIS_PER_SECOND = 1000;

    private static final CommandSpec TIME =
            command("TIME", 1)
                    .group(Group.SERVER)
                    .since("2.6.0")
                    .flags(RANDOM, LOADING, STALE, FAST)
                    .tips("nondeterministic_output")
                    .runs(ServerCommands::time);
    private static final CommandSpec LASTSAVE =
            command("LASTSAVE", 1)
                    .group(Group.SERVER)
                    .categories(AclCategory.ADMIN, AclCategory.DANGEROUS)
                    .flags(RANDOM, LOADING, STALE, FAST)
                    .tips("nondeterministic_output")
                    .runs(ServerCommands::lastSave);

    private static final CommandSpec WAIT =
            command("WAIT", 3)
                    .group(Group.GENERIC)
                    .since("3.0.0")
                    .categories(AclCategory.CONNECTION)
                    .flags(BLOCKING)
                    .tips("request_policy:all_shards", "response_policy:agg_min")
                    .in(Range.before("7.2"), row -> row.flags(NOSCRIPT))
                    .in(Range.before("7.0"), row -> row.categories(AclCategory.KEYSPACE))
                    .runs(ServerCommands::waitForReplicas);
    private static final CommandSpec MONITOR =
            command("MONITOR", 1)
                    .group(Group.SERVER)
                    .flags(ADMIN, NOSCRIPT, LOADING, STALE)
                    .runs(ServerCommands::monitor);
    private static final CommandSpec SHUTDOWN =
            command("SHUTDOWN", -1)
                    .group(Group.SERVER)
                    .flags(ADMIN, NOSCRIPT, LOADING, STALE, NO_MULTI, ALLOW_BUSY)
                    .in(
                            Range.before("7.0"),
                            row -> row.flags(ADMIN, NOSCRIPT, LOADING, STALE, ALLOW_BUSY))
                    .runs(ServerCommands::shutdown);

    public static final List<CommandSpec> ROWS =
            Stream.concat(
                            SaveCommands.ROWS.stream(),
                            Stream.of(
                                    CommandCommands.COMMAND,
                                    TIME,
                                    LASTSAVE,
                                    WAIT,
                                    MONITOR,
                                    SHUTDOWN,
                                    ModuleCommands.MODULE,
                                    SlowLogCommands.SLOWLOG,
                                    LatencyCommands.LATENCY,
                                    MemoryCommands.MEMORY,
                                    DebugCommands.DEBUG))
                    .toList();

    private ServerCommands() {}

    /** {@code TIME}. On older servers it moves on even within a script or transaction. */
    private static Reply time(CommandContext ctx, Args args) {
        long nanos =
                ctx.has(Feature.FROZEN_SCRIPT_TIME) ? ctx.nowNanos() : ctx.server().clockNanos();
        long micros = nanos / NANOS_PER_MICRO;
        return Reply.array(
                Reply.bulk(Bytes.of(micros / MICROS_PER_SECOND)),
                Reply.bulk(Bytes.of(micros % MICROS_PER_SECOND)));
    }

    /** {@code LASTSAVE}: when a real server would have saved last, at the latest its start. */
    private static Reply lastSave(CommandContext ctx, Args args) {
        return Reply.of(ctx.server().lastSaveMillis() / MILLIS_PER_SECOND);
    }

    /**
     * {@code WAIT numreplicas timeout}, the timeout in milliseconds, 0 for ever. There are no
     * replicas: it waits in vain, and does not even begin to within a transaction or script.
     */
    private static Reply waitForReplicas(CommandContext ctx, Args args) {
        long replicas = args.nextLong();
        long deadlineNanos = BlockTimeout.inMillis(ctx, args.next());
        if (replicas <= 0 || ctx.client().caller() != Caller.CLIENT) {
            return Reply.ZERO;
        }
        ctx.server().block(ctx.client(), () -> Reply.ZERO, deadlineNanos);
        return Reply.NONE;
    }

    /** {@code MONITOR}. Asking again is not answered. */
    private static Reply monitor(CommandContext ctx, Args args) {
        if (ctx.client().caller() != Caller.CLIENT) {
            throw new CommandException(ErrorKind.MONITOR_NOT_HERE);
        }
        if (ctx.client().isMonitor()) {
            return Reply.NONE;
        }
        ctx.server().setMonitor(ctx.client(), true);
        return Reply.OK;
    }

    /**
     * {@code SHUTDOWN [NOSAVE|SAVE] [NOW] [FORCE] [ABORT]}. There is nothing to save, and nobody to
     * wait for: it ends at once, so that there is never one to abort.
     */
    private static Reply shutdown(CommandContext ctx, Args args) {
        boolean saves = false;
        boolean savesNot = false;
        boolean aborts = false;
        boolean now = false;
        boolean forces = false;
        boolean later = ctx.has(Feature.SHUTDOWN_OPTIONS);
        boolean busy = ctx.server().runningScript() != null;
        int words = args.remaining();
        if (!later && busy && !(words == 1 && startsWithN(args.peek()))) {
            throw new CommandException(ErrorKind.BUSY_SCRIPT);
        }
        while (args.hasNext()) {
            if (args.skip("SAVE")) {
                saves = true;
            } else if (args.skip("NOSAVE")) {
                savesNot = true;
            } else if (later && args.skip("ABORT")) {
                aborts = true;
            } else if (later && args.skip("NOW")) {
                now = true;
            } else if (later && args.skip("FORCE")) {
                forces = true;
            } else {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
        if ((saves && savesNot)
                || (aborts && (saves || savesNot || now || forces))
                || (!later && words > 1)) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        if (aborts) {
            throw new CommandException(ErrorKind.NO_SHUTDOWN);
        }
        if (later && !now && ctx.client().caller() != Caller.CLIENT) {
            throw new CommandException(ErrorKind.SHUTDOWN_NOT_HERE);
        }
        if (busy && !savesNot) {
            throw new CommandException(ErrorKind.BUSY_SCRIPT);
        }
        ctx.server().host().shutdown();
        return Reply.NONE;
    }

    /** All that older servers look at while a script overruns. */
    private static boolean startsWithN(Bytes word) {
        return !word.isEmpty() && (word.at(0) | 0x20) == 'n';
    }
}
