package dev.lockstep.commands;

import dev.lockstep.command.CommandFamily;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.commands.bitmap.BitmapCommands;
import dev.lockstep.commands.config.ConfigCommands;
import dev.lockstep.commands.connection.ConnectionCommands;
import dev.lockstep.commands.generic.DatabaseCommands;
import dev.lockstep.commands.generic.ExpireCommands;
import dev.lockstep.commands.generic.KeyCommands;
import dev.lockstep.commands.generic.ObjectCommands;
import dev.lockstep.commands.generic.ScanCommand;
import dev.lockstep.commands.generic.SortCommand;
import dev.lockstep.commands.hash.HashCommands;
import dev.lockstep.commands.list.ListBlockingCommands;
import dev.lockstep.commands.list.ListCommands;
import dev.lockstep.commands.pubsub.PubSubCommands;
import dev.lockstep.commands.server.InfoCommand;
import dev.lockstep.commands.server.ServerCommands;
import dev.lockstep.commands.set.SetAlgebraCommands;
import dev.lockstep.commands.set.SetCommands;
import dev.lockstep.commands.sortedset.SortedSetAlgebraCommands;
import dev.lockstep.commands.sortedset.SortedSetBlockingCommands;
import dev.lockstep.commands.sortedset.SortedSetCommands;
import dev.lockstep.commands.sortedset.SortedSetRangeCommands;
import dev.lockstep.commands.stream.GroupCommands;
import dev.lockstep.commands.stream.PendingCommands;
import dev.lockstep.commands.stream.StreamCommands;
import dev.lockstep.commands.stream.StreamInfoCommands;
import dev.lockstep.commands.stream.StreamReadCommands;
import dev.lockstep.commands.string.CounterCommands;
import dev.lockstep.commands.string.LcsCommands;
import dev.lockstep.commands.string.StringCommands;
import dev.lockstep.commands.transactions.TransactionCommands;
import java.util.List;

/**
 * The families of commands in this module: the one list of them, the likeliest first. The class
 * that holds a family's rows is loaded when they are first asked for.
 */
public enum CoreCommands implements CommandFamily {
    CONNECTION,
    KEY,
    EXPIRE,
    SCAN,
    SORT,
    OBJECT,
    DATABASE,
    STRING,
    COUNTER,
    LCS,
    HASH,
    LIST,
    LIST_BLOCKING,
    SET,
    SET_ALGEBRA,
    SORTED_SET,
    SORTED_SET_RANGE,
    SORTED_SET_ALGEBRA,
    SORTED_SET_BLOCKING,
    BITMAP,
    STREAM,
    STREAM_READ,
    STREAM_GROUP,
    STREAM_PENDING,
    STREAM_INFO,
    SERVER,
    INFO,
    TRANSACTION,
    PUBSUB,
    CONFIG;

    @Override
    public List<CommandSpec> rows() {
        return switch (this) {
            case CONNECTION -> ConnectionCommands.ROWS;
            case KEY -> KeyCommands.ROWS;
            case EXPIRE -> ExpireCommands.ROWS;
            case SCAN -> ScanCommand.ROWS;
            case SORT -> SortCommand.ROWS;
            case OBJECT -> ObjectCommands.ROWS;
            case DATABASE -> DatabaseCommands.ROWS;
            case STRING -> StringCommands.ROWS;
            case COUNTER -> CounterCommands.ROWS;
            case LCS -> LcsCommands.ROWS;
            case HASH -> HashCommands.ROWS;
            case LIST -> ListCommands.ROWS;
            case LIST_BLOCKING -> ListBlockingCommands.ROWS;
            case SET -> SetCommands.ROWS;
            case SET_ALGEBRA -> SetAlgebraCommands.ROWS;
            case SORTED_SET -> SortedSetCommands.ROWS;
            case SORTED_SET_RANGE -> SortedSetRangeCommands.ROWS;
            case SORTED_SET_ALGEBRA -> SortedSetAlgebraCommands.ROWS;
            case SORTED_SET_BLOCKING -> SortedSetBlockingCommands.ROWS;
            case BITMAP -> BitmapCommands.ROWS;
            case STREAM -> StreamCommands.ROWS;
            case STREAM_READ -> StreamReadCommands.ROWS;
            case STREAM_GROUP -> GroupCommands.ROWS;
            case STREAM_PENDING -> PendingCommands.ROWS;
            case STREAM_INFO -> StreamInfoCommands.ROWS;
            case SERVER -> ServerCommands.ROWS;
            case INFO -> InfoCommand.ROWS;
            case TRANSACTION -> TransactionCommands.ROWS;
            case PUBSUB -> PubSubCommands.ROWS;
            case CONFIG -> ConfigCommands.ROWS;
        };
    }

    public static List<CommandFamily> families() {
        return List.of(values());
    }

    /** The rows of all families. */
    public static List<CommandSpec> allRows() {
        return families().stream().map(CommandFamily::rows).flatMap(List::stream).toList();
    }
}
