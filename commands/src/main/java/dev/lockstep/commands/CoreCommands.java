package dev.lockstep.commands;

import dev.lockstep.command.CommandFamily;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.commands.config.ConfigCommands;
import dev.lockstep.commands.connection.ConnectionCommands;
import dev.lockstep.commands.generic.DatabaseCommands;
import dev.lockstep.commands.generic.ExpireCommands;
import dev.lockstep.commands.generic.KeyCommands;
import dev.lockstep.commands.generic.ObjectCommands;
import dev.lockstep.commands.generic.ScanCommand;
import dev.lockstep.commands.hash.HashCommands;
import dev.lockstep.commands.server.InfoCommand;
import dev.lockstep.commands.server.ServerCommands;
import dev.lockstep.commands.sortedset.SortedSetAlgebraCommands;
import dev.lockstep.commands.sortedset.SortedSetCommands;
import dev.lockstep.commands.sortedset.SortedSetRangeCommands;
import dev.lockstep.commands.string.CounterCommands;
import dev.lockstep.commands.string.LcsCommands;
import dev.lockstep.commands.string.StringCommands;
import dev.lockstep.commands.transactions.TransactionCommands;
import java.util.List;

/** The families of commands in this module: the one list of them, the likeliest first. */
public final class CoreCommands {

    private static final List<CommandFamily> FAMILIES =
            List.of(
                    () -> ConnectionCommands.ROWS,
                    () -> KeyCommands.ROWS,
                    () -> ExpireCommands.ROWS,
                    () -> ScanCommand.ROWS,
                    () -> ObjectCommands.ROWS,
                    () -> DatabaseCommands.ROWS,
                    () -> StringCommands.ROWS,
                    () -> CounterCommands.ROWS,
                    () -> LcsCommands.ROWS,
                    () -> HashCommands.ROWS,
                    () -> SortedSetCommands.ROWS,
                    () -> SortedSetRangeCommands.ROWS,
                    () -> SortedSetAlgebraCommands.ROWS,
                    () -> ServerCommands.ROWS,
                    () -> InfoCommand.ROWS,
                    () -> TransactionCommands.ROWS,
                    () -> ConfigCommands.ROWS);

    private CoreCommands() {}

    public static List<CommandFamily> families() {
        return FAMILIES;
    }

    /** The rows of all families. */
    public static List<CommandSpec> rows() {
        return FAMILIES.stream().map(CommandFamily::rows).flatMap(List::stream).toList();
    }
}
