package dev.lockstep.commands;

import dev.lockstep.command.CommandSpec;
import dev.lockstep.commands.connection.ConnectionCommands;
import dev.lockstep.commands.hash.HashCommands;
import java.util.List;
import java.util.stream.Stream;

/** The rows of every family in this module: the one list of them. */
public final class CoreCommands {

    private static final List<CommandSpec> ROWS =
            Stream.of(ConnectionCommands.ROWS, HashCommands.ROWS).flatMap(List::stream).toList();

    private CoreCommands() {}

    public static List<CommandSpec> rows() {
        return ROWS;
    }
}
