package dev.lockstep.value;

import org.jspecify.annotations.Nullable;

/**
 * The leading decimal digits of a double, rounded half to even, without big integers. A double is
 * {@code m * 2^e}; {@code m * 5^k} is exact in 128 bits, and what powers of two are left are a
 * shift.
 *
 * @param digits the number that the digits make
 * @param exponent the power of ten that the first digit counts
 */
public record DecimalDigits(long digits, int exponent) {

    /** The most digits that can be asked for. */
    private static final int MAX_COUNT = 17;

    /** The highest power of five in a long. */
    private static final int MAX_POWER = 27;

    private static final int MANTISSA_BITS = 52;
    private static final long MANTISSA_MASK = (1L << MANTISSA_BITS) - 1;
    private static final int EXPONENT_BIAS = 1075;

    private static final long[] POWERS_OF_5 = powers(5, MAX_POWER);
    private static final long[] POWERS_OF_10 = powers(10, MAX_COUNT + 1);

    private static long[] powers(long base, int last) {
        long[] powers = new long[last + 1];
        powers[0] = 1;
        for (int i = 1; i <= last; i++) {
            powers[i] = base * powers[i - 1];
        }
        return powers;
    }

    /**
     * The first {@code count} digits of {@code value}, which is positive and finite; null when it
     * is so large, so small or so short that this takes more than 128 bits.
     */
    public static @Nullable DecimalDigits of(double value, int count) {
        long bits = Double.doubleToRawLongBits(value);
        int binaryExponent = (int) (bits >>> MANTISSA_BITS) - EXPONENT_BIAS;
        long mantissa = (bits & MANTISSA_MASK) | (1L << MANTISSA_BITS);
        if (binaryExponent <= -EXPONENT_BIAS || count > MAX_COUNT) {
            return null; // subnormal
        }
        int exponent = (int) Math.floor(Math.log10(value));
        DecimalDigits digits = scaled(mantissa, binaryExponent, exponent, count);
        if (digits != null && digits.digits >= POWERS_OF_10[count]) {
            return scaled(mantissa, binaryExponent, exponent + 1, count);
        }
        if (digits != null && digits.digits <= POWERS_OF_10[count - 1]) { // maybe after rounding up
            DecimalDigits lower = scaled(mantissa, binaryExponent, exponent - 1, count);
            return lower != null && lower.digits >= POWERS_OF_10[count] ? digits : lower;
        }
        return digits;
    }

    private static @Nullable DecimalDigits scaled(
            long mantissa, int binaryExponent, int exponent, int count) {
        int power = count - 1 - exponent;
        int shift = -(binaryExponent + power);
        if (power < 0 || power > MAX_POWER || shift <= 0 || shift >= Long.SIZE - 1) {
            return null;
        }
        long five = POWERS_OF_5[power];
        long high = Math.multiplyHigh(mantissa, five);
        long low = mantissa * five;
        if (high >>> (shift - 1) != 0) {
            return null;
        }
        long quotient = (high << (Long.SIZE - shift)) | (low >>> shift);
        long rest = low & ((1L << shift) - 1);
        long half = 1L << (shift - 1);
        boolean up = rest > half || (rest == half && (quotient & 1) == 1);
        return new DecimalDigits(up ? quotient + 1 : quotient, exponent);
    }
}
