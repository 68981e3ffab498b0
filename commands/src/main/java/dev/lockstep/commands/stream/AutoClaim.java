package dev.lockstep.commands.stream;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.commands.stream.PendingCommands.StreamGroup;
import dev.lockstep.keyspace.ConsumerGroup;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.PendingEntry;
import dev.lockstep.keyspace.StreamEntry;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** XAUTOCLAIM: gives pending entries that have been idle for long to another consumer, in steps. */
final class AutoClaim {

    private static final long DEFAULT_COUNT = 100;

    /** How many pending entries it looks at for each one that it may claim. */
    private static final long ATTEMPTS_PER_ENTRY = 10;

    /** The greatest count since there is room set aside for as many ids. */
    private static final long MAX_COUNT = Long.MAX_VALUE / 16;

    /** As many ids fill all that a process can address. */
    private static final long UNADDRESSABLE_COUNT = 1L << 43;

    private final CommandContext ctx;
    private final StreamValue stream;
    private final ConsumerGroup group;
    private final Claimant claimant;
    private final long minIdleMillis;
    private final boolean justId;
    private final List<Reply> claimed = new ArrayList<>();
    private final List<Reply> deleted = new ArrayList<>();

    private AutoClaim(
            CommandContext ctx,
            StreamGroup target,
            Claimant claimant,
            long minIdleMillis,
            boolean justId) {
        this.ctx = ctx;
        this.stream = target.stream();
        this.group = target.group();
        this.claimant = claimant;
        this.minIdleMillis = minIdleMillis;
        this.justId = justId;
    }

    /**
     * {@code XAUTOCLAIM key group consumer min-idle-time start [COUNT count] [JUSTID]}. Whether the
     * key is of another type matters only after the options.
     */
    static Reply run(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes groupName = args.next();
        Bytes consumerName = args.next();
        Entry entry = ctx.db().find(key);
        long minIdleMillis = Args.toLong(args.next(), ErrorKind.XAUTOCLAIM_MIN_IDLE);
        StreamId start = Ids.rangeStart(args.next());
        long count = DEFAULT_COUNT;
        boolean justId = false;
        while (args.hasNext()) {
            if (args.remaining() >= 2 && args.skip("COUNT")) {
                count = count(ctx, args.next());
            } else if (args.skip("JUSTID")) {
                justId = true;
            } else {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
        StreamValue stream = entry == null ? null : entry.value(StreamValue.class);
        StreamGroup target = PendingCommands.group(stream, key, groupName);
        if (count >= UNADDRESSABLE_COUNT && ctx.has(Feature.CLAIM_DROPS_DELETED)) {
            throw new CommandException(ErrorKind.XAUTOCLAIM_COUNT_TOO_HIGH);
        }
        Claimant claimant = new Claimant(ctx, key, target.group(), consumerName);
        return new AutoClaim(ctx, target, claimant, minIdleMillis, justId).apply(start, count);
    }

    private static long count(CommandContext ctx, Bytes text) {
        long count = Args.toLong(text, ErrorKind.XAUTOCLAIM_COUNT);
        if (count < 1 || (count > MAX_COUNT && ctx.has(Feature.CLAIM_DROPS_DELETED))) {
            throw new CommandException(ErrorKind.XAUTOCLAIM_COUNT);
        }
        return count;
    }

    private Reply apply(StreamId start, long count) {
        claimant.seen();
        long left = count;
        long attempts = count * ATTEMPTS_PER_ENTRY; // which may overflow, as in C
        Map.Entry<StreamId, PendingEntry> next = group.pending().ceilingEntry(start);
        while (next != null && attempts-- != 0 && left > 0) {
            StreamId id = next.getKey();
            if (take(id, next.getValue())) {
                left--;
            }
            next = group.pending().higherEntry(id);
        }
        ctx.server().countChanges(claimed.size() + deleted.size());
        Reply cursor = StreamReplies.id(next == null ? StreamId.MIN : next.getKey());
        return ctx.has(Feature.CLAIM_DROPS_DELETED)
                ? Reply.array(cursor, Reply.array(claimed), Reply.array(deleted))
                : Reply.array(cursor, Reply.array(claimed));
    }

    /** Claims the entry, or forgets about it when it has been deleted; not when it is too young. */
    private boolean take(StreamId id, PendingEntry pending) {
        StreamEntry entry = stream.entry(id);
        if (entry == null && ctx.has(Feature.CLAIM_DROPS_DELETED)) {
            group.acknowledge(id);
            deleted.add(StreamReplies.id(id));
            return true;
        }
        if (minIdleMillis > 0 && ctx.nowMillis() - pending.deliveredMillis() < minIdleMillis) {
            return false;
        }
        group.assign(id, claimant.consumer())
                .deliver(ctx.nowMillis(), pending.deliveries() + (justId ? 0 : 1));
        claimant.active();
        claimed.add(Claimant.reply(id, entry, justId));
        return true;
    }
}
