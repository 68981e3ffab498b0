package dev.lockstep.commands.stream;

import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.DELETE;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;
import static dev.lockstep.commands.stream.StreamCommands.ANY_OUTPUT;
import static dev.lockstep.commands.stream.StreamCommands.BEFORE_TIPS;
import static dev.lockstep.commands.stream.StreamCommands.row;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.ConsumerGroup;
import dev.lockstep.keyspace.GroupConsumer;
import dev.lockstep.keyspace.PendingEntry;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** XACK, XCLAIM, XAUTOCLAIM and XPENDING: what has been delivered and not acknowledged. */
public final class PendingCommands {

    public static final List<CommandSpec> ROWS =
            List.of(
                    row("XACK", -4, PendingCommands::xack, WRITE, FAST)
                            .keys(at(1).access(RW, UPDATE))
                            .in(BEFORE_TIPS, row -> row.flags(WRITE, RANDOM, FAST)),
                    row("XAUTOCLAIM", -6, AutoClaim::run, WRITE, FAST)
                            .since("6.2.0")
                            .keys(at(1).access(RW, DELETE))
                            .tips(ANY_OUTPUT)
                            .in(BEFORE_TIPS, row -> row.flags(WRITE, RANDOM, FAST)),
                    row("XCLAIM", -6, Claim::run, WRITE, FAST)
                            .keys(at(1).access(RW, UPDATE))
                            .tips(ANY_OUTPUT)
                            .in(BEFORE_TIPS, row -> row.flags(WRITE, RANDOM, FAST)),
                    row("XPENDING", -3, PendingCommands::xpending, READONLY)
                            .keys(at(1).access(RO, ACCESS))
                            .tips(ANY_OUTPUT)
                            .in(BEFORE_TIPS, row -> row.flags(READONLY, RANDOM)));

    private PendingCommands() {}

    /**
     * The group {@code name} of the stream at {@code key}.
     *
     * @throws CommandException when there is no such key or group
     */
    static StreamGroup group(@Nullable StreamValue stream, Bytes key, Bytes name) {
        ConsumerGroup group = stream == null ? null : stream.group(name);
        if (stream == null || group == null) {
            throw new CommandException(
                    ErrorKind.NO_SUCH_KEY_OR_GROUP, key.untilNul(), name.untilNul());
        }
        return new StreamGroup(stream, group);
    }

    /** A stream, and one of its groups. */
    record StreamGroup(StreamValue stream, ConsumerGroup group) {}

    /** {@code XACK key group id [id ...]}. */
    private static Reply xack(CommandContext ctx, Args args) {
        StreamValue stream = ctx.db().read(args.next(), StreamValue.class);
        ConsumerGroup group = stream == null ? null : stream.group(args.next());
        if (group == null) {
            return Reply.ZERO;
        }
        int acknowledged = 0;
        for (StreamId id : Ids.rest(args)) {
            if (group.acknowledge(id)) {
                acknowledged++;
            }
        }
        ctx.server().countChanges(acknowledged);
        return Reply.of(acknowledged);
    }

    /** {@code XPENDING key group [[IDLE min-idle-time] start end count [consumer]]}. */
    private static Reply xpending(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes groupName = args.next();
        if (!args.hasNext()) {
            return summary(group(ctx.db().read(key, StreamValue.class), key, groupName).group());
        }
        int words = args.argv().length;
        if (words < 6 || words > 9) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        long minIdleMillis = 0;
        if (args.skip("IDLE")) {
            minIdleMillis = args.nextLong();
            if (args.remaining() < 3) {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
        Bytes start = args.next();
        Bytes end = args.next();
        long count = args.nextLong();
        StreamId from = Ids.rangeStart(start);
        StreamId to = Ids.rangeEnd(end);
        ConsumerGroup group = group(ctx.db().read(key, StreamValue.class), key, groupName).group();
        NavigableMap<StreamId, PendingEntry> pending = group.pending();
        if (args.hasNext()) {
            GroupConsumer consumer = group.consumer(args.next());
            if (consumer == null) {
                return Reply.EMPTY_ARRAY;
            }
            pending = consumer.pending();
        }
        return range(pending.tailMap(from, true), to, count, minIdleMillis, ctx.nowMillis());
    }

    private static Reply summary(ConsumerGroup group) {
        NavigableMap<StreamId, PendingEntry> pending = group.pending();
        if (pending.isEmpty()) {
            return Reply.array(Reply.ZERO, Reply.NIL, Reply.NIL, Reply.NIL_ARRAY);
        }
        List<Reply> consumers = new ArrayList<>();
        for (GroupConsumer consumer : group.consumers()) {
            if (!consumer.pending().isEmpty()) {
                consumers.add(
                        Reply.array(
                                Reply.bulk(consumer.name()),
                                Reply.bulk(Bytes.of(consumer.pending().size()))));
            }
        }
        return Reply.array(
                Reply.of(pending.size()),
                StreamReplies.id(pending.firstKey()),
                StreamReplies.id(pending.lastKey()),
                Reply.array(consumers));
    }

    private static Reply range(
            NavigableMap<StreamId, PendingEntry> pending,
            StreamId to,
            long count,
            long minIdleMillis,
            long nowMillis) {
        List<Reply> replies = new ArrayList<>();
        for (Map.Entry<StreamId, PendingEntry> each : pending.entrySet()) {
            if (replies.size() >= count || each.getKey().isAfter(to)) {
                break;
            }
            PendingEntry entry = each.getValue();
            long idleMillis = nowMillis - entry.deliveredMillis();
            if (minIdleMillis == 0 || idleMillis >= minIdleMillis) {
                replies.add(
                        Reply.array(
                                StreamReplies.id(each.getKey()),
                                Reply.bulk(entry.consumer().name()),
                                Reply.of(Math.max(idleMillis, 0)),
                                Reply.of(entry.deliveries())));
            }
        }
        return Reply.array(replies);
    }
}
