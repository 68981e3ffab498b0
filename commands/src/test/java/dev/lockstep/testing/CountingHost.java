package dev.lockstep.testing;

import dev.lockstep.command.ServerHost;

/** Takes down what is asked of the program around the server. */
public final class CountingHost implements ServerHost {

    private int shutdowns;
    private int restarts;

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
    public void serveOthers() {}

    @Override
    public void sleep(long nanos) {}

    @Override
    public long elapsedNanos() {
        return 0;
    }

    @Override
    public boolean isStopping() {
        return false;
    }

    @Override
    public int port() {
        return 0;
    }
}
