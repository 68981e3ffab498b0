package dev.lockstep.commands.stream;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.commands.stream.PendingCommands.StreamGroup;
import dev.lockstep.keyspace.ConsumerGroup;
import dev.lockstep.keyspace.PendingEntry;
import dev.lockstep.keyspace.StreamEntry;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** XCLAIM: gives pending entries to another consumer. */
final class Claim {

    private final CommandContext ctx;
    private final StreamValue stream;
    private final ConsumerGroup group;
    private final Claimant claimant;
    private final long minIdleMillis;
    private final List<StreamId> ids = new ArrayList<>();
    private @Nullable Long retryCount;
    private long deliveredMillis;
    private boolean force;
    private boolean justId;
    private StreamId lastId = StreamId.MIN;

    private Claim(CommandContext ctx, StreamGroup target, Claimant claimant, long minIdleMillis) {
        this.ctx = ctx;
        this.stream = target.stream();
        this.group = target.group();
        this.claimant = claimant;
        this.minIdleMillis = minIdleMillis;
        this.deliveredMillis = ctx.nowMillis();
    }

    /**
     * {@code XCLAIM key group consumer min-idle-time id [id ...] [IDLE ms] [TIME ms] [RETRYCOUNT
     * count] [FORCE] [JUSTID] [LASTID id]}. The key is looked at before all else.
     */
    static Reply run(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes groupName = args.next();
        StreamValue stream = ctx.db().read(key, StreamValue.class);
        StreamGroup target = PendingCommands.group(stream, key, groupName);
        Claimant claimant = new Claimant(ctx, key, target.group(), args.next());
        long minIdleMillis = Args.toLong(args.next(), ErrorKind.XCLAIM_MIN_IDLE);
        Claim claim = new Claim(ctx, target, claimant, minIdleMillis);
        claim.parse(args);
        return claim.apply();
    }

    /** Ids first; what is no id begins the options. */
    private void parse(Args args) {
        while (args.hasNext()) {
            StreamId id = StreamId.parse(args.peek(), 0);
            if (id == null) {
                break;
            }
            ids.add(id);
            args.next();
        }
        while (args.hasNext()) {
            boolean more = args.remaining() >= 2;
            if (args.skip("FORCE")) {
                force = true;
            } else if (args.skip("JUSTID")) {
                justId = true;
            } else if (more && args.skip("IDLE")) {
                deliveredMillis = ctx.nowMillis() - Args.toLong(args.next(), ErrorKind.XCLAIM_IDLE);
            } else if (more && args.skip("TIME")) {
                deliveredMillis = Args.toLong(args.next(), ErrorKind.XCLAIM_TIME);
            } else if (more && args.skip("RETRYCOUNT")) {
                retryCount = Args.toLong(args.next(), ErrorKind.XCLAIM_RETRY_COUNT);
            } else if (more && args.skip("LASTID")) {
                lastId = Ids.parse(args.next());
            } else {
                throw new CommandException(ErrorKind.XCLAIM_OPTION, args.next().untilNul());
            }
        }
        if (deliveredMillis < 0 || deliveredMillis > ctx.nowMillis()) {
            deliveredMillis = ctx.nowMillis();
        }
    }

    private Reply apply() {
        boolean advances = lastId.isAfter(group.lastId());
        if (advances) {
            group.setLastId(lastId);
        }
        claimant.seen();
        List<Reply> claimed = new ArrayList<>();
        int changes = 0;
        for (StreamId id : ids) {
            StreamEntry entry = stream.entry(id);
            if (entry == null && ctx.has(Feature.CLAIM_DROPS_DELETED)) {
                changes += group.acknowledge(id) ? 1 : 0;
            } else if (claim(id, entry)) {
                claimed.add(Claimant.reply(id, entry, justId));
                changes++;
            }
        }
        ctx.server().countChanges(changes == 0 && advances ? 1 : changes);
        return Reply.array(claimed);
    }

    private boolean claim(StreamId id, @Nullable StreamEntry entry) {
        PendingEntry pending = group.pending().get(id);
        if (pending == null && (!force || entry == null)) {
            return false;
        }
        if (pending != null
                && minIdleMillis > 0
                && ctx.nowMillis() - pending.deliveredMillis() < minIdleMillis) {
            return false;
        }
        long deliveries = pending == null ? 1 : pending.deliveries();
        if (retryCount != null && retryCount >= 0) {
            deliveries = retryCount;
        } else if (!justId) {
            deliveries++;
        }
        group.assign(id, claimant.consumer()).deliver(deliveredMillis, deliveries);
        claimant.active();
        return true;
    }
}
