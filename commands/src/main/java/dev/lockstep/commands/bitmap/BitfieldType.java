package dev.lockstep.commands.bitmap;

import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;

/**
 * The type of a number within a string, such as {@code i16} or {@code u8}.
 *
 * @param signed whether it may be negative
 * @param width how many bits it has
 */
record BitfieldType(boolean signed, int width) {

    /** What becomes of a number that does not fit. */
    enum Overflow {
        WRAP,
        SAT,
        FAIL
    }

    private static final int MAX_WIDTH = 64;

    static BitfieldType parse(Bytes text) {
        boolean signed = !text.isEmpty() && text.at(0) == 'i';
        boolean known = signed || (!text.isEmpty() && text.at(0) == 'u');
        long width = known ? Numbers.parseLong(text.slice(1, text.length()), 0) : 0;
        if (width < 1 || width > (signed ? MAX_WIDTH : MAX_WIDTH - 1)) {
            throw new CommandException(ErrorKind.BITFIELD_TYPE);
        }
        return new BitfieldType(signed, (int) width);
    }

    private long max() {
        return signed ? (1L << (width - 1)) - 1 : (1L << width) - 1;
    }

    private long min() {
        return signed ? -max() - 1 : 0;
    }

    /** The number whose lowest bits, as many as the type has, are those of {@code number}. */
    long wrap(long number) {
        int spare = Long.SIZE - width;
        return signed ? number << spare >> spare : number << spare >>> spare;
    }

    /** 1 when {@code number} is too great, -1 when it is too small, else 0. */
    int overflow(long number) {
        if (!signed) { // a number too great for a long to be positive is just that
            return Long.compareUnsigned(number, max()) > 0 ? 1 : 0;
        }
        if (width < Long.SIZE && max() - number < 0) {
            return 1; // so, too, when it is that far below zero: real servers wrap around here
        }
        return number < min() ? -1 : 0;
    }

    /** As {@link #overflow(long)} for {@code number}, which fits, and {@code increment}. */
    int overflow(long number, long increment) {
        if (increment > 0 && increment > max() - number && max() - number >= 0) {
            return 1;
        }
        return increment < 0 && increment < min() - number && min() - number <= 0 ? -1 : 0;
    }

    /** The nearest number that fits. */
    long saturate(int overflow) {
        return overflow > 0 ? max() : min();
    }
}
