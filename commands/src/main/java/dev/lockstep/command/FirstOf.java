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

    /**
     * Runs a command whose arguments are keys and then a timeout in seconds.
     *
     * @throws CommandException when the timeout is none
     */
    public static Reply orBlock(CommandContext ctx, Args args, Value.Type type, Taking taking) {
        List<Bytes> words = args.rest();
        int last = words.size() - 1;
        KeyWait wait = new FirstOf(words.subList(0, last), type, taking);
        return wait.orBlock(ctx, BlockTimeout.inSeconds(ctx, words.get(last)));
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
