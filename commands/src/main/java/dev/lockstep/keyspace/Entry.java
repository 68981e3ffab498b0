package dev.lockstep.keyspace;

/** What a database keeps for a key: the value, when it ends, and when it was last used. */
public final class Entry {

    /**
     * The deadline of a key without one; keys whose deadline is before 1970 are deleted at once.
     */
    public static final long NO_DEADLINE = -1;

    private Value value;
    private long deadlineMillis = NO_DEADLINE;
    private long queuedMillis = Keyspace.NEVER;
    private long lastUsedMillis;

    Entry(Value value, long nowMillis) {
        this.value = value;
        this.lastUsedMillis = nowMillis;
    }

    public Value value() {
        return value;
    }

    /**
     * The value if it is a {@code type}.
     *
     * @throws WrongTypeException when it is another
     */
    public <T extends Value> T value(Class<T> type) {
        if (!type.isInstance(value)) {
            throw new WrongTypeException();
        }
        return type.cast(value);
    }

    void setValue(Value value) {
        this.value = value;
    }

    /** Milliseconds since the epoch, or {@link #NO_DEADLINE}. */
    public long deadlineMillis() {
        return deadlineMillis;
    }

    public boolean hasDeadline() {
        return deadlineMillis != NO_DEADLINE;
    }

    void setDeadlineMillis(long deadlineMillis) {
        this.deadlineMillis = deadlineMillis;
    }

    /** A key lives to the end of the millisecond that is its deadline. */
    boolean isExpired(long nowMillis) {
        return hasDeadline() && nowMillis > deadlineMillis;
    }

    /** The deadline under which the expiry queue holds this entry, or {@link Keyspace#NEVER}. */
    long queuedMillis() {
        return queuedMillis;
    }

    void setQueuedMillis(long queuedMillis) {
        this.queuedMillis = queuedMillis;
    }

    public long lastUsedMillis() {
        return lastUsedMillis;
    }

    public void setLastUsedMillis(long lastUsedMillis) {
        this.lastUsedMillis = lastUsedMillis;
    }
}
