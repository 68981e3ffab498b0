package dev.lockstep.command;

/** No program around the server, as in unit tests. */
public class NoHost implements ServerHost {

    @Override
    public void shutdown() {}

    @Override
    public void restart(long delayNanos) {}

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
