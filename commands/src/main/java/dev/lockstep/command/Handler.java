package dev.lockstep.command;

import dev.lockstep.reply.Reply;

/** What a command does. Arity and rights have been judged before. */
@FunctionalInterface
public interface Handler {

    /**
     * Runs the command.
     *
     * @param args what stands behind the command's name, and behind the subcommand's
     * @throws CommandException for an error reply
     */
    Reply run(CommandContext ctx, Args args);
}
