package dev.lockstep.command;

import dev.lockstep.profile.Feature;
import dev.lockstep.time.TimerQueue;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.LongDoubles;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * The timeout argument of commands that wait: how long from now, 0 for ever. It is returned as the
 * moment at which it ends, in nanoseconds since the epoch, or as {@link TimerQueue#NEVER}.
 */
public final class BlockTimeout {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final BigDecimal MILLIS_PER_SECOND = BigDecimal.valueOf(1000);
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

    private BlockTimeout() {}

    /**
     * The end of a timeout in seconds, which may have a fraction.
     *
     * @throws CommandException when {@code text} is no such timeout
     */
    public static long inSeconds(CommandContext ctx, Bytes text) {
        @Nullable BigDecimal seconds = LongDoubles.parse(text);
        if (seconds == null) {
            throw new CommandException(ErrorKind.TIMEOUT_NOT_FLOAT);
        }
        boolean roundsUp = ctx.has(Feature.TIMEOUT_ROUNDS_UP);
        BigDecimal millis =
                LongDoubles.multiply(seconds, MILLIS_PER_SECOND)
                        .setScale(0, roundsUp ? RoundingMode.CEILING : RoundingMode.DOWN);
        if (millis.signum() < 0) {
            throw new CommandException(ErrorKind.TIMEOUT_NEGATIVE);
        }
        if (millis.compareTo(MAX_LONG) > 0) { // older servers let the number overflow
            throw new CommandException(
                    ctx.has(Feature.TIMEOUT_CHECKS_RANGE)
                            ? ErrorKind.TIMEOUT_OUT_OF_RANGE
                            : ErrorKind.TIMEOUT_NEGATIVE);
        }
        return deadlineNanos(ctx, millis.longValueExact());
    }

    /**
     * The end of a timeout in whole milliseconds.
     *
     * @throws CommandException when {@code text} is no such timeout
     */
    public static long inMillis(CommandContext ctx, Bytes text) {
        long millis = Args.toLong(text, ErrorKind.TIMEOUT_NOT_INTEGER);
        if (millis < 0) {
            throw new CommandException(ErrorKind.TIMEOUT_NEGATIVE);
        }
        return deadlineNanos(ctx, millis);
    }

    private static long deadlineNanos(CommandContext ctx, long millis) {
        long nowMillis = ctx.nowMillis();
        if (millis > Long.MAX_VALUE - nowMillis && ctx.has(Feature.TIMEOUT_CHECKS_RANGE)) {
            throw new CommandException(ErrorKind.TIMEOUT_OUT_OF_RANGE);
        }
        boolean beyondTime = millis > TimerQueue.NEVER / NANOS_PER_MILLI - nowMillis;
        return millis == 0 || beyondTime
                ? TimerQueue.NEVER
                : (nowMillis + millis) * NANOS_PER_MILLI;
    }
}
