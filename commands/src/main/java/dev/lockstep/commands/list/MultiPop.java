package dev.lockstep.commands.list;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.KeyWait;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What LMPOP and BLMPOP do: pop from the first of several keys that has something. */
record MultiPop(List<Bytes> keys, boolean left, long count) implements KeyWait {

    /** Reads {@code numkeys key [key ...] LEFT|RIGHT [COUNT count]}. */
    static MultiPop parse(Args args) {
        List<Bytes> keys = args.countedKeys();
        boolean left = Move.isLeft(args);
        long count = 1;
        if (args.skip("COUNT")) {
            count = args.nextPositive(ErrorKind.COUNT_NOT_POSITIVE);
        }
        args.end();
        return new MultiPop(keys, left, count);
    }

    @Override
    public Value.Type type() {
        return Value.Type.LIST;
    }

    /** Replies with the key popped from, and what it gave. */
    @Override
    public @Nullable Reply attempt(CommandContext ctx, List<Bytes> among) {
        for (Bytes key : among) {
            ListValue list = ListCommands.write(ctx, key);
            if (list != null) {
                List<Reply> popped = ListCommands.pop(ctx, key, list, count, left);
                return Reply.array(Reply.bulk(key), Reply.array(popped));
            }
        }
        return null;
    }
}
