package dev.lockstep.command;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * How many random elements HRANDFIELD and ZRANDMEMBER shall draw.
 *
 * @param count how many different elements; negative for that many, repeated ones included
 * @param withSeconds whether values or scores come along
 */
public record RandomSample(long count, boolean withSeconds) {

    /** With values or scores the reply is twice as long, and must still have a length. */
    private static final long MAX_COUNT_OF_PAIRS = Long.MAX_VALUE / 2;

    /**
     * How many elements a sample with repetitions may have. Real servers begin to send any number,
     * until they have no memory left; here that would be the memory of the test.
     */
    private static final long MAX_REPEATED = 1 << 22;

    /** A sample of more than this part of all is drawn by passing over all. */
    private static final int SPARSE_FRACTION = 3;

    /** Reads {@code count [WITHVALUES]}, where {@code token} stands for WITHVALUES. */
    public static RandomSample parse(Args args, String token) {
        long count = args.nextLong();
        if (count == Long.MIN_VALUE) {
            throw new CommandException(ErrorKind.OUT_OF_SYMMETRIC_RANGE);
        }
        if (!args.hasNext()) {
            return new RandomSample(count, false);
        }
        if (args.remaining() > 1 || !args.skip(token)) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        if (Math.abs(count) > MAX_COUNT_OF_PAIRS) {
            throw new CommandException(ErrorKind.OUT_OF_RANGE);
        }
        return new RandomSample(count, true);
    }

    /**
     * Draws from {@code all}, which are {@code size}.
     *
     * @param one draws a single element
     */
    public <T> List<T> draw(Iterable<T> all, int size, Supplier<T> one, RandomGenerator random) {
        if (count < -MAX_REPEATED) {
            throw new CommandException(ErrorKind.REPLY_TOO_LARGE, MAX_REPEATED);
        }
        if (count >= size / SPARSE_FRACTION) {
            return drawInOrder(all, size, random);
        }
        if (count < 0) {
            List<T> repeated = new ArrayList<>();
            for (long i = count; i < 0; i++) {
                repeated.add(one.get());
            }
            return repeated;
        }
        Set<T> different = new LinkedHashSet<>();
        while (different.size() < count) {
            different.add(one.get());
        }
        return new ArrayList<>(different);
    }

    /** Draws different elements, and leaves them in their order. */
    public <T> List<T> drawInOrder(Iterable<T> all, int size, RandomGenerator random) {
        List<T> drawn = new ArrayList<>();
        long wanted = Math.min(count, size);
        int left = size;
        for (T element : all) {
            if (wanted == left || random.nextInt(left) < wanted) {
                drawn.add(element);
                wanted--;
            }
            left--;
        }
        return drawn;
    }
}
