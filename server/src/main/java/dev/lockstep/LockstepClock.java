package dev.lockstep;

import java.time.Duration;
import java.time.Instant;

/**
 * A server's clock: the machine's, or one that the test owns. Deadlines, {@code TIME}, stream ids,
 * idle times and the timeouts of blocked clients all go by it. Safe for use by any thread.
 *
 * <pre>{@code
 * try (LockstepServer server = LockstepServer.builder().virtualClock().start()) {
 *     // … SET lock me PX 30000
 *     server.clock().advance(Duration.ofSeconds(31));
 *     // … GET lock answers nil
 * }
 * }</pre>
 */
public interface LockstepClock {

    /** The present time, to the nanosecond. */
    Instant instant();

    /** Whether the clock stands still until it is moved. */
    boolean isVirtual();

    /**
     * Moves the clock on. Returns only after everything that became due has run, in the order of
     * its deadlines, each with the clock standing at its deadline: keys have ended, waiting clients
     * been answered. What clients had sent before the call is executed first.
     *
     * @throws IllegalArgumentException when {@code duration} is negative, or leads beyond the year
     *     2262
     * @throws IllegalStateException when the clock is real, or the server closed
     */
    void advance(Duration duration);

    /**
     * Sets the clock. To a later time it is moved as by {@link #advance}; to an earlier one it is
     * just set, and nothing becomes due.
     *
     * @throws IllegalArgumentException when {@code time} is before 1970 or beyond the year 2262
     * @throws IllegalStateException when the clock is real, or the server closed
     */
    void setTime(Instant time);
}
