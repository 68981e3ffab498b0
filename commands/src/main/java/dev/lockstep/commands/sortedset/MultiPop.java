package dev.lockstep.commands.sortedset;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.KeyWait;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What ZMPOP and BZMPOP do: pop from the first of several keys that has something. */
record MultiPop(List<Bytes> keys, boolean max, long count) implements KeyWait {

    /** Reads {@code numkeys key [key ...] MIN | MAX [COUNT count]}. */
    static MultiPop parse(Args args) {
        List<Bytes> keys = args.countedKeys();
        boolean max = args.skip("MAX");
        if (!max && !args.skip("MIN")) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        long count = 1;
        if (args.skip("COUNT")) {
            count = args.nextPositive(ErrorKind.COUNT_NOT_POSITIVE);
        }
        args.end();
        return new MultiPop(keys, max, count);
    }

    @Override
    public Value.Type type() {
        return Value.Type.ZSET;
    }

    /** Replies with the key popped from, and what it gave. */
    @Override
    public @Nullable Reply attempt(CommandContext ctx, List<Bytes> among) {
        for (Bytes key : among) {
            SortedSetValue set = SortedSetCommands.write(ctx, key);
            if (set != null) {
                List<Reply> popped = SortedSetCommands.pop(ctx, key, set, count, max);
                return Reply.array(Reply.bulk(key), nested(popped));
            }
        }
        return null;
    }

    /** Arrays of two, whatever the protocol. */
    private static Reply nested(List<Reply> firstsAndSeconds) {
        List<Reply> pairs = new ArrayList<>(firstsAndSeconds.size() / 2);
        for (int i = 0; i < firstsAndSeconds.size(); i += 2) {
            pairs.add(Reply.array(firstsAndSeconds.get(i), firstsAndSeconds.get(i + 1)));
        }
        return Reply.array(pairs);
    }
}
