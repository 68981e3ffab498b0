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
        Double magnitude = magnitude(new String(data, at, end - at, StandardCharsets.ISO_8859_1), data[at]);
        return magnitude == null || !negative ? magnitude : (Double) (-magnitude);
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

    private static @Nullable Double magnitude(String text, byte first) {
        if (first == 'i' || first == 'I') {
            boolean infinite = text.equalsIgnoreCase("inf") || text.equalsIgnoreCase("infinity");
            return infinite ? Double.POSITIVE_INFINITY : null;
        }
        if (first == 'n' || first == 'N') {
            return isNan(text) ? Double.NaN : null;
        }
        if (text.length() > 1 && first == '0' && (text.charAt(1) | 0x20) == 'x') {
            return isNumeral(text, 2, true) ? hexadecimal(text) : null;
        }
        return isNumeral(text, 0, false) ? Double.valueOf(text) : null;
    }

    private static Double hexadecimal(String text) {
        boolean exponent = text.indexOf('p') >= 0 || text.indexOf('P') >= 0;
        return Double.valueOf(exponent ? text : text + "p0");
    }

    private static boolean isNan(String text) {
        if (text.length() < 3 || !text.substring(0, 3).equalsIgnoreCase("nan")) {
            return false;
        }
        if (text.length() == 3) {
            return true;
        }
        if (text.charAt(3) != '(' || !text.endsWith(")")) {
            return false;
        }
        for (int i = 4; i < text.length() - 1; i++) {
            char c = text.charAt(i);
            if (c >= 128 || !(Character.isLetterOrDigit(c) || c == '_')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNumeral(String text, int from, boolean hex) {
        int at = from;
        int digits = 0;
        while (at < text.length() && isDigit(text.charAt(at), hex)) {
            at++;
            digits++;
        }
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            while (at < text.length() && isDigit(text.charAt(at), hex)) {
                at++;
                digits++;
            }
        }
        if (digits == 0) {
            return false;
        }
        if (at < text.length() && (text.charAt(at) | 0x20) == (hex ? 'p' : 'e')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            int exponentFrom = at;
            while (at < text.length() && isDigit(text.charAt(at), false)) {
                at++;
            }
            return at > exponentFrom && at == text.length();
        }
        return at == text.length();
    }

    private static boolean isDigit(char c, boolean hex) {
        return (c >= '0' && c <= '9') || (hex && (c | 0x20) >= 'a' && (c | 0x20) <= 'f');
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
        return result != result ? invalid(left, right) : result;
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
    static double invalid(double left, double right) {
        if (left != left) {
            return left;
        }
        return right != right ? right : INVALID;
    }

    /** As C converts a double to a 64-bit integer on x86-64: out of range gives the smallest. */
    public static long toInteger(double number) {
        if (number >= -0x1p63 && number < 0x1p63) {
            return (long) number;
        }
        return Long.MIN_VALUE;
    }

    /** The 32 bits that Lua 5.1 gets for an {@code int} argument. */
    public static int toInt(double number) {
        return (int) toInteger(number);
    }
}
