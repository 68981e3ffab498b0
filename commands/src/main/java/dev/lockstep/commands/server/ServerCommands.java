package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.Group;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;

/** TIME and LASTSAVE, and the rows of this family. */
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

    public static final List<CommandSpec> ROWS =
            List.of(CommandCommands.COMMAND, TIME, LASTSAVE, ModuleCommands.MODULE);

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

    /** {@code LASTSAVE}: nothing is ever saved, so this is when the server started. */
    private static Reply lastSave(CommandContext ctx, Args args) {
        return Reply.of(ctx.server().startedMillis() / MILLIS_PER_SECOND);
    }
}
