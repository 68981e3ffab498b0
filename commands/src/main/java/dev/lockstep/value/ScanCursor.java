package dev.lockstep.value;

import org.jspecify.annotations.Nullable;

/** The cursor of SCAN, HSCAN, SSCAN and ZSCAN: an unsigned number of 64 bits. Stateless. */
public final class ScanCursor {

    private static final String BLANKS = " \t\n\u000b\f\r";

    private ScanCursor() {}

    /**
     * The cursor that {@code text} spells, or null when it spells none.
     *
     * @param strict how the servers since 7.2 read it: blanks in front are allowed, but neither the
     *     empty text nor a negative number in its plain spelling
     */
    public static @Nullable Long parse(Bytes text, boolean strict) {
        int end = text.indexOf((byte) 0, 0);
        String characters = text.slice(0, end < 0 ? text.length() : end).latin1();
        if (strict) {
            if (characters.isEmpty() || Numbers.parseLong(text, 0) < 0) {
                return null;
            }
        } else if (characters.isEmpty()) {
            return 0L;
        } else if (isBlank(characters.charAt(0))) {
            return null;
        }
        return unsigned(characters);
    }

    /** As C's {@code strtoul} reads the whole of it: a minus sign wraps around. */
    private static @Nullable Long unsigned(String text) {
        int start = 0;
        while (start < text.length() && isBlank(text.charAt(start))) {
            start++;
        }
        boolean negative = start < text.length() && text.charAt(start) == '-';
        if (negative || (start < text.length() && text.charAt(start) == '+')) {
            start++;
        }
        if (start == text.length()) {
            return null;
        }
        long value = 0;
        for (int i = start; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
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

    private static boolean isBlank(char c) {
        return BLANKS.indexOf(c) >= 0;
    }
}
