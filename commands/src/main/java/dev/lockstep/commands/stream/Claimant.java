package dev.lockstep.commands.stream;

import dev.lockstep.command.CommandContext;
import dev.lockstep.keyspace.ConsumerGroup;
import dev.lockstep.keyspace.GroupConsumer;
import dev.lockstep.keyspace.StreamEntry;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import org.jspecify.annotations.Nullable;

/** The consumer that reads or claims entries, which is made when it is not there yet. */
final class Claimant {

    private final CommandContext ctx;
    private final Bytes key;
    private final ConsumerGroup group;
    private final Bytes name;

    Claimant(CommandContext ctx, Bytes key, ConsumerGroup group, Bytes name) {
        this.ctx = ctx;
        this.key = key;
        this.group = group;
        this.name = name;
    }

    /**
     * It asks for something; before 7.2 it counts, and comes to be, only when it gets something.
     */
    void seen() {
        if (ctx.has(Feature.CONSUMER_ACTIVE_TIME)) {
            consumer();
        }
    }

    /** It has been given something. */
    void active() {
        consumer().setActiveMillis(ctx.nowMillis());
    }

    /** The consumer, which counts as seen. */
    GroupConsumer consumer() {
        GroupConsumer consumer = group.consumer(name);
        if (consumer == null) {
            consumer = group.addConsumer(name, ctx.nowMillis());
            if (ctx.has(Feature.IMPLICIT_CONSUMERS_ARE_CHANGES)) {
                StreamCommands.changed(ctx, "xgroup-createconsumer", key);
            }
        }
        consumer.setSeenMillis(ctx.nowMillis());
        return consumer;
    }

    /** The reply about a claimed entry, which old servers claim even when it has been deleted. */
    static Reply reply(StreamId id, @Nullable StreamEntry entry, boolean justId) {
        if (justId) {
            return StreamReplies.id(id);
        }
        return entry == null ? Reply.NIL : StreamReplies.entry(entry);
    }
}
