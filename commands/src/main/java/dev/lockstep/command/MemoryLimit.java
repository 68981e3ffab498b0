package dev.lockstep.command;

import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.MemoryMeter;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The setting {@code maxmemory}: before each command, keys are evicted as {@code maxmemory-policy}
 * says until what is stored fits; when it cannot be made to fit, commands that need memory are
 * refused. What is stored is estimated, see {@link MemoryMeter}. A real server looks at a few keys,
 * drawn by chance, for one to evict; here all are looked at.
 */
public final class MemoryLimit {

    /** What INFO tells of a server with nothing stored. */
    private static final long EMPTY_BYTES = 1L << 20;

    private static final String ALL_KEYS = "allkeys-";

    private final ServerState server;
    private final MemoryMeter meter;
    private long limitBytes; // 0: none
    private boolean exceeded;

    /** A key that might be evicted. */
    private record Candidate(Db db, Bytes key, Entry entry) {}

    MemoryLimit(ServerState server) {
        this.server = server;
        this.meter = new MemoryMeter(server.keyspace());
        server.config().onChange(this::configChanged);
        configChanged();
    }

    private void configChanged() {
        limitBytes = server.config().number("maxmemory");
        if (limitBytes == 0) {
            meter.forget();
        }
        enforce();
    }

    /** Whether what was stored when the command at hand began was too much. */
    public boolean isExceeded() {
        return exceeded;
    }

    /** Evicts what has to go. */
    void enforce() {
        exceeded = limitBytes > 0 && usedBytes() > limitBytes && !evict();
    }

    private long usedBytes() {
        return EMPTY_BYTES + meter.bytes();
    }

    /** Whether that has made room enough. */
    private boolean evict() {
        String policy = server.config().text("maxmemory-policy");
        if (policy.equals("noeviction")) {
            return false;
        }
        for (Candidate candidate : candidates(policy)) {
            candidate.db().evict(candidate.key());
            if (usedBytes() <= limitBytes) {
                return true;
            }
        }
        return false;
    }

    /** The keys that may be evicted, the first to go first. */
    private List<Candidate> candidates(String policy) {
        List<Candidate> candidates = new ArrayList<>();
        for (Db db : server.keyspace().databases()) {
            for (Bytes key : db.keys()) {
                Entry entry = db.peekEvenExpired(key);
                if (entry != null && (policy.startsWith(ALL_KEYS) || entry.hasDeadline())) {
                    candidates.add(new Candidate(db, key, entry));
                }
            }
        }
        if (policy.endsWith("-random")) {
            shuffle(candidates);
        } else if (policy.endsWith("-ttl")) {
            candidates.sort(Comparator.comparingLong(found -> found.entry().deadlineMillis()));
        } else { // by use; how often is not counted, only when
            candidates.sort(Comparator.comparingLong(found -> found.entry().lastUsedMillis()));
        }
        return candidates;
    }

    private void shuffle(List<Candidate> candidates) {
        for (int i = candidates.size() - 1; i > 0; i--) {
            int other = server.random().nextInt(i + 1);
            Candidate moved = candidates.set(i, candidates.get(other));
            candidates.set(other, moved);
        }
    }
}
