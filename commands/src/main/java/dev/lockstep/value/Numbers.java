package dev.lockstep.value;

import org.jspecify.annotations.Nullable;

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

    /**
     * The number of 64 bits without a sign that {@code text} spells, or null when it spells none:
     * as C reads it, except that a negative number in its plain spelling is refused.
     */
    public static @Nullable Long parseUnsigned(Bytes text) {
        Bytes spelt = text.untilNul();
        return parseLong(spelt, 0) < 0 ? null : strtoull(spelt);
    }

    /**
     * The number that C's {@code strtoull} reads from the whole of {@code text}, or null: blanks in
     * front, a plus and leading zeros are allowed, and a minus wraps around.
     */
    static @Nullable Long strtoull(Bytes text) {
        Bytes spelt = text.untilNul();
        int start = 0;
        while (start < spelt.length() && isBlank(spelt.at(start))) {
            start++;
        }
        boolean negative = start < spelt.length() && spelt.at(start) == '-';
        if (negative || (start < spelt.length() && spelt.at(start) == '+')) {
            start++;
        }
        if (start == spelt.length()) {
            return null;
        }
        long value = 0;
        for (int i = start; i < spelt.length(); i++) {
            int digit = spelt.at(i) - '0';
            if (digit < 0 || digit > 9 || overflows(value, digit)) {
                return null;
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }

    private static boolean overflows(long value, int digit) {
        long limit = Long.divideUnsigned(-1 - digit, 10);
        return Long.compareUnsigned(value, limit) > 0;
    }

    /** What C's {@code isspace} takes for a blank. */
    static boolean isBlank(byte b) {
        return b == ' ' || (b >= '\t' && b <= '\r');
    }
}
