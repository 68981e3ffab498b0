package dev.lockstep.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * C's {@code long double} as x86 has it: 64 significant bits, exponents up to 2^16383. Redis
 * calculates INCRBYFLOAT and HINCRBYFLOAT with it. A value is held as the exact decimal of the
 * number that the 80 bits stand for, rounded after each step as the processor does. Stateless.
 *
 * <pre>{@code
 * BigDecimal sum = LongDoubles.add(LongDoubles.parse(a), LongDoubles.parse(b));
 * String text = LongDoubles.text(sum);      // "10.6"
 * }</pre>
 */
public final class LongDoubles {

    /** Stands for both infinities: no finite value is as large. */
    public static final BigDecimal INFINITY = BigDecimal.ONE.scaleByPowerOfTen(10_000);

    private static final int SIGNIFICANT_BITS = 64;
    private static final int MAX_BITS = 16_384;

    /** The exponent of the least bit of the smallest value. */
    private static final int MIN_EXPONENT = -16_445;

    /** Decimal exponents beyond which a value is too large, or nothing. */
    private static final int MAX_DECIMAL_EXPONENT = 4_933;

    private static final int MIN_DECIMAL_EXPONENT = -4_952;

    /** Digits behind the point in Redis's text. */
    private static final int DECIMALS = 17;

    /** The length of the longest text that is read at all. */
    public static final int MAX_TEXT_LENGTH = 5 * 1024 - 1;

    private LongDoubles() {}

    /** {@code a + b}, {@link #INFINITY} when that is too large or either is infinite. */
    public static BigDecimal add(BigDecimal a, BigDecimal b) {
        if (isInfinite(a) || isInfinite(b)) {
            return INFINITY;
        }
        return round(a.add(b));
    }

    /** {@code a * b}, infinite when that is too large. */
    public static BigDecimal multiply(BigDecimal a, BigDecimal b) {
        BigDecimal product = round(a.multiply(b).abs());
        return a.signum() * b.signum() < 0 ? product.negate() : product;
    }

    public static boolean isInfinite(BigDecimal value) {
        return value.abs().compareTo(INFINITY) >= 0;
    }

    /** The text that Redis makes: up to 17 decimals, zeros at the end left out. */
    public static String text(BigDecimal value) {
        BigDecimal rounded = value.setScale(DECIMALS, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /**
     * The value that {@code text} spells as C's {@code strtold} reads it, or null when that is not
     * all of the text, not a number, too large, or so small that nothing is left.
     */
    public static @Nullable BigDecimal parse(Bytes text) {
        if (text.isEmpty() || text.length() > MAX_TEXT_LENGTH) {
            return null;
        }
        int start = text.at(0) == '-' || text.at(0) == '+' ? 1 : 0;
        Bytes digits = text.slice(start, text.length());
        BigDecimal magnitude;
        if (digits.equalsIgnoreCase("inf") || digits.equalsIgnoreCase("infinity")) {
            magnitude = INFINITY;
        } else if (digits.length() > 2 && digits.at(0) == '0' && (digits.at(1) | 0x20) == 'x') {
            magnitude = new Reader(digits, 2, 16).read();
        } else {
            magnitude = new Reader(digits, 0, 10).read();
        }
        return magnitude == null || text.at(0) != '-' ? magnitude : magnitude.negate();
    }

    /** Reads digits with a point and an exponent. */
    private static final class Reader {
        /** Beyond this an exponent is as good as infinite; below, sums of two cannot overflow. */
        private static final int EXPONENT_LIMIT = 100_000;

        /** No text is long enough to leave anything after being moved so far to the right. */
        private static final int MIN_HEX_SHIFT = 2 * MIN_EXPONENT - 4 * MAX_TEXT_LENGTH;

        private final Bytes text;
        private final int radix;
        private int position;
        private final StringBuilder digits = new StringBuilder();
        private int decimals;
        private int exponent;

        Reader(Bytes text, int position, int radix) {
            this.text = text;
            this.position = position;
            this.radix = radix;
        }

        @Nullable BigDecimal read() {
            readDigits();
            if (position < text.length() && text.at(position) == '.') {
                position++;
                decimals = readDigits();
            }
            if (digits.isEmpty() || !readExponent() || position != text.length()) {
                return null;
            }
            return value(new BigInteger(digits.toString(), radix));
        }

        private int readDigits() {
            int start = position;
            while (position < text.length() && isDigit(text.at(position), radix)) {
                digits.append((char) text.at(position++));
            }
            return position - start;
        }

        private static boolean isDigit(byte b, int radix) {
            return b > 0 && Character.digit((char) b, radix) >= 0;
        }

        private boolean readExponent() {
            char mark = radix == 16 ? 'p' : 'e';
            if (position == text.length()) {
                return true;
            }
            if ((text.at(position++) | 0x20) != mark || position == text.length()) {
                return false;
            }
            boolean negative = text.at(position) == '-';
            if (negative || text.at(position) == '+') {
                position++;
            }
            if (position == text.length()) {
                return false;
            }
            while (position < text.length() && isDigit(text.at(position), 10)) {
                exponent = Math.min(exponent * 10 + text.at(position++) - '0', EXPONENT_LIMIT);
            }
            exponent = negative ? -exponent : exponent;
            return true;
        }

        private @Nullable BigDecimal value(BigInteger unscaled) {
            if (unscaled.signum() == 0) {
                return BigDecimal.ZERO;
            }
            BigDecimal exact;
            if (radix == 16) {
                int shift = exponent - 4 * decimals;
                if (unscaled.bitLength() + shift > MAX_BITS) {
                    return null;
                }
                exact = shifted(unscaled, Math.max(shift, MIN_HEX_SHIFT));
            } else {
                exact = new BigDecimal(unscaled, decimals - exponent);
                int magnitude = exact.precision() - exact.scale();
                if (magnitude > MAX_DECIMAL_EXPONENT || magnitude < MIN_DECIMAL_EXPONENT) {
                    return null;
                }
            }
            BigDecimal rounded = round(exact);
            return rounded.signum() == 0 || isInfinite(rounded) ? null : rounded;
        }
    }

    /** {@code value} to the nearest number that 80 bits can hold, ties to even. */
    private static BigDecimal round(BigDecimal value) {
        BigInteger numerator = value.unscaledValue().abs();
        if (numerator.signum() == 0) {
            return BigDecimal.ZERO;
        }
        BigInteger denominator = BigInteger.ONE;
        if (value.scale() > 0) {
            denominator = BigInteger.TEN.pow(value.scale());
        } else {
            numerator = numerator.multiply(BigInteger.TEN.pow(-value.scale()));
        }
        int exponent = exponentOf(numerator, denominator);
        BigInteger significand = roundedQuotient(numerator, denominator, exponent);
        if (significand.bitLength() + exponent > MAX_BITS) {
            return INFINITY;
        }
        BigDecimal rounded = shifted(significand, exponent);
        return value.signum() < 0 ? rounded.negate() : rounded;
    }

    /** The exponent of the least bit that {@code numerator / denominator} keeps. */
    private static int exponentOf(BigInteger numerator, BigInteger denominator) {
        int exponent = numerator.bitLength() - denominator.bitLength() - SIGNIFICANT_BITS;
        BigInteger quotient =
                scaledDown(numerator, exponent).divide(scaledDown(denominator, -exponent));
        exponent += quotient.bitLength() - SIGNIFICANT_BITS;
        return Math.max(exponent, MIN_EXPONENT);
    }

    /** {@code value * 2^-exponent} for a negative exponent; the other side of a fraction else. */
    private static BigInteger scaledDown(BigInteger value, int exponent) {
        return exponent < 0 ? value.shiftLeft(-exponent) : value;
    }

    private static BigInteger roundedQuotient(
            BigInteger numerator, BigInteger denominator, int exponent) {
        BigInteger divisor = scaledDown(denominator, -exponent);
        BigInteger[] parts = scaledDown(numerator, exponent).divideAndRemainder(divisor);
        int half = parts[1].shiftLeft(1).compareTo(divisor);
        boolean up = half > 0 || (half == 0 && parts[0].testBit(0));
        return up ? parts[0].add(BigInteger.ONE) : parts[0];
    }

    /** {@code value * 2^exponent}, exactly. */
    private static BigDecimal shifted(BigInteger value, int exponent) {
        if (exponent >= 0) {
            return new BigDecimal(value.shiftLeft(exponent));
        }
        int zeros = Math.min(value.getLowestSetBit(), -exponent);
        int places = -exponent - Math.max(zeros, 0);
        BigInteger odd = value.shiftRight(Math.max(zeros, 0));
        return new BigDecimal(odd.multiply(BigInteger.valueOf(5).pow(places)), places);
    }
}
