package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * About how much memory all keys take, by {@link MemoryEstimate}. Whoever asks again has only those
 * keys measured that have changed; as long as nobody asks, nothing is noted.
 */
public final class MemoryMeter implements KeyspaceListener {

    private final Keyspace keyspace;
    private final List<Map<Bytes, Long>> bytesByDb = new ArrayList<>();
    private final List<Set<Bytes>> changedByDb = new ArrayList<>();
    private boolean measured;
    private long bytes;

    /** A meter that {@code keyspace} tells of changes from now on. */
    public MemoryMeter(Keyspace keyspace) {
        this.keyspace = keyspace;
        for (int i = 0; i < keyspace.count(); i++) {
            bytesByDb.add(new HashMap<>());
            changedByDb.add(new HashSet<>());
        }
        keyspace.addListener(this);
    }

    /** In bytes. Once it has been asked for, changes are noted until {@link #forget}. */
    public long bytes() {
        for (Db db : keyspace.databases()) {
            Set<Bytes> changed = changedByDb.get(db.index());
            (measured ? changed : db.keys()).forEach(key -> measure(db, key));
            changed.clear();
        }
        measured = true;
        return bytes;
    }

    private void measure(Db db, Bytes key) {
        Map<Bytes, Long> sizes = bytesByDb.get(db.index());
        Entry entry = db.peekEvenExpired(key);
        Long before;
        if (entry == null) {
            before = sizes.remove(key);
        } else {
            long now = MemoryEstimate.of(key, entry.value());
            before = sizes.put(key, now);
            bytes += now;
        }
        bytes -= before == null ? 0 : before;
    }

    /** Begins from nothing, the next time that somebody asks. */
    public void forget() {
        measured = false;
        bytes = 0;
        bytesByDb.forEach(Map::clear);
        changedByDb.forEach(Set::clear);
    }

    @Override
    public void modified(Db db, Bytes key) {
        if (measured) {
            changedByDb.get(db.index()).add(key);
        }
    }

    @Override
    public void flushing(Db db) {
        forget();
    }

    @Override
    public void swapping(Db first, Db second) {
        forget();
    }
}
