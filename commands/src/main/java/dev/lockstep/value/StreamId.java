package dev.lockstep.value;

import org.jspecify.annotations.Nullable;

/**
 * The id of a stream's entry: a time in milliseconds and a number within it, neither with a sign.
 *
 * <pre>{@code
 * StreamId id = StreamId.parse(Bytes.of("1700000000000-3"), 0);
 * id.next();       // 1700000000000-4
 * }</pre>
 */
public record StreamId(long millis, long sequence) implements Comparable<StreamId> {

    public static final StreamId MIN = new StreamId(0, 0);
    public static final StreamId MAX = new StreamId(-1, -1);

    /** How long a text may be to be looked at. */
    private static final int MAX_TEXT_LENGTH = 127;

    private static final byte HYPHEN = '-';

    /**
     * The id that {@code text} spells as {@code millis-sequence}, or null when it spells none.
     *
     * @param missingSequence the sequence when {@code text} has only milliseconds
     */
    public static @Nullable StreamId parse(Bytes text, long missingSequence) {
        if (text.length() > MAX_TEXT_LENGTH) {
            return null;
        }
        Bytes spelt = text.untilNul();
        int hyphen = spelt.indexOf(HYPHEN, 0);
        if (hyphen < 0) {
            Long millis = Numbers.parseUnsigned(spelt);
            return millis == null ? null : new StreamId(millis, missingSequence);
        }
        Long millis = Numbers.parseUnsigned(spelt.slice(0, hyphen));
        Long sequence = Numbers.parseUnsigned(spelt.slice(hyphen + 1, spelt.length()));
        return millis == null || sequence == null ? null : new StreamId(millis, sequence);
    }

    /** The id after this one; null after {@link #MAX}. */
    public @Nullable StreamId next() {
        if (equals(MAX)) {
            return null;
        }
        return new StreamId(sequence == -1 ? millis + 1 : millis, sequence + 1);
    }

    /** The id before this one; null before {@link #MIN}. */
    public @Nullable StreamId previous() {
        if (equals(MIN)) {
            return null;
        }
        return new StreamId(sequence == 0 ? millis - 1 : millis, sequence - 1);
    }

    public boolean isAfter(StreamId other) {
        return compareTo(other) > 0;
    }

    public boolean isBefore(StreamId other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(StreamId other) {
        int order = Long.compareUnsigned(millis, other.millis);
        return order != 0 ? order : Long.compareUnsigned(sequence, other.sequence);
    }

    /** As clients see it: {@code 1700000000000-3}. */
    public Bytes text() {
        return Bytes.latin1(toString());
    }

    /** The part at {@code index} of the sixteen bytes by which servers order ids. */
    public int byteAt(int index) {
        long part = index < Long.BYTES ? millis : sequence;
        int shift = (Long.BYTES - 1 - index % Long.BYTES) * Byte.SIZE;
        return (int) (part >>> shift) & 0xff;
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(millis) + "-" + Long.toUnsignedString(sequence);
    }
}
