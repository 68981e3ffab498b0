package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** All databases of one server, their expiry and their statistics. */
public final class Keyspace {

    /** When nothing ever ends. */
    public static final long NEVER = Long.MAX_VALUE;

    private final List<Db> databases = new ArrayList<>();
    private final ExpiryQueue expiries = new ExpiryQueue();
    private final List<KeyspaceListener> listeners = new ArrayList<>();
    private final LongSupplier nowMillis;
    private boolean marksUse = true;
    private boolean keepsExpired;
    private long hits;
    private long misses;
    private long expired;
    private long evicted;

    /**
     * @param count the number of databases
     * @param nowMillis the time of the running command, in milliseconds since the epoch
     */
    public Keyspace(int count, LongSupplier nowMillis) {
        this.nowMillis = nowMillis;
        for (int i = 0; i < count; i++) {
            databases.add(new Db(this, i));
        }
    }

    public int count() {
        return databases.size();
    }

    public Db db(int index) {
        return databases.get(index);
    }

    public List<Db> databases() {
        return databases;
    }

    /** Exchanges the keys of two databases. */
    public void swap(int first, int second) {
        if (first != second) {
            for (KeyspaceListener listener : listeners) {
                listener.swapping(db(first), db(second));
            }
            db(first).swapWith(db(second));
        }
    }

    /** Empties every database; returns how many keys there were. */
    public int clear() {
        int removed = 0;
        for (Db db : databases) {
            removed += db.clear();
        }
        expiries.clear();
        return removed;
    }

    /** When the next key ends, in milliseconds since the epoch, or {@link #NEVER}. */
    public long nextDeadlineMillis() {
        return expiries.nextDeadlineMillis(this);
    }

    /** Deletes up to {@code limit} keys whose deadline has passed, soonest first. */
    public int expireDue(int limit) {
        int count = 0;
        while (count < limit && expiries.expireNext(this, nowMillis())) {
            count++;
        }
        return count;
    }

    public void addListener(KeyspaceListener listener) {
        listeners.add(listener);
    }

    public void modified(Db db, Bytes key) {
        for (int i = 0; i < listeners.size(); i++) {
            listeners.get(i).modified(db, key);
        }
    }

    public void event(KeyEvent kind, String name, Db db, Bytes key) {
        for (int i = 0; i < listeners.size(); i++) {
            listeners.get(i).event(kind, name, db, key);
        }
    }

    void flushing(Db db) {
        for (KeyspaceListener listener : listeners) {
            listener.flushing(db);
        }
    }

    long nowMillis() {
        return nowMillis.getAsLong();
    }

    ExpiryQueue expiries() {
        return expiries;
    }

    /** Whether looking at a key resets its idle time; CLIENT NO-TOUCH turns it off. */
    boolean marksUse() {
        return marksUse;
    }

    public void setMarksUse(boolean marksUse) {
        this.marksUse = marksUse;
    }

    void countLookup(boolean hit) {
        if (hit) {
            hits++;
        } else {
            misses++;
        }
    }

    /** From now on, keys past their deadline are there for no command, but are not deleted. */
    public void setKeepsExpired(boolean keeps) {
        this.keepsExpired = keeps;
    }

    boolean keepsExpired() {
        return keepsExpired;
    }

    void countExpired() {
        expired++;
    }

    void countEvicted() {
        evicted++;
    }

    public long hits() {
        return hits;
    }

    public long misses() {
        return misses;
    }

    public long evicted() {
        return evicted;
    }

    public long expired() {
        return expired;
    }

    public void resetStatistics() {
        hits = 0;
        misses = 0;
        expired = 0;
        evicted = 0;
    }
}
