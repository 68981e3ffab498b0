package dev.lockstep.commands.sortedset;

import static dev.lockstep.command.Flag.BLOCKING;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.DELETE;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.counted;
import static dev.lockstep.command.KeySpec.range;

import dev.lockstep.command.Args;
import dev.lockstep.command.BlockTimeout;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.FirstOf;
import dev.lockstep.command.Handler;
import dev.lockstep.command.KeyWait;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** BZPOPMIN, BZPOPMAX and BZMPOP: they pop from a sorted set, or wait for one. */
public final class SortedSetBlockingCommands {

    public static final List<CommandSpec> ROWS =
            List.of(
                    row("BZPOPMIN", SortedSetBlockingCommands::bzpopmin),
                    row("BZPOPMAX", SortedSetBlockingCommands::bzpopmax),
                    SortedSetCommands.row(
                                    "BZMPOP",
                                    -5,
                                    SortedSetBlockingCommands::bzmpop,
                                    WRITE,
                                    BLOCKING)
                            .since("7.0.0")
                            .keys(counted(2).access(RW, ACCESS, DELETE)));

    private SortedSetBlockingCommands() {}

    private static CommandSpec row(String name, Handler handler) {
        return SortedSetCommands.row(name, -3, handler, WRITE, BLOCKING, FAST)
                .since("5.0.0")
                .keys(range(1, -2, 1).access(RW, ACCESS, DELETE))
                .in(Range.before("7.2"), row -> row.flags(WRITE, NOSCRIPT, BLOCKING, FAST));
    }

    /** {@code BZPOPMIN key [key ...] timeout}. */
    private static Reply bzpopmin(CommandContext ctx, Args args) {
        return pop(ctx, args, false);
    }

    /** {@code BZPOPMAX key [key ...] timeout}. */
    private static Reply bzpopmax(CommandContext ctx, Args args) {
        return pop(ctx, args, true);
    }

    private static Reply pop(CommandContext ctx, Args args, boolean max) {
        return FirstOf.orBlock(
                ctx, args, Value.Type.ZSET, (context, key) -> keyMemberAndScore(context, key, max));
    }

    private static @Nullable Reply keyMemberAndScore(CommandContext ctx, Bytes key, boolean max) {
        SortedSetValue set = SortedSetCommands.write(ctx, key);
        if (set == null) {
            return null;
        }
        List<Reply> reply = new ArrayList<>();
        reply.add(Reply.bulk(key));
        reply.addAll(SortedSetCommands.pop(ctx, key, set, 1, max));
        return Reply.array(reply);
    }

    /**
     * {@code BZMPOP timeout numkeys key [key ...] MIN | MAX [COUNT count]}. The timeout is judged
     * last.
     */
    private static Reply bzmpop(CommandContext ctx, Args args) {
        Bytes timeout = args.next();
        KeyWait pop = SortedSetCommands.multiPop(args);
        return pop.orBlock(ctx, BlockTimeout.inSeconds(ctx, timeout));
    }
}
