package dev.lockstep.server.net;

import dev.lockstep.time.TimerQueue.Timer;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Closes connections that have been idle for longer than the setting {@code timeout} allows. */
final class IdleTimeout {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ServerLoop loop;
    private @Nullable Timer timer;

    IdleTimeout(ServerLoop loop) {
        this.loop = loop;
    }

    /** To be called whenever a connection has come or the setting has changed. */
    void schedule() {
        if (loop.limits().idleNanos() == 0) {
            cancel();
        } else if (timer == null) {
            checkAt(loop.state().clockNanos() + loop.limits().idleNanos());
        }
    }

    /** The setting has changed. */
    void reschedule() {
        cancel();
        schedule();
    }

    private void cancel() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void checkAt(long nanos) {
        timer = loop.state().timers().at(nanos + NANOS_PER_MILLI, this::check);
    }

    private void check() {
        timer = null;
        long nowNanos = loop.state().nowNanos();
        long idleNanos = loop.limits().idleNanos();
        long nextNanos = Long.MAX_VALUE;
        for (Connection connection : new ArrayList<>(loop.connections())) {
            long sinceNanos = connection.mayBeIdle() ? nowNanos : connection.lastInputNanos();
            if (nowNanos - sinceNanos > idleNanos) {
                connection.abort();
            } else {
                nextNanos = Math.min(nextNanos, sinceNanos + idleNanos);
            }
        }
        if (nextNanos != Long.MAX_VALUE) {
            checkAt(nextNanos);
        }
    }
}
