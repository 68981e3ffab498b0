package dev.lockstep.commands.stream;

import dev.lockstep.command.CommandContext;
import dev.lockstep.keyspace.ConsumerGroup;
import dev.lockstep.keyspace.GroupConsumer;
import dev.lockstep.keyspace.PendingEntry;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.StreamId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The reply to XINFO STREAM with FULL. */
final class FullInfo {

    static final long DEFAULT_COUNT = 10;

    private final CommandContext ctx;
    private final StreamValue stream;
    private final long count;

    /**
     * @param count how many entries to show of the stream and of each list of pending ones; 0 for
     *     all, and a negative one for the standard
     */
    FullInfo(CommandContext ctx, StreamValue stream, long count) {
        this.ctx = ctx;
        this.stream = stream;
        this.count = count == 0 ? StreamValue.ALL : count < 0 ? DEFAULT_COUNT : count;
    }

    /** What is told of a stream at any rate. */
    static void addSizes(CommandContext ctx, InfoMap map, StreamValue stream) {
        map.add("length", stream.length());
        map.add("radix-tree-keys", stream.nodeCount());
        map.add("radix-tree-nodes", stream.radixTreeNodes());
        map.add("last-generated-id", StreamReplies.id(stream.lastId()));
        if (ctx.has(Feature.STREAM_COUNTERS)) {
            map.add("max-deleted-entry-id", StreamReplies.id(stream.maxDeletedId()));
            map.add("entries-added", stream.entriesAdded());
            map.add("recorded-first-entry-id", StreamReplies.id(stream.firstEntryId()));
        }
    }

    /** How far a group has come, where servers count that. */
    static void addProgress(
            CommandContext ctx, InfoMap map, StreamValue stream, ConsumerGroup group) {
        if (!ctx.has(Feature.STREAM_COUNTERS)) {
            return;
        }
        boolean known = group.entriesRead() != ConsumerGroup.UNKNOWN;
        map.add("entries-read", known ? Reply.of(group.entriesRead()) : Reply.NIL);
        Long lag = group.lag(stream, ctx.profile());
        map.add("lag", lag == null ? Reply.NIL : Reply.of(lag));
    }

    Reply reply() {
        InfoMap map = new InfoMap();
        addSizes(ctx, map, stream);
        map.add(
                "entries",
                StreamReplies.entries(stream.range(StreamId.MIN, StreamId.MAX, count, false)));
        List<Reply> groups = new ArrayList<>();
        stream.groups().forEach(group -> groups.add(group(group)));
        map.add("groups", Reply.array(groups));
        return map.reply();
    }

    private Reply group(ConsumerGroup group) {
        InfoMap map = new InfoMap();
        map.add("name", Reply.bulk(group.name()));
        map.add("last-delivered-id", StreamReplies.id(group.lastId()));
        addProgress(ctx, map, stream, group);
        map.add("pel-count", group.pending().size());
        map.add("pending", pending(group.pending(), true));
        List<Reply> consumers = new ArrayList<>();
        group.consumers().forEach(consumer -> consumers.add(consumer(consumer)));
        map.add("consumers", Reply.array(consumers));
        return map.reply();
    }

    private Reply consumer(GroupConsumer consumer) {
        InfoMap map = new InfoMap();
        map.add("name", Reply.bulk(consumer.name()));
        map.add("seen-time", consumer.seenMillis());
        if (ctx.has(Feature.CONSUMER_ACTIVE_TIME)) {
            map.add("active-time", consumer.activeMillis());
        }
        map.add("pel-count", consumer.pending().size());
        map.add("pending", pending(consumer.pending(), false));
        return map.reply();
    }

    private Reply pending(Map<StreamId, PendingEntry> entries, boolean withConsumer) {
        List<Reply> replies = new ArrayList<>();
        for (Map.Entry<StreamId, PendingEntry> each : entries.entrySet()) {
            if (replies.size() >= count) {
                break;
            }
            PendingEntry entry = each.getValue();
            List<Reply> parts = new ArrayList<>();
            parts.add(StreamReplies.id(each.getKey()));
            if (withConsumer) {
                parts.add(Reply.bulk(entry.consumer().name()));
            }
            parts.add(Reply.of(entry.deliveredMillis()));
            parts.add(Reply.of(entry.deliveries()));
            replies.add(Reply.array(parts));
        }
        return Reply.array(replies);
    }
}
