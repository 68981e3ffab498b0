package dev.lockstep.commands.stream;

import dev.lockstep.reply.Reply;
import java.util.ArrayList;
import java.util.List;

/** A map of named values in the making. */
final class InfoMap {

    private final List<Reply> keysAndValues = new ArrayList<>();

    void add(String name, Reply value) {
        keysAndValues.add(Reply.bulk(name));
        keysAndValues.add(value);
    }

    void add(String name, long value) {
        add(name, Reply.of(value));
    }

    Reply reply() {
        return new Reply.MapOf(keysAndValues);
    }
}
