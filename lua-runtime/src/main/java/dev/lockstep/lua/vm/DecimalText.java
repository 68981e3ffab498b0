package dev.lockstep.lua.vm;

import dev.lockstep.value.DecimalDigits;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Doubles as C's {@code printf} writes them with {@code %e}, {@code %f} and {@code %g}: exact, and
 * rounded half to even. Signs, padding and what is not finite are left to the caller.
 */
public final class DecimalText {

    private DecimalText() {}

    /** {@code %.<decimals>f} of a finite number that is not negative. */
    public static String fixed(double magnitude, int decimals, boolean keepPoint) {
        String text =
                new BigDecimal(magnitude)
                        .setScale(decimals, RoundingMode.HALF_EVEN)
                        .toPlainString();
        return keepPoint && decimals == 0 ? text + "." : text;
    }

    /** {@code %.<decimals>e} of a finite number that is not negative. */
    public static String exponential(double magnitude, int decimals, boolean keepPoint) {
        Digits digits = Digits.of(magnitude, decimals + 1);
        return exponential(digits.text, digits.exponent, keepPoint);
    }

    /** {@code %.<precision>g} of a finite number that is not negative. */
    public static String general(double magnitude, int precision, boolean alternate) {
        int significant = Math.max(precision, 1);
        Digits digits = Digits.of(magnitude, significant);
        String text = alternate ? digits.text : withoutTrailingZeros(digits.text);
        if (digits.exponent < -4 || digits.exponent >= significant) {
            return exponential(text, digits.exponent, alternate);
        }
        return positional(text, digits.exponent, alternate);
    }

    private static String exponential(String digits, int exponent, boolean keepPoint) {
        StringBuilder text = new StringBuilder().append(digits.charAt(0));
        if (digits.length() > 1 || keepPoint) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        int magnitude = Math.abs(exponent);
        if (magnitude < 10) {
            text.append('0');
        }
        return text.append(magnitude).toString();
    }

    private static String positional(String digits, int exponent, boolean keepPoint) {
        StringBuilder text = new StringBuilder();
        if (exponent < 0) {
            return text.append("0.").append("0".repeat(-exponent - 1)).append(digits).toString();
        }
        int whole = exponent + 1;
        if (digits.length() <= whole) {
            text.append(digits).append("0".repeat(whole - digits.length()));
            return keepPoint ? text.append('.').toString() : text.toString();
        }
        return text.append(digits, 0, whole).append('.').append(digits.substring(whole)).toString();
    }

    private static String withoutTrailingZeros(String digits) {
        int end = digits.length();
        while (end > 1 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, end);
    }

    /** Significant digits, the first of which counts ten to the power of the exponent. */
    private record Digits(String text, int exponent) {

        static Digits of(double magnitude, int count) {
            if (magnitude == 0) {
                return new Digits("0".repeat(count), 0);
            }
            DecimalDigits quick = DecimalDigits.of(magnitude, count);
            if (quick != null) {
                return new Digits(Long.toString(quick.digits()), quick.exponent());
            }
            BigDecimal rounded =
                    new BigDecimal(magnitude).round(new MathContext(count, RoundingMode.HALF_EVEN));
            String digits = rounded.unscaledValue().toString();
            int exponent = digits.length() - 1 - rounded.scale();
            if (digits.length() > count) {
                digits = digits.substring(0, count);
            }
            return new Digits(digits + "0".repeat(count - digits.length()), exponent);
        }
    }
}
