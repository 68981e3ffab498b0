package dev.lockstep.command;

import dev.lockstep.keyspace.Value;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a command does that waits for keys to hold something, as BLPOP and XREAD do. It is tried
 * when the command comes, and again whenever one of the keys is signalled; see {@link
 * BlockedClients}.
 *
 * <pre>{@code
 * KeyWait pop = new FirstOf(keys, Value.Type.LIST, (ctx, key) -> …);
 * return pop.orBlock(ctx, BlockTimeout.inSeconds(ctx, args.next()));
 * }</pre>
 */
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

    /** Does it if it can be done just now, without waiting. */
    default Reply atOnce(CommandContext ctx) {
        Reply reply = attempt(ctx, keys());
        return reply == null ? nothing() : reply;
    }

    /**
     * Does it; when it cannot be done just now, the client is made to wait until it can, unless it
     * is a transaction or a script that asks.
     *
     * @param deadlineNanos until when to wait, see {@link BlockTimeout}
     * @return the reply, {@link Reply#NONE} when the client waits
     */
    default Reply orBlock(CommandContext ctx, long deadlineNanos) {
        return ctx.server().blockedClients().run(ctx, this, deadlineNanos);
    }

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
