package dev.lockstep.command;

import dev.lockstep.keyspace.Value;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a command does that waits for keys, as BLPOP and XREAD do; see {@link BlockedClients}. */
public interface KeyWait {

    /** The keys, in the order in which the command names them. */
    List<Bytes> keys();

    /** The type of value that the command can do something with. */
    Value.Type type();

    /**
     * Does what the command is there for, on {@code keys}, which are all of its keys or just the
     * one that has been signalled; without effect when there is nothing to be had.
     *
     * @return the reply, or null when the client has to wait, or to go on waiting
     * @throws CommandException for an error reply, which ends the wait as well
     */
    @Nullable Reply attempt(CommandContext ctx, List<Bytes> keys);

    /** The reply where nothing is to be had and nobody can wait: in a transaction or script. */
    default Reply nothing() {
        return Reply.NIL_ARRAY;
    }

    /**
     * Whether the command wants to be tried as well when a key is gone, or has come to hold another
     * type: XREADGROUP does.
     */
    default boolean caresForMissingKey() {
        return false;
    }
}
