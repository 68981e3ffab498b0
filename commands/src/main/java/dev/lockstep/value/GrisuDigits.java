package dev.lockstep.value;

import java.math.BigInteger;

/**
 * The decimal digits of a double as Redis finds them since 7.2, by the algorithm Grisu2 (Florian
 * Loitsch: "Printing Floating-Point Numbers Quickly and Accurately with Integers", 2010). They
 * always read back. Of most doubles they are the shortest that do, but 64 bits are not enough for
 * all: 8.29718 becomes 8.297180000000001.
 *
 * @param digits the number that the digits make
 * @param scale the power of ten that the last digit counts
 */
record GrisuDigits(long digits, int scale) {

    private static final int MANTISSA_BITS = 52;
    private static final long HIDDEN_BIT = 1L << MANTISSA_BITS;
    private static final int EXPONENT_BIAS = 1075;

    /** Bounds are multiplied by a power of ten until their binary exponent is between these. */
    private static final int LOWEST_EXPONENT = -60;

    private static final int HIGHEST_EXPONENT = -32;

    private static final int FIRST_POWER = -348;
    private static final int LAST_POWER = 340;
    private static final int POWER_STEP = 8;
    private static final int POWERS = (LAST_POWER - FIRST_POWER) / POWER_STEP + 1;
    private static final double LOG_10_OF_2 = 0.30102999566398114;

    private static final int DIGITS_OF_INT = 10;
    private static final long HIGHEST_TEN = 1_000_000_000;

    /** {@code mantissa * 2^exponent}, the mantissa of 64 bits without sign. */
    private record Scaled(long mantissa, int exponent) {

        /** A power of ten, to the nearest. */
        static Scaled powerOfTen(int power) {
            BigInteger ten = BigInteger.TEN.pow(Math.abs(power));
            int exponent =
                    power >= 0 ? ten.bitLength() - Long.SIZE : 1 - Long.SIZE - ten.bitLength();
            BigInteger doubled =
                    power < 0
                            ? BigInteger.ONE.shiftLeft(1 - exponent).divide(ten)
                            : ten.shiftLeft(1).shiftRight(exponent);
            BigInteger rounded = doubled.add(BigInteger.ONE).shiftRight(1);
            return new Scaled(rounded.longValue(), exponent);
        }

        /** The mantissa of the product with another mantissa. */
        long times(long other) {
            long high = Math.multiplyHigh(mantissa, other);
            high += ((mantissa >> 63) & other) + ((other >> 63) & mantissa); // neither has a sign
            return high + ((mantissa * other) >>> 63);
        }
    }

    private static final Scaled[] POWERS_OF_TEN = powersOfTen();

    private static Scaled[] powersOfTen() {
        Scaled[] powers = new Scaled[POWERS];
        for (int i = 0; i < POWERS; i++) {
            powers[i] = Scaled.powerOfTen(FIRST_POWER + i * POWER_STEP);
        }
        return powers;
    }

    /** The digits of {@code value}, which is positive and finite. */
    static GrisuDigits of(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int biased = (int) (bits >>> MANTISSA_BITS);
        long fraction = bits & (HIDDEN_BIT - 1);
        long mantissa = biased == 0 ? fraction : fraction | HIDDEN_BIT;
        int zeros = Long.numberOfLeadingZeros(mantissa);
        int exponent = Math.max(biased, 1) - EXPONENT_BIAS - zeros;
        int lowerBits = mantissa == HIDDEN_BIT ? 2 : 1; // a power of two is nearer to what is below
        long upper = ((mantissa << 1) + 1) << (zeros - 1);
        long lower = ((mantissa << lowerBits) - 1) << (zeros - lowerBits);

        int index = powerFor(exponent);
        Scaled power = POWERS_OF_TEN[index];
        return new Search(
                        power.times(mantissa << zeros),
                        power.times(lower) + 1,
                        power.times(upper) - 1,
                        -(exponent + power.exponent() + Long.SIZE))
                .digits(-(FIRST_POWER + index * POWER_STEP));
    }

    private static int powerFor(int exponent) {
        int estimate = (int) (-(exponent + POWERS) * LOG_10_OF_2);
        int index = (estimate - FIRST_POWER) / POWER_STEP;
        while (true) {
            int product = exponent + POWERS_OF_TEN[index].exponent() + Long.SIZE;
            if (product >= LOWEST_EXPONENT && product <= HIGHEST_EXPONENT) {
                return index;
            }
            index += product < LOWEST_EXPONENT ? 1 : -1;
        }
    }

    /** The search for the fewest digits between two bounds, numbers of so many binary places. */
    private record Search(long wanted, long lower, long upper, int places) {

        GrisuDigits digits(int scale) {
            long room = upper - lower;
            long distance = upper - wanted;
            long whole = upper >>> places;
            long part = upper & ((1L << places) - 1);
            long digits = 0;
            int left = DIGITS_OF_INT;
            for (long ten = HIGHEST_TEN; left > 0; ten /= 10) {
                digits = digits * 10 + whole / ten;
                whole %= ten;
                left--;
                long rest = (whole << places) + part;
                if (Long.compareUnsigned(rest, room) <= 0) {
                    long last = nearer(digits, rest, room, distance, ten << places);
                    return new GrisuDigits(last, scale + left);
                }
            }
            do {
                part *= 10;
                room *= 10;
                distance *= 10;
                digits = digits * 10 + (part >>> places);
                part &= (1L << places) - 1;
                left--;
            } while (Long.compareUnsigned(part, room) >= 0);
            return new GrisuDigits(
                    nearer(digits, part, room, distance, 1L << places), scale + left);
        }

        /** Lowers the last digit as long as that leads nearer to what is wanted. */
        private static long nearer(long digits, long rest, long room, long distance, long step) {
            long lowered = digits;
            long below = rest;
            while (Long.compareUnsigned(below, distance) < 0
                    && Long.compareUnsigned(room - below, step) >= 0
                    && (Long.compareUnsigned(below + step, distance) < 0
                            || Long.compareUnsigned(distance - below, below + step - distance)
                                    > 0)) {
                lowered--;
                below += step;
            }
            return lowered;
        }
    }
}
