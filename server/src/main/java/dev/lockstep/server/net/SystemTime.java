package dev.lockstep.server.net;

import dev.lockstep.server.AllowForbidden;
import dev.lockstep.time.TimeSource;
import java.time.Instant;

/*
 * The wall clock has the right time but is slow to read, and coarse on some systems; the counter of
 * nanoseconds is neither, but stands still while a machine sleeps. So the counter is read, and set
 * by the wall clock every second.
 */
/** The machine's clock. Confined to one thread. */
@AllowForbidden("the one place where a real clock is read")
final class SystemTime implements TimeSource {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private long offsetNanos;
    private long setAtNanos;

    SystemTime() {
        set(System.nanoTime());
    }

    @Override
    public long epochNanos() {
        long counter = System.nanoTime();
        if (counter - setAtNanos > NANOS_PER_SECOND) {
            set(counter);
        }
        return counter + offsetNanos;
    }

    private void set(long counter) {
        Instant now = Instant.now();
        offsetNanos = now.getEpochSecond() * NANOS_PER_SECOND + now.getNano() - counter;
        setAtNanos = counter;
    }
}
