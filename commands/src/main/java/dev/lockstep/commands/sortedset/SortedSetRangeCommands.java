package dev.lockstep.commands.sortedset;

import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.DELETE;
import static dev.lockstep.command.KeySpec.Access.OW;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.Handler;
import dev.lockstep.commands.sortedset.RangeQuery.By;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.MemberRange;
import dev.lockstep.keyspace.ScoredMember;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;

/** ZRANGE and all that works on a run of a sorted set's members. */
public final class SortedSetRangeCommands {

    public static final List<CommandSpec> ROWS =
            List.of(
                    counting("ZCOUNT", SortedSetRangeCommands::zcount).since("2.0.0"),
                    counting("ZLEXCOUNT", SortedSetRangeCommands::zlexcount).since("2.8.9"),
                    reading("ZRANGE", SortedSetRangeCommands::zrange),
                    reading("ZRANGEBYLEX", ranging(By.LEX, false)).since("2.8.9"),
                    reading("ZRANGEBYSCORE", ranging(By.SCORE, false)).since("1.0.5"),
                    SortedSetCommands.row(
                                    "ZRANGESTORE",
                                    -5,
                                    SortedSetRangeCommands::zrangestore,
                                    WRITE,
                                    DENYOOM)
                            .since("6.2.0")
                            .keys(at(1).access(OW, UPDATE), at(2).access(RO, ACCESS)),
                    removing("ZREMRANGEBYLEX", SortedSetRangeCommands::zremrangebylex)
                            .since("2.8.9"),
                    removing("ZREMRANGEBYRANK", SortedSetRangeCommands::zremrangebyrank)
                            .since("2.0.0"),
                    removing("ZREMRANGEBYSCORE", SortedSetRangeCommands::zremrangebyscore),
                    reading("ZREVRANGE", ranging(By.RANK, true)),
                    reading("ZREVRANGEBYLEX", ranging(By.LEX, true)).since("2.8.9"),
                    reading("ZREVRANGEBYSCORE", ranging(By.SCORE, true)).since("2.2.0"));

    private SortedSetRangeCommands() {}

    private static CommandSpec counting(String name, Handler handler) {
        return SortedSetCommands.row(name, 4, handler, READONLY, FAST)
                .keys(at(1).access(RO, ACCESS));
    }

    private static CommandSpec reading(String name, Handler handler) {
        return SortedSetCommands.row(name, -4, handler, READONLY).keys(at(1).access(RO, ACCESS));
    }

    private static CommandSpec removing(String name, Handler handler) {
        return SortedSetCommands.row(name, 4, handler, WRITE).keys(at(1).access(RW, DELETE));
    }

    /** {@code ZCOUNT key min max}. */
    private static Reply zcount(CommandContext ctx, Args args) {
        Bytes key = args.next();
        return count(ctx, key, RangeQuery.scoreRange(ctx, args.next(), args.next()));
    }

    /** {@code ZLEXCOUNT key min max}. */
    private static Reply zlexcount(CommandContext ctx, Args args) {
        Bytes key = args.next();
        return count(ctx, key, RangeQuery.lexRange(args.next(), args.next()));
    }

    private static Reply count(CommandContext ctx, Bytes key, MemberRange range) {
        SortedSetValue set = SortedSetCommands.read(ctx, key);
        return Reply.of(set == null ? 0 : set.count(range));
    }

    /**
     * {@code ZRANGE key start stop [BYSCORE | BYLEX] [REV] [LIMIT offset count] [WITHSCORES]}. With
     * REV, bounds of score or name stand in the opposite order.
     */
    private static Reply zrange(CommandContext ctx, Args args) {
        Bytes key = args.next();
        return range(ctx, key, RangeQuery.parse(ctx, args, false));
    }

    /** The older commands: ZRANGE with what their names say. */
    private static Handler ranging(By by, boolean reverse) {
        return (ctx, args) -> {
            Bytes key = args.next();
            return range(ctx, key, RangeQuery.parse(ctx, args, by, reverse));
        };
    }

    private static Reply range(CommandContext ctx, Bytes key, RangeQuery query) {
        SortedSetValue set = SortedSetCommands.read(ctx, key);
        return set == null
                ? Reply.EMPTY_ARRAY
                : SortedSetCommands.reply(query.select(set), query.withScores());
    }

    /** {@code ZRANGESTORE dst src min max [BYSCORE | BYLEX] [REV] [LIMIT offset count]}. */
    private static Reply zrangestore(CommandContext ctx, Args args) {
        Bytes destination = args.next();
        Bytes source = args.next();
        RangeQuery query = RangeQuery.parse(ctx, args, true);
        Entry entry = ctx.source(source);
        SortedSetValue set = entry == null ? null : entry.value(SortedSetValue.class);
        SortedSetValue result = new SortedSetValue(ctx.profile());
        if (set != null) {
            for (ScoredMember member : query.select(set)) {
                result.add(member.member(), member.score(), SortedSetCommands.limits(ctx));
            }
        }
        return store(ctx, destination, result, "zrangestore");
    }

    /** Puts {@code result} in place of what is at {@code destination}; an empty one deletes it. */
    static Reply store(CommandContext ctx, Bytes destination, SortedSetValue result, String event) {
        ctx.store(destination, result.isEmpty() ? null : result, KeyEvent.ZSET, event);
        return Reply.of(result.size());
    }

    /** {@code ZREMRANGEBYSCORE key min max}. */
    private static Reply zremrangebyscore(CommandContext ctx, Args args) {
        Bytes key = args.next();
        MemberRange range = RangeQuery.scoreRange(ctx, args.next(), args.next());
        return remove(ctx, key, range, "zremrangebyscore");
    }

    /** {@code ZREMRANGEBYLEX key min max}. */
    private static Reply zremrangebylex(CommandContext ctx, Args args) {
        Bytes key = args.next();
        MemberRange range = RangeQuery.lexRange(args.next(), args.next());
        return remove(ctx, key, range, "zremrangebylex");
    }

    private static Reply remove(CommandContext ctx, Bytes key, MemberRange range, String event) {
        SortedSetValue set = SortedSetCommands.write(ctx, key);
        int removed = set == null ? 0 : set.removeAll(range);
        if (set != null && removed > 0) {
            SortedSetCommands.removed(ctx, key, set, removed, event);
        }
        return Reply.of(removed);
    }

    /** {@code ZREMRANGEBYRANK key start stop}. */
    private static Reply zremrangebyrank(CommandContext ctx, Args args) {
        Bytes key = args.next();
        long start = args.nextLong();
        long stop = args.nextLong();
        SortedSetValue set = SortedSetCommands.write(ctx, key);
        if (set == null) {
            return Reply.ZERO;
        }
        int size = set.size();
        long first = Math.max(start < 0 ? start + size : start, 0);
        long last = Math.min(stop < 0 ? stop + size : stop, size - 1L);
        if (first > last) {
            return Reply.ZERO;
        }
        int removed = (int) (last - first + 1);
        set.removeAt((int) first, removed);
        SortedSetCommands.removed(ctx, key, set, removed, "zremrangebyrank");
        return Reply.of(last - first + 1);
    }
}
