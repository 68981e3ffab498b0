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
        return parseLong(text, 0) != 0 || parseLong(text, 1) != 1;
    }

    /**
     * The integer that {@code text} spells in the one way that Redis accepts, else {@code
     * otherwise}.
     */
    public static long parseLong(Bytes text, long otherwise) {
        int length = text.length();
        if (length == 0 || length > MAX_LONG_LENGTH) {
            return otherwise;
        }
        boolean negative = text.at(0) == '-';
        int start = negative ? 1 : 0;
        if (start == length || (text.at(start) == '0' && length > 1)) {
            return otherwise; // neither "-", nor "007", nor "-0"
        }
        long value = 0; // kept negative: the range below zero is one wider
        for (int i = start; i < length; i++) {
            int digit = text.at(i) - '0';
            if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10) {
                return otherwise;
            }
            value *= 10;
            if (value < Long.MIN_VALUE + digit) {
                return otherwise;
            }
            value -= digit;
        }
        if (negative) {
            return value;
        }
        return value == Long.MIN_VALUE ? otherwise : -value;
    }
}
