package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ADMIN;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.NO_ASYNC_LOADING;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Help;
import dev.lockstep.command.RedisModule;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import java.util.ArrayList;
import java.util.List;

/**
 * MODULE: what modules there are. They are part of the program, so none can be loaded or unloaded,
 * as on a server whose settings forbid it.
 */
final class ModuleCommands {

    static final CommandSpec MODULE =
            command("MODULE", -2)
                    .group(Group.SERVER)
                    .since("4.0.0")
                    .in(Range.before("7.0"), row -> row.flags(ADMIN, NOSCRIPT))
                    .subcommands(
                            command("HELP", 2)
                                    .since("5.0.0")
                                    .flags(LOADING, STALE)
                                    .runs(ModuleCommands::help),
                            command("LIST", 2)
                                    .since("4.0.0")
                                    .flags(ADMIN, NOSCRIPT)
                                    .tips("nondeterministic_output_order")
                                    .runs(ModuleCommands::list),
                            change("LOAD", -3, "4.0.0").runs(ModuleCommands::load),
                            change("LOADEX", -3, "7.0.0").runs(ModuleCommands::load),
                            change("UNLOAD", 3, "4.0.0").runs(ModuleCommands::unload));

    private static final Help HELP =
            Help.of("MODULE")
                    .line("LIST", "The modules that there are.")
                    .line("LOAD <path> [<arg> ...]", "Is refused: modules come with the program.")
                    .line(
                            Range.since("7.0"),
                            "LOADEX <path> [[CONFIG NAME VALUE] [CONFIG NAME VALUE]] [ARGS ...]",
                            "Is refused likewise.")
                    .line("UNLOAD <name>", "Is refused likewise.");

    private ModuleCommands() {}

    private static CommandSpec change(String name, int arity, String since) {
        return command(name, arity).since(since).flags(ADMIN, NOSCRIPT, NO_ASYNC_LOADING);
    }

    /**
     * {@code MODULE LIST}. A module of ours is no file, so its path is empty, as real servers have
     * it for the modules that are built into them.
     */
    private static Reply list(CommandContext ctx, Args args) {
        List<Reply> modules = new ArrayList<>();
        for (RedisModule module : ctx.server().modules()) {
            List<Reply> fields = new ArrayList<>();
            fields.add(Reply.bulk("name"));
            fields.add(Reply.bulk(module.name()));
            fields.add(Reply.bulk("ver"));
            fields.add(Reply.of(module.version()));
            if (ctx.has(Feature.MODULE_PATHS)) {
                fields.add(Reply.bulk("path"));
                fields.add(Reply.EMPTY_BULK);
                fields.add(Reply.bulk("args"));
                fields.add(Reply.EMPTY_ARRAY);
            }
            modules.add(new Reply.MapOf(fields));
        }
        return Reply.array(modules);
    }

    /** {@code MODULE LOAD path [arg ...]} and {@code MODULE LOADEX}. */
    private static Reply load(CommandContext ctx, Args args) {
        throw new CommandException(ErrorKind.MODULE_NOT_LOADED);
    }

    /** {@code MODULE UNLOAD name}. */
    private static Reply unload(CommandContext ctx, Args args) {
        String name = args.next().latin1();
        boolean known = ctx.server().modules().stream().anyMatch(m -> m.name().equals(name));
        throw new CommandException(
                known ? ErrorKind.MODULE_NOT_UNLOADED : ErrorKind.MODULE_UNKNOWN);
    }

    /** {@code MODULE HELP}. */
    private static Reply help(CommandContext ctx, Args args) {
        return HELP.reply(ctx.profile());
    }
}
