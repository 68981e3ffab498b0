package dev.lockstep.command;

import dev.lockstep.keyspace.Value;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes something from the first of several keys that has anything, as BLPOP does. */
public record FirstOf(List<Bytes> keys, Value.Type type, Taking taking) implements KeyWait {

    /** What is done with one key. */
    @FunctionalInterface
    public interface Taking {

        /** The reply, or null when there is nothing at {@code key}. */
        @Nullable Reply from(CommandContext ctx, Bytes key);
    }

    @Override
    public @Nullable Reply attempt(CommandContext ctx, List<Bytes> among) {
        for (Bytes key : among) {
            Reply reply = taking.from(ctx, key);
            if (reply != null) {
                return reply;
            }
        }
        return null;
    }
}
