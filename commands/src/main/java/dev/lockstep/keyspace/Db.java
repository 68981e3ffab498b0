package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One database: keys and their entries. A key past its deadline is deleted by the first look at it,
 * so that no caller sees one unless it asks to.
 *
 * <p>Changing a value that was looked up, or calling a method that changes a key, tells nobody: the
 * command says so itself with {@code ctx.modified}, once, and after the change.
 */
public final class Db {

    /** So many draws, and RANDOMKEY of a real server takes what it has. */
    private static final int DRAWS_OF_KEPT_KEYS = 100;

    private final Keyspace keyspace;
    private final int index;
    private Dict<Entry> entries = new Dict<>();
    private int withDeadline;

    Db(Keyspace keyspace, int index) {
        this.keyspace = keyspace;
        this.index = index;
    }

    public int index() {
        return index;
    }

    /** The number of keys, those past their deadline but not yet noticed included. */
    public int size() {
        return entries.size();
    }

    /** How many keys have a deadline. */
    public int sizeWithDeadline() {
        return withDeadline;
    }

    /** The entry of {@code key} for a command that reads: counts as a hit or miss and as a use. */
    public @Nullable Entry find(Bytes key) {
        Entry entry = peek(key);
        keyspace.countLookup(entry != null);
        if (entry == null) {
            keyspace.event(KeyEvent.MISS, "keymiss", this, key);
        } else if (keyspace.marksUse()) {
            entry.setLastUsedMillis(keyspace.nowMillis());
        }
        return entry;
    }

    /** As {@link #find} for a command that only asks about the key: it is no use of it. */
    public @Nullable Entry findUnused(Bytes key) {
        Entry entry = peek(key);
        keyspace.countLookup(entry != null);
        if (entry == null) {
            keyspace.event(KeyEvent.MISS, "keymiss", this, key);
        }
        return entry;
    }

    /** As {@link #findUnused} without the event that the key is missing. */
    public @Nullable Entry findSilently(Bytes key) {
        Entry entry = peek(key);
        keyspace.countLookup(entry != null);
        return entry;
    }

    /**
     * The entry of {@code key} for a command that writes: counts as a use, not as a hit or miss.
     */
    public @Nullable Entry findForWrite(Bytes key) {
        Entry entry = peek(key);
        if (entry != null && keyspace.marksUse()) {
            entry.setLastUsedMillis(keyspace.nowMillis());
        }
        return entry;
    }

    /** The entry of {@code key} without a trace in statistics or idle time. */
    public @Nullable Entry peek(Bytes key) {
        Entry entry = entries.get(key);
        if (entry != null && entry.isExpired(keyspace.nowMillis())) {
            if (!keyspace.keepsExpired()) {
                expire(key);
            }
            return null;
        }
        return entry;
    }

    /** As {@link #peek}, but a key past its deadline that is still there is left and returned. */
    public @Nullable Entry peekEvenExpired(Bytes key) {
        return entries.get(key);
    }

    /** Whether {@code key} is still there, though its time has come. */
    public boolean isStale(Bytes key) {
        Entry entry = entries.get(key);
        return entry != null && entry.isExpired(keyspace.nowMillis());
    }

    public boolean exists(Bytes key) {
        return peek(key) != null;
    }

    /**
     * The value of {@code key} if it is a {@code type}, for a command that reads.
     *
     * @throws WrongTypeException when the key holds another type
     */
    public <T extends Value> @Nullable T read(Bytes key, Class<T> type) {
        Entry entry = find(key);
        return entry == null ? null : entry.value(type);
    }

    /**
     * The value of {@code key} if it is a {@code type}, for a command that writes.
     *
     * @throws WrongTypeException when the key holds another type
     */
    public <T extends Value> @Nullable T write(Bytes key, Class<T> type) {
        Entry entry = findForWrite(key);
        return entry == null ? null : entry.value(type);
    }

    /** The string at {@code key}, for a command that reads. */
    public @Nullable Bytes readString(Bytes key) {
        StringValue value = read(key, StringValue.class);
        return value == null ? null : value.bytes();
    }

    /** Sets {@code key} to {@code value} without a deadline, whatever it was before. */
    public void put(Bytes key, Value value) {
        Entry entry = store(key, value);
        if (entry.hasDeadline()) {
            entry.setDeadlineMillis(Entry.NO_DEADLINE);
            withDeadline--;
        }
    }

    /** Sets {@code key} to {@code value}, keeping the deadline it has. */
    public void replace(Bytes key, Value value) {
        store(key, value);
    }

    private Entry store(Bytes key, Value value) {
        Entry entry = peek(key);
        if (entry == null) {
            entry = new Entry(value, keyspace.nowMillis());
            add(key, entry);
        } else {
            entry.setValue(value);
            if (keyspace.marksUse()) {
                entry.setLastUsedMillis(keyspace.nowMillis());
            }
        }
        return entry;
    }

    private void add(Bytes key, Entry entry) {
        entries.add(key, entry);
        keyspace.event(KeyEvent.NEW, "new", this, key);
    }

    /** Puts {@code value} at {@code key}, whatever is there, without an event. */
    void load(Bytes key, Value value, long deadlineMillis) {
        drop(key);
        entries.add(key, new Entry(value, keyspace.nowMillis()));
        if (deadlineMillis != Entry.NO_DEADLINE) {
            setDeadline(key, deadlineMillis);
        }
    }

    /**
     * Moves what is at {@code from}, deadline and idle time included, to {@code to} of {@code
     * target}, in place of what is there. There must be something at {@code from}.
     */
    public void move(Bytes from, Db target, Bytes to) {
        Entry entry = entries.get(from);
        if (entry == null) {
            throw new IllegalStateException("no such key: " + from);
        }
        drop(from);
        target.remove(to);
        target.add(to, entry);
        entry.setQueuedMillis(Keyspace.NEVER);
        if (entry.hasDeadline()) {
            target.withDeadline++;
            keyspace.expiries().track(target, to, entry);
        }
    }

    /** Removes {@code key} and returns what it held. */
    public @Nullable Value remove(Bytes key) {
        return peek(key) == null ? null : drop(key);
    }

    private @Nullable Value drop(Bytes key) {
        Entry entry = entries.remove(key);
        if (entry == null) {
            return null;
        }
        if (entry.hasDeadline()) {
            withDeadline--;
        }
        return entry.value();
    }

    /** Sets the deadline of an existing key, in milliseconds since the epoch. */
    public void setDeadline(Bytes key, long deadlineMillis) {
        Dict.Node<Entry> node = entries.node(key);
        if (node == null) {
            throw new IllegalStateException("no such key: " + key);
        }
        Entry entry = node.value();
        if (!entry.hasDeadline()) {
            withDeadline++;
        }
        entry.setDeadlineMillis(deadlineMillis);
        keyspace.expiries().track(this, node.key(), entry);
    }

    /** Takes the deadline of {@code key} away; whether it had one. */
    public boolean clearDeadline(Bytes key) {
        Entry entry = entries.get(key);
        if (entry == null || !entry.hasDeadline()) {
            return false;
        }
        entry.setDeadlineMillis(Entry.NO_DEADLINE);
        withDeadline--;
        return true;
    }

    /** Deletes {@code key} because its time has come, and says so. */
    void expire(Bytes key) {
        drop(key);
        keyspace.countExpired();
        keyspace.modified(this, key);
        keyspace.event(KeyEvent.EXPIRED, "expired", this, key);
    }

    /** Deletes {@code key} because there is no room, and says so. */
    public void evict(Bytes key) {
        drop(key);
        keyspace.countEvicted();
        keyspace.modified(this, key);
        keyspace.event(KeyEvent.EVICTED, "evicted", this, key);
    }

    /** Whether {@code key} is held by just this {@code entry}. */
    boolean holds(Bytes key, Entry entry) {
        return entries.get(key) == entry;
    }

    /** All keys in order of insertion, those past their deadline but not yet noticed included. */
    public Iterable<Bytes> keys() {
        return entries.keys();
    }

    /** The keys that are not past their deadline, in order of insertion; deletes none. */
    public List<Bytes> liveKeys() {
        long nowMillis = keyspace.nowMillis();
        List<Bytes> keys = new ArrayList<>();
        for (Dict.Node<Entry> node : entries.nodes()) {
            if (!node.value().isExpired(nowMillis)) {
                keys.add(node.key());
            }
        }
        return keys;
    }

    /**
     * A key drawn with {@code random} that is not past its deadline, or null in an empty database.
     * Where keys past their deadline are kept, it may be one of them.
     */
    public @Nullable Bytes randomKey(RandomGenerator random) {
        int draws = 0;
        while (!entries.isEmpty()) {
            Bytes key = entries.random(random).key();
            draws++;
            if (peek(key) != null || (draws >= DRAWS_OF_KEPT_KEYS && keyspace.keepsExpired())) {
                return key;
            }
        }
        return null;
    }

    /** As {@link Dict#scan}; may visit keys past their deadline. */
    public long scan(long cursor, Dict.Visitor<Entry> visitor) {
        return entries.scan(cursor, visitor);
    }

    /** How many buckets of the table of keys hold how many keys. */
    public int[] chainLengths() {
        return entries.chainLengths();
    }

    /** The same of the table in which a real server has the keys with a deadline. */
    public int[] deadlineChainLengths() {
        Dict<Boolean> keys = new Dict<>();
        for (Dict.Node<Entry> node : entries.nodes()) {
            if (node.value().hasDeadline()) {
                keys.add(node.key(), Boolean.TRUE);
            }
        }
        return keys.chainLengths();
    }

    /** Removes all keys; returns how many there were. */
    public int clear() {
        int removed = entries.size();
        keyspace.flushing(this);
        entries = new Dict<>();
        withDeadline = 0;
        return removed;
    }

    /** Exchanges all keys with {@code other}. */
    void swapWith(Db other) {
        Dict<Entry> mine = entries;
        entries = other.entries;
        other.entries = mine;
        int mineWithDeadline = withDeadline;
        withDeadline = other.withDeadline;
        other.withDeadline = mineWithDeadline;
        requeueDeadlines();
        other.requeueDeadlines();
    }

    private void requeueDeadlines() {
        for (Dict.Node<Entry> node : entries.nodes()) {
            node.value().setQueuedMillis(Keyspace.NEVER);
            if (node.value().hasDeadline()) {
                keyspace.expiries().track(this, node.key(), node.value());
            }
        }
    }
}
