package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ADMIN;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.NO_ASYNC_LOADING;
import static dev.lockstep.command.Flag.NO_MULTI;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.Flag;
import dev.lockstep.command.Group;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import java.util.List;

/**
 * SAVE, BGSAVE and BGREWRITEAOF. There are no files: what is saved is kept in memory, for DEBUG
 * RELOAD NOSAVE and its like, and is saved at once.
 */
final class SaveCommands {

    static final List<CommandSpec> ROWS =
            List.of(
                    row("SAVE", 1, NO_MULTI)
                            .in(Range.before("7.0"), row -> row.flags(ADMIN, NOSCRIPT))
                            .runs(SaveCommands::save),
                    row("BGSAVE", -1).runs(SaveCommands::backgroundSave),
                    row("BGREWRITEAOF", 1).runs(SaveCommands::rewriteAof));

    private SaveCommands() {}

    private static CommandSpec row(String name, int arity) {
        return command(name, arity).group(Group.SERVER).flags(ADMIN, NOSCRIPT, NO_ASYNC_LOADING);
    }

    private static CommandSpec row(String name, int arity, Flag flag) {
        return row(name, arity).flags(ADMIN, NOSCRIPT, NO_ASYNC_LOADING, flag);
    }

    /** {@code SAVE}. */
    private static Reply save(CommandContext ctx, Args args) {
        DebugData.save(ctx.server());
        return Reply.OK;
    }

    /** {@code BGSAVE [SCHEDULE]}. */
    private static Reply backgroundSave(CommandContext ctx, Args args) {
        args.skip("SCHEDULE");
        args.end();
        DebugData.save(ctx.server());
        return Reply.status("Background saving started");
    }

    /** {@code BGREWRITEAOF}. */
    private static Reply rewriteAof(CommandContext ctx, Args args) {
        DebugData.rewriteAof(ctx.server());
        return Reply.status("Background append only file rewriting started");
    }
}
