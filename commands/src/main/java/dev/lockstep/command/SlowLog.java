package dev.lockstep.command;

import dev.lockstep.profile.Feature;
import dev.lockstep.value.Bytes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The commands that have taken longest lately, as the settings {@code slowlog-…} say. */
public final class SlowLog {

    /**
     * A command.
     *
     * @param words what is kept of its words: not too many, and none that is too long or secret
     */
    public record Entry(
            long id,
            long unixSeconds,
            long micros,
            List<Bytes> words,
            String address,
            Bytes name) {}

    private static final int MAX_WORDS = 32;
    private static final int MAX_LENGTH = 128;
    private static final long NANOS_PER_MICRO = 1000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final ServerState server;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private long slowerThanMicros;
    private long maxLength;
    private long nextId;

    SlowLog(ServerState server) {
        this.server = server;
        server.config().onChange(this::configChanged);
        configChanged();
    }

    private void configChanged() {
        slowerThanMicros = server.config().number("slowlog-log-slower-than");
        maxLength = server.config().number("slowlog-max-len");
    }

    /** A command has ended. */
    void add(Client client, Command command, Bytes[] argv, long durationNanos) {
        if (slowerThanMicros < 0 || command.has(Flag.SKIP_SLOWLOG)) {
            return;
        }
        if (maxLength == 0 && server.profile().has(Feature.SLOWLOG_LENGTH_0_STOPS)) {
            return;
        }
        long micros = durationNanos / NANOS_PER_MICRO;
        if (micros >= slowerThanMicros) {
            entries.addFirst(
                    new Entry(
                            nextId++,
                            server.clockNanos() / NANOS_PER_SECOND,
                            micros,
                            kept(Secrets.redacted(server.profile(), command, argv)),
                            address(client),
                            client.name()));
        }
        while (entries.size() > maxLength) {
            entries.removeLast();
        }
    }

    private String address(Client client) {
        return client.caller() == Caller.SCRIPT && server.profile().has(Feature.SLOWLOG_NO_ADDRESS)
                ? "?:0"
                : client.connection().address();
    }

    private static List<Bytes> kept(List<Bytes> words) {
        List<Bytes> kept = new ArrayList<>();
        int count = words.size() > MAX_WORDS ? MAX_WORDS - 1 : words.size();
        for (Bytes word : words.subList(0, count)) {
            int more = word.length() - MAX_LENGTH;
            kept.add(
                    more > 0
                            ? word.slice(0, MAX_LENGTH)
                                    .concat(Bytes.of("... (" + more + " more bytes)"))
                            : word);
        }
        if (count < words.size()) {
            kept.add(Bytes.of("... (" + (words.size() - count) + " more arguments)"));
        }
        return Collections.unmodifiableList(kept);
    }

    /** The entries, the latest first. */
    public Iterator<Entry> entries() {
        return entries.iterator();
    }

    public int length() {
        return entries.size();
    }

    /** Forgets the entries; numbers go on. */
    public void clear() {
        entries.clear();
    }
}
