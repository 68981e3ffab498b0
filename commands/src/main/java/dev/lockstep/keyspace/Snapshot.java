package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** All data as they were at one time: what the file of a real server would hold. Immutable. */
public final class Snapshot {

    private record SavedKey(int db, Bytes key, Value value, long deadlineMillis) {}

    /** What {@link #load} is to do with a key that is there already. */
    public enum Conflict {
        REPLACE,
        FAIL
    }

    private final List<SavedKey> keys;

    private Snapshot(List<SavedKey> keys) {
        this.keys = keys;
    }

    /** What {@code keyspace} holds now. */
    public static Snapshot of(Keyspace keyspace) {
        List<SavedKey> keys = new ArrayList<>();
        for (Db db : keyspace.databases()) {
            for (Bytes key : db.keys()) {
                Entry entry = db.peekEvenExpired(key);
                if (entry != null) {
                    Value value = entry.value().copy();
                    keys.add(new SavedKey(db.index(), key, value, entry.deadlineMillis()));
                }
            }
        }
        return new Snapshot(keys);
    }

    /**
     * Puts the keys, but for those whose time has come, where they were. Nobody is told of it.
     *
     * @param loaded makes what is kept of a saved value, which must not be changed
     * @return whether all went well; with {@link Conflict#FAIL} it ends at the first key that is
     *     there already
     */
    public boolean load(Keyspace keyspace, Conflict conflict, UnaryOperator<Value> loaded) {
        for (SavedKey saved : keys) {
            Db db = keyspace.db(saved.db);
            if (saved.deadlineMillis != Entry.NO_DEADLINE
                    && keyspace.nowMillis() > saved.deadlineMillis) {
                continue;
            }
            if (conflict == Conflict.FAIL && db.peekEvenExpired(saved.key) != null) {
                return false;
            }
            db.load(saved.key, loaded.apply(saved.value), saved.deadlineMillis);
        }
        return true;
    }
}
