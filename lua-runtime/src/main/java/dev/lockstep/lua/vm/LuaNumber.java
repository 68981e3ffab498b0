package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Numbers and their text (manual 2.2.1): {@code %.14g} to write them, C's {@code strtod} to read
 * them, and the arithmetic in which Java and C on x86-64 differ.
 */
public final class LuaNumber {

    private static final double[] POWERS_OF_TEN = new double[23];

    static {
        double power = 1;
        for (int i = 0; i < POWERS_OF_TEN.length; i++) {
            POWERS_OF_TEN[i] = power;
            power *= 10;
        }
    }

    private static final int PRECISION = 14;
    private static final double LIMIT = 1e14;
    private static final long MIN_DIGITS = 10_000_000_000_000L;

    /** What an invalid operation yields on x86-64: C prints its sign. */
    public static final double INVALID = Double.longBitsToDouble(0xfff8000000000000L);

    private LuaNumber() {}

    // ---- text

    /** The text of {@code number}: {@code %.14g}. */
    public static Bytes text(double number) {
        long whole = (long) number;
        if (whole == number && whole < LIMIT && whole > -LIMIT) {
            if (whole != 0 || 1 / number > 0) {
                return Numbers.text(whole);
            }
            return Bytes.latin1("-0");
        }
        double magnitude = Math.abs(number);
        if (magnitude >= 1e-4 && magnitude < LIMIT) {
            Bytes text = quickText(magnitude, number < 0);
            if (text != null) {
                return text;
            }
        }
        return text(number, PRECISION);
    }

    /** {@code %.<precision>g} of any number; 17 is how Redis up to 7 passes numbers to commands. */
    public static Bytes text(double number, int precision) {
        boolean negative = Double.doubleToRawLongBits(number) < 0;
        String text;
        if (Double.isFinite(number)) {
            text = DecimalText.general(Math.abs(number), precision, false);
        } else {
            text = Double.isNaN(number) ? "nan" : "inf";
        }
        return Bytes.latin1(negative ? "-" + text : text);
    }

    /**
     * The text by one multiplication, or null when the product lies so near to a tie that its own
     * rounding could decide.
     */
    private static @Nullable Bytes quickText(double magnitude, boolean negative) {
        int exponent = -4;
        while (exponent < PRECISION - 1 && magnitude >= powerOfTen(exponent + 1)) {
            exponent++;
        }
        double scaled = magnitude * POWERS_OF_TEN[PRECISION - 1 - exponent];
        long digits = (long) scaled;
        double fraction = scaled - digits;
        if (Math.abs(fraction - 0.5) < 0.03) {
            return null;
        }
        if (fraction > 0.5) {
            digits++;
        }
        if (digits < MIN_DIGITS || digits >= 10 * MIN_DIGITS) {
            return null;
        }
        return decimal(digits, exponent, negative);
    }

    private static double powerOfTen(int exponent) {
        return exponent >= 0 ? POWERS_OF_TEN[exponent] : 1 / POWERS_OF_TEN[-exponent];
    }

    private static Bytes decimal(long digits, int exponent, boolean negative) {
        int count = PRECISION;
        while (digits % 10 == 0) {
            digits /= 10;
            count--;
        }
        int leadingZeros = exponent < 0 ? -exponent : 0;
        int whole = exponent < 0 ? 1 : exponent + 1;
        int length = Math.max(count + leadingZeros, whole);
        boolean point = length > whole;
        byte[] text = new byte[length + (negative ? 1 : 0) + (point ? 1 : 0)];
        int at = text.length - 1;
        for (int i = length; i > 0; i--) {
            if (point && i == whole) {
                text[at--] = '.';
            }
            if (i > count + leadingZeros) {
                text[at--] = '0';
            } else {
                text[at--] = (byte) ('0' + digits % 10);
                digits /= 10;
            }
        }
        if (negative) {
            text[0] = '-';
        }
        return Bytes.wrap(text);
    }

    // ---- reading

    /** The number that {@code text} spells, blanks around it aside; null when it is none. */
    public static @Nullable Double parse(Bytes text) {
        byte[] data = text.unsafeArray();
        int end = 0;
        while (end < data.length && data[end] != 0) {
            end++;
        }
        int from = 0;
        while (from < end && isSpace(data[from])) {
            from++;
        }
        while (end > from && isSpace(data[end - 1])) {
            end--;
        }
        return from == end ? null : parse(data, from, end);
    }

    private static @Nullable Double parse(byte[] data, int from, int end) {
        int at = from;
        boolean negative = data[at] == '-';
        if (negative || data[at] == '+') {
            at++;
        }
        if (at == end) {
            return null;
        }
        if (end - at <= 15) {
            long whole = smallWhole(data, at, end);
            if (whole >= 0) {
                return negative ? -(double) whole : (double) whole;
            }
        }
        if (magnitudeEnd(data, at, end) != end) {
            return null;
        }
        double magnitude = magnitude(new String(data, at, end - at, StandardCharsets.ISO_8859_1));
        return negative ? -magnitude : magnitude;
    }

    private static long smallWhole(byte[] data, int at, int end) {
        long whole = 0;
        for (int i = at; i < end; i++) {
            int digit = data[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            whole = whole * 10 + digit;
        }
        return whole;
    }

    private static double magnitude(String text) {
        char first = (char) (text.charAt(0) | 0x20);
        if (first == 'i') {
            return Double.POSITIVE_INFINITY;
        }
        if (first == 'n') {
            return Double.NaN;
        }
        boolean hex = text.length() > 1 && (text.charAt(1) | 0x20) == 'x';
        boolean exponent = text.indexOf('p') >= 0 || text.indexOf('P') >= 0;
        return Double.parseDouble(hex && !exponent ? text + "p0" : text);
    }

    /** Where the longest number that begins at {@code from} ends; {@code from} if there is none. */
    public static int prefixEnd(Bytes text, int from) {
        byte[] data = text.unsafeArray();
        boolean sign = from < data.length && (data[from] == '-' || data[from] == '+');
        int start = sign ? from + 1 : from;
        int end = magnitudeEnd(data, start, data.length);
        return end == start ? from : end;
    }

    private static int magnitudeEnd(byte[] data, int from, int end) {
        if (startsWith(data, from, end, "inf")) {
            return startsWith(data, from, end, "infinity") ? from + 8 : from + 3;
        }
        if (startsWith(data, from, end, "nan")) {
            return nanEnd(data, from + 3, end);
        }
        if (startsWith(data, from, end, "0x")) {
            int hexEnd = numeralEnd(data, from + 2, end, true);
            return hexEnd == from + 2 ? from + 1 : hexEnd;
        }
        return numeralEnd(data, from, end, false);
    }

    private static boolean startsWith(byte[] data, int from, int end, String word) {
        if (end - from < word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            byte b = data[from + i];
            char c = word.charAt(i);
            if (b != c && !(c >= 'a' && (b | 0x20) == c)) {
                return false;
            }
        }
        return true;
    }

    /** After {@code nan}: letters, digits and underscores in parentheses belong to it. */
    private static int nanEnd(byte[] data, int from, int end) {
        if (from == end || data[from] != '(') {
            return from;
        }
        int at = from + 1;
        while (at < end && (isDigit(data[at], false) || isLetter(data[at]) || data[at] == '_')) {
            at++;
        }
        return at < end && data[at] == ')' ? at + 1 : from;
    }

    private static boolean isLetter(byte b) {
        return (b | 0x20) >= 'a' && (b | 0x20) <= 'z';
    }

    private static int numeralEnd(byte[] data, int from, int end, boolean hex) {
        int whole = digitsEnd(data, from, end, hex);
        int at = whole;
        int digits = whole - from;
        if (at < end && data[at] == '.') {
            int fraction = digitsEnd(data, at + 1, end, hex);
            digits += fraction - at - 1;
            at = fraction;
        }
        if (digits == 0) {
            return from;
        }
        if (at < end && (data[at] | 0x20) == (hex ? 'p' : 'e')) {
            int exponent = at + 1;
            if (exponent < end && (data[exponent] == '+' || data[exponent] == '-')) {
                exponent++;
            }
            int exponentEnd = digitsEnd(data, exponent, end, false);
            return exponentEnd > exponent ? exponentEnd : at;
        }
        return at;
    }

    private static int digitsEnd(byte[] data, int from, int end, boolean hex) {
        int at = from;
        while (at < end && isDigit(data[at], hex)) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(byte b, boolean hex) {
        return (b >= '0' && b <= '9') || (hex && (b | 0x20) >= 'a' && (b | 0x20) <= 'f');
    }

    /** C's {@code isspace}. */
    public static boolean isSpace(int c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    // ---- arithmetic

    /** The result of operation {@code op} (an arithmetic one of {@link Op}) on two numbers. */
    public static double arithmetic(int op, double left, double right) {
        double result =
                switch (op) {
                    case Op.ADD -> left + right;
                    case Op.SUB -> left - right;
                    case Op.MUL -> left * right;
                    case Op.DIV -> left / right;
                    case Op.MOD -> left - Math.floor(left / right) * right;
                    case Op.POW -> power(left, right);
                    default -> throw new IllegalArgumentException("operation " + op);
                };
        if (!Double.isNaN(result)) {
            return result;
        }
        return op == Op.POW && Double.isNaN(left) && Math.abs(right % 2) == 1
                ? Double.NaN // C's pow loses the sign in an odd power
                : invalid(left, right);
    }

    /** C's {@code pow}: unlike Java's, 1 to any power and -1 to an infinite one are 1. */
    public static double power(double base, double exponent) {
        if (exponent == 2) {
            return base * base;
        }
        if (base == 1 || (base == -1 && Double.isInfinite(exponent))) {
            return 1;
        }
        return Math.pow(base, exponent);
    }

    /** The not-a-number that comes of two operands: one of them if it is none itself. */
    public static double invalid(double left, double right) {
        if (Double.isNaN(left)) {
            return left;
        }
        return Double.isNaN(right) ? right : INVALID;
    }

    /** As C converts a double to a 64-bit integer on x86-64: out of range gives the smallest. */
    public static long toInteger(double number) {
        if (number >= -0x1p63 && number < 0x1p63) {
            return (long) number;
        }
        return Long.MIN_VALUE;
    }

    /** As {@link #toInteger}, to 32 bits. */
    public static int toInt(double number) {
        return number > Integer.MIN_VALUE - 1.0 && number < Integer.MAX_VALUE + 1.0
                ? (int) number
                : Integer.MIN_VALUE;
    }

    /** As C converts a double to an unsigned 64-bit integer on x86-64. */
    public static long toUnsigned(double number) {
        return number >= 0x1p63 ? toInteger(number - 0x1p63) ^ Long.MIN_VALUE : toInteger(number);
    }

    /** The number that {@code bits} are as an unsigned integer. */
    public static double fromUnsigned(long bits) {
        return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
    }
}
