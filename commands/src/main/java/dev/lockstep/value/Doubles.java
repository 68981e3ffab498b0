package dev.lockstep.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Number text of doubles. Redis has printed the same double in two ways: with 17 significant digits
 * up to 7.0, in a form that is short and reads back since 7.2. All double text is made here.
 * Stateless.
 */
public final class Doubles {

    /** Integers up to this are printed in full; beyond it, with their shortest digits. */
    private static final double FULL_INTEGER_LIMIT = 0x1p62;

    /** Of two decimals with so many digits, no double lies nearest to both. */
    private static final int SURE_DIGITS = 15;

    /** By a number of digits: whole numbers below this are printed with that many or fewer. */
    private static final double[] WHOLE_LIMIT = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private static final MathContext DIGITS_17 = new MathContext(17, RoundingMode.HALF_EVEN);

    private Doubles() {}

    /** C's {@code %.17g}; infinities are {@code inf} and {@code -inf}. */
    public static String precise(double value) {
        return general(value, 17);
    }

    /** C's {@code %.{digits}g}, with {@code inf} and {@code nan}, both of either sign. */
    public static String general(double value, int digits) {
        if (value == (long) value && Math.abs(value) < WHOLE_LIMIT[Math.min(digits, SURE_DIGITS)]) {
            return isNegativeZero(value) ? "-0" : Long.toString((long) value);
        }
        if (!Double.isFinite(value)) {
            return nonFinite(value);
        }
        DecimalDigits decimal = DecimalDigits.of(Math.abs(value), digits);
        if (decimal != null) {
            return general(
                    value < 0, withoutTrailingZeros(decimal.digits()), decimal.exponent(), digits);
        }
        MathContext precision =
                digits == 17 ? DIGITS_17 : new MathContext(digits, RoundingMode.HALF_EVEN);
        BigDecimal rounded = new BigDecimal(value).round(precision).stripTrailingZeros();
        String unscaled = rounded.unscaledValue().abs().toString();
        int exponent = unscaled.length() - 1 - rounded.scale();
        return general(value < 0, unscaled, exponent, digits);
    }

    private static String general(boolean negative, String text, int exponent, int digits) {
        String magnitude =
                exponent < -4 || exponent >= digits
                        ? scientific(text, exponent, true)
                        : plain(text, exponent);
        return negative ? "-" + magnitude : magnitude;
    }

    private static String withoutTrailingZeros(long digits) {
        long rest = digits;
        while (rest % 10 == 0) {
            rest /= 10;
        }
        return Long.toString(rest);
    }

    /**
     * Digits that read back as {@code value}, the shortest but for rare doubles, laid out as Redis
     * does since 7.2: integers up to 2^62 in full, {@code 1e-7}, {@code 1.7000000002229998e+9}.
     */
    public static String shortest(double value) {
        if (value == (long) value && Math.abs(value) <= FULL_INTEGER_LIMIT) {
            return isNegativeZero(value) ? "-0" : Long.toString((long) value);
        }
        if (!Double.isFinite(value)) {
            return nonFinite(value);
        }
        GrisuDigits found = GrisuDigits.of(Math.abs(value));
        return shortest(value < 0, Long.toString(found.digits()), found.scale());
    }

    private static String shortest(boolean negative, String digits, int scale) {
        int exponent = scale + digits.length() - 1;
        String sign = negative ? "-" : "";
        if (scale >= 0 && Math.abs(exponent) < digits.length() + 7) {
            return sign + digits + "0".repeat(scale);
        }
        if (scale < 0 && (scale > -7 || Math.abs(exponent) < 4)) {
            return sign + plain(digits, exponent);
        }
        return sign + scientific(digits, exponent, false);
    }

    private static String plain(String digits, int exponent) {
        int point = exponent + 1;
        if (point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        if (point >= digits.length()) {
            return digits + "0".repeat(point - digits.length());
        }
        return digits.substring(0, point) + "." + digits.substring(point);
    }

    private static String scientific(String digits, int exponent, boolean twoDigitExponent) {
        StringBuilder text = new StringBuilder(24).append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        int magnitude = Math.abs(exponent);
        if (twoDigitExponent && magnitude < 10) {
            text.append('0');
        }
        return text.append(magnitude).toString();
    }

    private static String nonFinite(double value) {
        if (Double.isNaN(value)) {
            return Double.doubleToRawLongBits(value) < 0 ? "-nan" : "nan"; // C shows its sign
        }
        return value > 0 ? "inf" : "-inf";
    }

    private static boolean isNegativeZero(double value) {
        return value == 0 && 1 / value < 0;
    }
}
