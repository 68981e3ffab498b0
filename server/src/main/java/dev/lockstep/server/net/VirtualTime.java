package dev.lockstep.server.net;

import dev.lockstep.time.TimeSource;

/** A clock that moves only when it is told to. Read by any thread, moved by the server's. */
final class VirtualTime implements TimeSource {

    private volatile long epochNanos;

    VirtualTime(long epochNanos) {
        this.epochNanos = epochNanos;
    }

    @Override
    public long epochNanos() {
        return epochNanos;
    }

    void set(long nanos) {
        epochNanos = nanos;
    }
}
