package dev.lockstep.value;

/** Integers as Redis reads and writes them. Stateless. */
public final class Numbers {

    private static final int SMALL = 1024;
    private static final Bytes[] SMALL_TEXT = new Bytes[SMALL];

    static {
        for (int i = 0; i < SMALL; i++) {
            SMALL_TEXT[i] = Bytes.latin1(Integer.toString(i));
        }
    }

    /** The longest decimal text of a long, sign included. */
    private static final int MAX_LONG_LENGTH = 20;

    private Numbers() {}

    /** The decimal text of {@code number}. */
    public static Bytes text(long number) {
        if (number >= 0 && number < SMALL) {
            return SMALL_TEXT[(int) number];
        }
        return Bytes.latin1(Long.toString(number));
    }

    /**
     * Whether {@code text} is an integer in the one spelling that Redis accepts: an optional minus,
     * digits without a leading zero, within 64 bits.
     */
    public static boolean isLong(Bytes text) {
        return parse(text, null);
    }

    /**
     * The integer that {@code text} spells.
     *
     * @throws NumberFormatException unless {@link #isLong} holds
     */
    public static long parseLong(Bytes text) {
        long[] result = new long[1];
        if (!parse(text, result)) {
            throw new NumberFormatException(text.toString());
        }
        return result[0];
    }

    private static boolean parse(Bytes text, long @org.jspecify.annotations.Nullable [] result) {
        int length = text.length();
        if (length == 0 || length > MAX_LONG_LENGTH) {
            return false;
        }
        boolean negative = text.at(0) == '-';
        int i = negative ? 1 : 0;
        if (i == length) {
            return false;
        }
        if (text.at(i) == '0' && (negative || length > 1)) {
            return false; // neither -0 nor 007
        }
        long value = 0; // kept negative: the range below zero is one wider
        for (; i < length; i++) {
            int digit = text.at(i) - '0';
            if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10) {
                return false;
            }
            value *= 10;
            if (value < Long.MIN_VALUE + digit) {
                return false;
            }
            value -= digit;
        }
        if (!negative && value == Long.MIN_VALUE) {
            return false;
        }
        if (result != null) {
            result[0] = negative ? value : -value;
        }
        return true;
    }
}
