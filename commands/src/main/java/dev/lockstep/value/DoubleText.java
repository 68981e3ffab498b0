package dev.lockstep.value;

/*
 * NaN stands for text that is no number: Redis refuses what would be NaN everywhere.
 */
/** Doubles as C's {@code strtod} reads them, with what Redis then refuses. Stateless. */
public final class DoubleText {

    /** Integers of so many digits are doubles without rounding. */
    private static final int MAX_EXACT_DIGITS = 15;

    private DoubleText() {}

    /**
     * A number that fills all of {@code text}: decimal, hexadecimal or infinite, without blanks,
     * and neither too large nor too small for a double. NaN for any other text.
     */
    public static double parse(Bytes text) {
        double exact = exactInteger(text, 0);
        if (!Double.isNaN(exact)) {
            return exact;
        }
        String characters = text.latin1();
        double value = read(characters, true);
        return isOutOfRange(characters, value) ? Double.NaN : value;
    }

    private static boolean isOutOfRange(String text, double value) {
        return (Double.isInfinite(value) && !isInfinity(text))
                || (value == 0 && hasNonZeroDigit(text));
    }

    /**
     * The bound of a range, from {@code from} on: as {@link #parse}, but what is too large is
     * infinite, what is too small is zero, and so is the empty text. NaN for any other text.
     *
     * @param plain whether neither hexadecimal numbers nor blanks in front will do
     */
    public static double parseBound(Bytes text, int from, boolean plain) {
        double exact = exactInteger(text, from);
        if (!Double.isNaN(exact)) {
            return exact;
        }
        String characters = cText(text, from);
        return characters.isEmpty() ? 0 : read(plain ? characters : unblanked(characters), !plain);
    }

    /**
     * What SORT sorts by: as {@link #parseBound}, but NaN also for what is too large or too small,
     * unless {@code plain}.
     */
    public static double parseWeight(Bytes text, boolean plain) {
        double value = parseBound(text, 0, plain);
        return !plain && isOutOfRange(unblanked(cText(text, 0)), value) ? Double.NaN : value;
    }

    /** The text up to a zero byte, which ends it for C. */
    private static String cText(Bytes text, int from) {
        int end = text.indexOf((byte) 0, from);
        return text.slice(from, end < 0 ? text.length() : end).latin1();
    }

    private static String unblanked(String text) {
        int start = 0;
        while (start < text.length() && isBlank(text.charAt(start))) {
            start++;
        }
        return text.substring(start);
    }

    private static double exactInteger(Bytes text, int from) {
        boolean negative = from < text.length() && text.at(from) == '-';
        int start = negative ? from + 1 : from;
        int digits = text.length() - start;
        if (digits < 1 || digits > MAX_EXACT_DIGITS) {
            return Double.NaN;
        }
        long value = 0;
        for (int i = start; i < text.length(); i++) {
            int digit = text.at(i) - '0';
            if (digit < 0 || digit > 9) {
                return Double.NaN;
            }
            value = value * 10 + digit;
        }
        return negative ? -(double) value : value; // text may be -0
    }

    private static double read(String text, boolean hexadecimal) {
        if (isInfinity(text)) {
            return text.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        if (text.startsWith("0x", start) || text.startsWith("0X", start)) {
            if (!hexadecimal || !isNumber(text, start + 2, 16, 'p')) {
                return Double.NaN;
            }
            boolean hasExponent = text.indexOf('p') >= 0 || text.indexOf('P') >= 0;
            return Double.parseDouble(hasExponent ? text : text + "p0");
        }
        return isNumber(text, start, 10, 'e') ? Double.parseDouble(text) : Double.NaN;
    }

    private static boolean isInfinity(String text) {
        int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        int length = text.length() - start;
        return (length == 3 || length == 8)
                && text.regionMatches(true, start, "infinity", 0, length);
    }

    /** Whether digits with at most one point, then perhaps an exponent, go on to the end. */
    private static boolean isNumber(String text, int from, int radix, char exponentMark) {
        int i = from;
        int digits = 0;
        boolean point = false;
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '.' && !point) {
                point = true;
            } else if (c < 128 && Character.digit(c, radix) >= 0) {
                digits++;
            } else {
                break;
            }
        }
        return digits > 0 && (i == text.length() || isExponent(text, i, exponentMark));
    }

    private static boolean isExponent(String text, int from, char mark) {
        if ((text.charAt(from) | 0x20) != mark) {
            return false;
        }
        int i = from + 1;
        if (i < text.length() && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
            i++;
        }
        int start = i;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i > start && i == text.length();
    }

    /** Whether a number that came out as zero is one that was too small. */
    private static boolean hasNonZeroDigit(String text) {
        boolean hexadecimal = text.indexOf('x') >= 0 || text.indexOf('X') >= 0;
        for (int i = 0; i < text.length(); i++) {
            int c = text.charAt(i) | 0x20;
            if (c == (hexadecimal ? 'p' : 'e')) {
                return false;
            }
            boolean digit = (c > '0' && c <= '9') || (hexadecimal && c >= 'a' && c <= 'f');
            if (digit) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }
}
