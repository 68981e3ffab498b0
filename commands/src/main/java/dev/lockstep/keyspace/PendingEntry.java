package dev.lockstep.keyspace;

/** An entry that has been delivered to a consumer, which has not acknowledged it. */
public final class PendingEntry {

    private GroupConsumer consumer;
    private long deliveredMillis;
    private long deliveries;

    PendingEntry(GroupConsumer consumer) {
        this.consumer = consumer;
    }

    /** Whom it was delivered to last. */
    public GroupConsumer consumer() {
        return consumer;
    }

    void setConsumer(GroupConsumer consumer) {
        this.consumer = consumer;
    }

    /** When it was last delivered. */
    public long deliveredMillis() {
        return deliveredMillis;
    }

    /** How often it has been delivered. */
    public long deliveries() {
        return deliveries;
    }

    /** Says when it was last delivered, and how often it has been so far. */
    public void deliver(long millis, long count) {
        deliveredMillis = millis;
        deliveries = count;
    }
}
