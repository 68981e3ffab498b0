package dev.lockstep.time;

/** Where a server's time comes from: the machine's clock, or a test's. */
@FunctionalInterface
public interface TimeSource {

    /** Nanoseconds since the Unix epoch. */
    long epochNanos();
}
