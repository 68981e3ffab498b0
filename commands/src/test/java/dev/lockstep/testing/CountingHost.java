package dev.lockstep.testing;

import dev.lockstep.command.NoHost;
import java.util.function.LongConsumer;

/** Takes down what is asked of the program around the server. */
public final class CountingHost extends NoHost {

    private final LongConsumer sleep;
    private int shutdowns;
    private int restarts;

    public CountingHost() {
        this(nanos -> {});
    }

    /**
     * @param sleep lets so many nanoseconds pass
     */
    public CountingHost(LongConsumer sleep) {
        this.sleep = sleep;
    }

    /** How often the server was to end. */
    public int shutdowns() {
        return shutdowns;
    }

    /** How often the server was to begin anew. */
    public int restarts() {
        return restarts;
    }

    @Override
    public void shutdown() {
        shutdowns++;
    }

    @Override
    public void restart(long delayNanos) {
        restarts++;
    }

    @Override
    public void sleep(long nanos) {
        sleep.accept(nanos);
    }
}
