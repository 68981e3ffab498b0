package dev.lockstep.commands.throttle;

import java.math.BigInteger;
import java.time.Duration;

/**
 * The generic cell rate algorithm as redis-cell 0.5.0 computes it, rounding and overflow included.
 * A bucket is one number, the theoretical arrival time (TAT): when the bucket will be full again.
 *
 * <p>Limits, quantities and intervals are 64-bit integers that wrap around. Times are exact.
 *
 * <pre>{@code
 * Gcra gcra = Gcra.of(15, 30, 60);                  // bursts of 16, refilled by 30 a minute
 * Gcra.Outcome outcome = gcra.take(now, now, 1);    // a bucket that nobody has used yet
 * outcome.remaining();                              // 15
 * }</pre>
 */
public final class Gcra {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Integers up to this magnitude are exact as doubles. */
    private static final long MAX_EXACT_DOUBLE = 1L << 53;

    private final long limit;
    private final long intervalNanos;
    private final Duration tolerance;

    private Gcra(long limit, long intervalNanos) {
        this.limit = limit;
        this.intervalNanos = intervalNanos;
        this.tolerance = Duration.ofNanos(intervalNanos * limit);
    }

    /**
     * What one request comes to.
     *
     * @param newTat the TAT to keep, when the request is allowed
     * @param ttl how long until the bucket is full again
     * @param retryAfterSeconds -1 when there is nothing to wait for
     */
    public record Outcome(
            boolean limited,
            long limit,
            long remaining,
            long retryAfterSeconds,
            long resetAfterSeconds,
            Duration newTat,
            Duration ttl) {}

    /** Bursts of {@code maxBurst + 1}, refilled by {@code count} in {@code periodSeconds}. */
    public static Gcra of(long maxBurst, long count, long periodSeconds) {
        return new Gcra(maxBurst + 1, intervalNanos(count, periodSeconds));
    }

    private static long intervalNanos(long count, long periodSeconds) {
        return count == 0 ? 0 : (long) (periodNanos(periodSeconds) / (double) count);
    }

    private static double periodNanos(long seconds) {
        if (-MAX_EXACT_DOUBLE <= seconds && seconds <= MAX_EXACT_DOUBLE) {
            return (double) seconds * NANOS_PER_SECOND;
        }
        // Here a product of doubles would be rounded twice.
        return BigInteger.valueOf(seconds)
                .multiply(BigInteger.valueOf(NANOS_PER_SECOND))
                .doubleValue();
    }

    /** Whether the rate comes to no time at all between two requests; such a rate is refused. */
    public boolean isZeroRate() {
        return intervalNanos == 0;
    }

    /**
     * Asks for {@code quantity} from a bucket.
     *
     * @param tat the bucket's TAT since the epoch, or {@code now} for an unused one
     * @param now since the epoch
     */
    public Outcome take(Duration tat, Duration now, long quantity) {
        Duration increment = Duration.ofNanos(intervalNanos * quantity);
        Duration newTat = (now.compareTo(tat) > 0 ? now : tat).plus(increment);
        Duration early = newTat.minus(tolerance).minus(now);
        boolean limited = early.compareTo(Duration.ZERO) > 0;
        boolean fits = increment.compareTo(tolerance) <= 0;
        Duration ttl = (limited ? tat : newTat).minus(now);
        return new Outcome(
                limited,
                limit,
                remaining(ttl),
                limited && fits ? wholeSeconds(early) : -1,
                wholeSeconds(ttl),
                newTat,
                ttl);
    }

    /** How many requests of size one would pass, by way of whole microseconds. */
    private long remaining(Duration ttl) {
        Duration next = tolerance.minus(ttl);
        Duration interval = Duration.ofNanos(intervalNanos);
        if (next.compareTo(interval.negated()) <= 0) {
            return 0;
        }
        // An interval below a microsecond divides by zero, which a double survives.
        return (long) ((double) micros(next) / (double) micros(interval));
    }

    private static long micros(Duration duration) {
        return duration.isNegative()
                ? -micros(duration.negated())
                : duration.getSeconds() * 1_000_000 + duration.getNano() / 1000;
    }

    /** Milliseconds, truncated towards zero. */
    static long millis(Duration duration) {
        return duration.isNegative() ? -duration.negated().toMillis() : duration.toMillis();
    }

    /** Rounded up, unless what is above the whole seconds is less than a millisecond. */
    private static long wholeSeconds(Duration duration) {
        if (duration.isNegative()) {
            return -(long) seconds(duration.negated());
        }
        boolean more = duration.toMillisPart() > 0;
        return (long) seconds(duration) + (more ? 1 : 0);
    }

    /** As a double, which above 2^24 seconds may round a fraction up to the next second. */
    private static double seconds(Duration duration) {
        return (double) duration.getSeconds() + (double) duration.getNano() / NANOS_PER_SECOND;
    }
}
