package dev.lockstep;

import dev.lockstep.server.net.ServerLoop;
import java.time.Duration;
import java.time.Instant;

/** The clock of a running server. */
final class ServerClock implements LockstepClock {

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long MAX_SECONDS = Long.MAX_VALUE / NANOS_PER_SECOND - 1;

    private final ServerLoop loop;

    ServerClock(ServerLoop loop) {
        this.loop = loop;
    }

    /** {@code time} as nanoseconds since the epoch, if the clock can show it. */
    static long epochNanos(Instant time) {
        if (time.getEpochSecond() < 0 || time.getEpochSecond() > MAX_SECONDS) {
            throw new IllegalArgumentException(
                    "time " + time + ": expected one from 1970 to the year 2262");
        }
        return time.getEpochSecond() * NANOS_PER_SECOND + time.getNano();
    }

    private static Instant instant(long epochNanos) {
        return Instant.ofEpochSecond(epochNanos / NANOS_PER_SECOND, epochNanos % NANOS_PER_SECOND);
    }

    @Override
    public Instant instant() {
        return instant(loop.epochNanos());
    }

    @Override
    public boolean isVirtual() {
        return loop.isVirtual();
    }

    @Override
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    "duration " + duration + ": expected one that is not negative");
        }
        requireVirtual();
        loop.call(
                () -> {
                    loop.catchUp();
                    Instant target = instant(loop.state().clockNanos()).plus(duration);
                    loop.moveClock(epochNanos(target));
                    return true;
                });
    }

    @Override
    public void setTime(Instant time) {
        long nanos = epochNanos(time);
        requireVirtual();
        loop.call(
                () -> {
                    loop.catchUp();
                    loop.moveClock(nanos);
                    return true;
                });
    }

    private void requireVirtual() {
        if (!loop.isVirtual()) {
            throw new IllegalStateException(
                    "the clock is real: build the server with virtualClock() to move it");
        }
    }
}
