package dev.lockstep.commands.stream;

import dev.lockstep.keyspace.StreamEntry;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.StreamId;
import java.util.ArrayList;
import java.util.List;

/** Entries and ids as replies. Stateless. */
final class StreamReplies {

    private StreamReplies() {}

    static Reply id(StreamId id) {
        return Reply.bulk(id.text());
    }

    /** The id, and the fields with their values. */
    static Reply entry(StreamEntry entry) {
        return Reply.array(id(entry.id()), Reply.bulks(entry.fieldsAndValues()));
    }

    static Reply entries(List<StreamEntry> entries) {
        List<Reply> replies = new ArrayList<>(entries.size());
        for (StreamEntry entry : entries) {
            replies.add(entry(entry));
        }
        return Reply.array(replies);
    }
}
