package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;

/** How many bytes elements take in a listpack, the block in which Redis packs them. Stateless. */
final class Listpack {

    /** What an empty one takes: a header, and a byte at the end. */
    static final int EMPTY_LENGTH = 7;

    private static final int MAX_BACK_LENGTH = 5;

    private Listpack() {}

    /** What {@code element} takes: its encoding, and that one's length to walk back by. */
    static int entryLength(Bytes element) {
        int length = encodedLength(element);
        return length + backLength(length);
    }

    /** What {@code number} takes, which is kept as such. */
    static int entryLength(long number) {
        int length = integerLength(number);
        return length + backLength(length);
    }

    private static int encodedLength(Bytes element) {
        long number = Numbers.parseLong(element, 0);
        if (number != 0 || Numbers.isLong(element)) {
            return integerLength(number);
        }
        int length = element.length();
        return length + (length < 1 << 6 ? 1 : length < 1 << 12 ? 2 : 5);
    }

    private static int integerLength(long number) {
        if (number >= 0 && number < 1 << 7) {
            return 1;
        }
        if (fits(number, 13)) {
            return 2;
        }
        return fits(number, 16) ? 3 : fits(number, 24) ? 4 : fits(number, 32) ? 5 : 9;
    }

    private static boolean fits(long number, int bits) {
        long bound = 1L << (bits - 1);
        return number >= -bound && number < bound;
    }

    /** Seven bits a byte; but for one byte, the greatest length that would fit takes one more. */
    private static int backLength(int length) {
        if (length < 1 << 7) {
            return 1;
        }
        int bytes = 2;
        while (bytes < MAX_BACK_LENGTH && length >= (1 << (7 * bytes)) - 1) {
            bytes++;
        }
        return bytes;
    }
}
