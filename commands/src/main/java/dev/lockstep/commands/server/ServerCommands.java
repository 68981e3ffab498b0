package dev.lockstep.commands.server;

import dev.lockstep.command.CommandSpec;
import java.util.List;

/** The rows of this family. */
public final class ServerCommands {

    public static final List<CommandSpec> ROWS = List.of(CommandCommands.COMMAND);

    private ServerCommands() {}
}
