package dev.lockstep.commands.connection;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import java.util.List;

/** PING, ECHO, SELECT and their like. */
public final class ConnectionCommands {

    private static final CommandSpec PING =
            command("PING", -1)
                    .group(Group.CONNECTION)
                    .flags(FAST)
                    .in(Range.before("7.0"), row -> row.flags(STALE, FAST))
                    .tips("request_policy:all_shards", "response_policy:all_succeeded")
                    .runs(ConnectionCommands::ping);
    private static final CommandSpec ECHO =
            command("ECHO", 2)
                    .group(Group.CONNECTION)
                    .flags(LOADING, STALE, FAST)
                    .in(Range.before("7.0"), row -> row.flags(FAST))
                    .runs((ctx, args) -> Reply.bulk(args.next()));

    public static final List<CommandSpec> ROWS = List.of(PING, ECHO);

    private ConnectionCommands() {}

    /** {@code PING [message]}. */
    private static Reply ping(CommandContext ctx, Args args) {
        if (args.remaining() > 1) {
            throw new CommandException(ErrorKind.WRONG_ARITY, "ping");
        }
        return args.hasNext() ? Reply.bulk(args.next()) : Reply.PONG;
    }
}
