package dev.lockstep.commands.stream;

import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.KeyWait;
import dev.lockstep.keyspace.ConsumerGroup;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.GroupConsumer;
import dev.lockstep.keyspace.PendingEntry;
import dev.lockstep.keyspace.StreamEntry;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One call of XREAD or XREADGROUP, from its arguments to the entries. */
final class StreamRead implements KeyWait {

    private static final Bytes LAST_ID = Bytes.of("$");
    private static final Bytes LAST_ENTRY = Bytes.of("+");
    private static final Bytes NEVER_DELIVERED = Bytes.of(">");

    private final ReadRequest request;
    private final boolean mindsMissingKey;

    /** The ids asked for; once tried, those that stand for the last are what it was then. */
    private final List<Bytes> ids;

    /** Behind which id to begin in each stream; null for what the group has not delivered yet. */
    private final List<@Nullable StreamId> after = new ArrayList<>();

    StreamRead(CommandContext ctx, ReadRequest request) {
        this.request = request;
        this.mindsMissingKey = request.group() != null && ctx.has(Feature.GROUP_READ_MINDS_KEY);
        this.ids = new ArrayList<>(request.ids());
    }

    @Override
    public List<Bytes> keys() {
        return request.keys();
    }

    @Override
    public Value.Type type() {
        return Value.Type.STREAM;
    }

    @Override
    public boolean caresForMissingKey() {
        return mindsMissingKey;
    }

    @Override
    public @Nullable Reply attempt(CommandContext ctx, List<Bytes> keys) {
        boolean waiting = !after.isEmpty();
        return waiting && !ctx.has(Feature.BLOCKED_COMMANDS_RUN_AGAIN)
                ? serve(ctx, keys.get(0))
                : run(ctx);
    }

    /** The entries there are, or null. All arguments are judged before anything is read. */
    private @Nullable Reply run(CommandContext ctx) {
        List<Bytes> keys = keys();
        after.clear();
        for (int i = 0; i < keys.size(); i++) {
            StreamValue stream = ctx.db().read(keys.get(i), StreamValue.class);
            if (request.group() != null) {
                group(stream, keys.get(i), request.group());
            }
            StreamId begin = after(ctx, stream, ids.get(i).untilNul());
            after.add(begin);
            if (begin != null && ids.get(i).equals(LAST_ID)) {
                ids.set(i, begin.text());
            }
        }
        List<Reply> found = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            StreamValue stream = ctx.db().read(keys.get(i), StreamValue.class);
            Reply entries = stream == null ? null : read(ctx, keys.get(i), stream, after.get(i));
            if (entries != null) {
                found.add(Reply.bulk(keys.get(i)));
                found.add(entries);
            }
        }
        return found.isEmpty() ? null : reply(ctx, found);
    }

    /**
     * How old servers serve who waits: only the one key that has been signalled, and for any id
     * that has been given since, even when its entry has gone again.
     */
    private @Nullable Reply serve(CommandContext ctx, Bytes key) {
        Entry entry = ctx.db().findForWrite(key);
        if (entry == null || entry.value().type() != Value.Type.STREAM) {
            throw new CommandException(ErrorKind.BLOCKED_STREAM_GONE);
        }
        StreamValue stream = entry.value(StreamValue.class);
        ConsumerGroup group = null;
        if (request.group() != null) {
            group = stream.group(request.group());
            if (group == null) {
                throw new CommandException(ErrorKind.BLOCKED_GROUP_GONE);
            }
        }
        StreamId begin = group == null ? after.get(keys().indexOf(key)) : group.lastId();
        if (begin == null || !stream.lastId().isAfter(begin)) {
            return null;
        }
        List<StreamEntry> entries = entriesAfter(stream, begin);
        if (group != null && request.consumer() != null) {
            deliver(ctx, stream, group, new Claimant(ctx, key, group, request.consumer()), entries);
        }
        return reply(ctx, List.of(Reply.bulk(key), StreamReplies.entries(entries)));
    }

    private static ConsumerGroup group(@Nullable StreamValue stream, Bytes key, Bytes name) {
        ConsumerGroup group = stream == null ? null : stream.group(name);
        if (group == null) {
            throw new CommandException(
                    ErrorKind.XREADGROUP_NO_GROUP, key.untilNul(), name.untilNul());
        }
        return group;
    }

    private @Nullable StreamId after(CommandContext ctx, @Nullable StreamValue stream, Bytes id) {
        boolean ofGroup = request.group() != null;
        if (id.equals(LAST_ID)) {
            if (ofGroup) {
                throw new CommandException(ErrorKind.XREADGROUP_LAST_ID, LAST_ID, LAST_ID);
            }
            return stream == null ? StreamId.MIN : stream.lastId();
        }
        if (id.equals(LAST_ENTRY) && ctx.has(Feature.XREAD_LAST_ENTRY)) {
            if (ofGroup) {
                throw new CommandException(ErrorKind.XREADGROUP_LAST_ID, LAST_ENTRY, LAST_ENTRY);
            }
            return beforeLastEntry(ctx, stream);
        }
        if (id.equals(NEVER_DELIVERED)) {
            if (!ofGroup) {
                throw new CommandException(ErrorKind.XREAD_NEVER_DELIVERED);
            }
            return null;
        }
        StreamId parsed = Ids.parse(id);
        return ofGroup && parsed.equals(StreamId.MAX) ? null : parsed; // servers mark ">" by it
    }

    private static StreamId beforeLastEntry(CommandContext ctx, @Nullable StreamValue stream) {
        if (stream == null) {
            return StreamId.MIN;
        }
        boolean byId = ctx.has(Feature.XREAD_LAST_ENTRY_BY_ID);
        StreamId before = (byId ? stream.lastId() : stream.lastEntryId()).previous();
        if (before == null && byId) {
            throw new CommandException(ErrorKind.XREAD_NO_LAST_ENTRY);
        }
        return before == null ? StreamId.MIN : before;
    }

    private @Nullable Reply read(
            CommandContext ctx, Bytes key, StreamValue stream, @Nullable StreamId begin) {
        if (request.group() == null || request.consumer() == null) {
            List<StreamEntry> entries = entriesAfter(stream, Objects.requireNonNull(begin));
            return entries.isEmpty() ? null : StreamReplies.entries(entries);
        }
        ConsumerGroup group = group(stream, key, request.group());
        Claimant claimant = new Claimant(ctx, key, group, request.consumer());
        claimant.seen();
        if (begin != null) {
            ctx.server().countChanges(ctx.has(Feature.HISTORY_IS_NO_CHANGE) ? 0 : 1);
            return history(ctx, stream, claimant.consumer(), begin);
        }
        List<StreamEntry> entries = entriesAfter(stream, group.lastId());
        if (entries.isEmpty()) {
            return null;
        }
        deliver(ctx, stream, group, claimant, entries);
        return StreamReplies.entries(entries);
    }

    private void deliver(
            CommandContext ctx,
            StreamValue stream,
            ConsumerGroup group,
            Claimant claimant,
            List<StreamEntry> entries) {
        ctx.server().countChanges(1);
        GroupConsumer consumer = claimant.consumer();
        for (StreamEntry entry : entries) {
            group.advance(stream, entry.id(), ctx.profile());
            if (!request.noAck()) {
                group.assign(entry.id(), consumer).deliver(ctx.nowMillis(), 1);
                claimant.active();
            }
        }
    }

    private List<StreamEntry> entriesAfter(StreamValue stream, StreamId id) {
        StreamId from = id.next();
        return from == null ? List.of() : stream.range(from, StreamId.MAX, request.count(), false);
    }

    /** What has been delivered to {@code consumer} before, with nil for what is deleted since. */
    private Reply history(
            CommandContext ctx, StreamValue stream, GroupConsumer consumer, StreamId begin) {
        List<Reply> replies = new ArrayList<>();
        for (Map.Entry<StreamId, PendingEntry> each :
                consumer.pending().tailMap(begin, false).entrySet()) {
            if (replies.size() >= request.count()) {
                break;
            }
            StreamEntry entry = stream.entry(each.getKey());
            if (entry == null) {
                replies.add(Reply.array(StreamReplies.id(each.getKey()), Reply.NIL_ARRAY));
            } else {
                PendingEntry pending = each.getValue();
                pending.deliver(ctx.nowMillis(), pending.deliveries() + 1);
                replies.add(StreamReplies.entry(entry));
            }
        }
        return Reply.array(replies);
    }

    /** A map from streams to entries; pairs in RESP2. */
    private static Reply reply(CommandContext ctx, List<Reply> keysAndEntries) {
        if (ctx.client().protocol() == 3) {
            return new Reply.MapOf(keysAndEntries);
        }
        List<Reply> pairs = new ArrayList<>();
        for (int i = 0; i < keysAndEntries.size(); i += 2) {
            pairs.add(Reply.array(keysAndEntries.get(i), keysAndEntries.get(i + 1)));
        }
        return Reply.array(pairs);
    }
}
