package dev.lockstep.rdb;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The compression of long strings: runs of literal bytes, and references to what came up to 8 kB
 * before. Finds the same references as the library that servers use, so that a dump is the same to
 * the byte. Stateless.
 *
 * <p>A run is a byte {@code 000LLLLL} and {@code L + 1} literals. A reference is {@code LLLooooo
 * oooooooo}: {@code L + 2} bytes from {@code o + 1} bytes before; where {@code L} is 7, a byte that
 * is added to it stands before the low bits of {@code o}.
 */
final class Lzf {

    private static final int HASH_BITS = 16;
    private static final int MAX_RUN = 1 << 5;
    private static final int MAX_DISTANCE = 1 << 13;
    private static final int MAX_REFERENCE = (1 << 8) + (1 << 3);
    private static final int LONG_REFERENCE = 7;

    /** What the library compares without looking at the longest reference. */
    private static final int UNCHECKED_LENGTH = 16;

    private Lzf() {}

    /** {@code data} compressed to at most {@code limit} bytes, or null when that is not enough. */
    static byte @Nullable [] compress(byte[] data, int limit) {
        return limit <= 0 ? null : new Compressor(data, limit).run();
    }

    private static final class Compressor {

        private final byte[] in;
        private final byte[] out;
        private final int[] lastSeen = new int[1 << HASH_BITS]; // position + 1 of three bytes
        private int position;
        private int written = 1; // behind the byte that begins a run
        private int run;

        Compressor(byte[] in, int limit) {
            this.in = in;
            this.out = new byte[limit];
        }

        byte @Nullable [] run() {
            int lastHashed = in.length - 2;
            while (position < lastHashed) {
                int previous = note(position);
                if (matches(previous)) {
                    if (written - (run == 0 ? 1 : 0) + 4 >= out.length) {
                        return null;
                    }
                    refer(previous);
                    if (position >= lastHashed) {
                        break;
                    }
                    note(position - 2);
                    note(position - 1);
                } else if (written >= out.length) {
                    return null;
                } else {
                    literal();
                }
            }
            if (written + 3 > out.length) {
                return null;
            }
            while (position < in.length) {
                literal();
            }
            endRun();
            return Arrays.copyOf(out, written - 1);
        }

        /** Remembers the three bytes at {@code at}; returns where such were before, or -1. */
        private int note(int at) {
            int bytes = ((in[at] & 0xff) << 16) | ((in[at + 1] & 0xff) << 8) | (in[at + 2] & 0xff);
            int slot = ((bytes >> (24 - HASH_BITS)) - bytes * 5) & (lastSeen.length - 1);
            int previous = lastSeen[slot] - 1;
            lastSeen[slot] = at + 1;
            return previous;
        }

        private boolean matches(int previous) {
            return previous > 0
                    && position - previous <= MAX_DISTANCE
                    && in[previous] == in[position]
                    && in[previous + 1] == in[position + 1]
                    && in[previous + 2] == in[position + 2];
        }

        private void refer(int previous) {
            endRun();
            int length = length(previous);
            int distance = position - previous - 1;
            int encoded = length - 2;
            int shown = Math.min(encoded, LONG_REFERENCE);
            out[written - 1] = (byte) (distance >> 8 | shown << 5);
            if (shown == LONG_REFERENCE) {
                out[written++] = (byte) (encoded - LONG_REFERENCE);
            }
            out[written++] = (byte) distance;
            written++;
            position += length;
        }

        private int length(int previous) {
            int longest = Math.min(in.length - position - 2, MAX_REFERENCE);
            int length = 3;
            if (longest > UNCHECKED_LENGTH) {
                while (length < 2 + UNCHECKED_LENGTH
                        && in[previous + length] == in[position + length]) {
                    length++;
                }
                if (in[previous + length] != in[position + length]) {
                    return length;
                }
                length++;
            }
            while (length < longest && in[previous + length] == in[position + length]) {
                length++;
            }
            return length;
        }

        private void literal() {
            out[written++] = in[position++];
            run++;
            if (run == MAX_RUN) {
                endRun();
            }
        }

        /** Writes the length of the run, if there is one; what follows begins another. */
        private void endRun() {
            if (run > 0) {
                out[written - run - 1] = (byte) (run - 1);
                run = 0;
                written++;
            }
        }
    }

    /**
     * The {@code length} bytes that {@code data} stands for, or null when it does not stand for so
     * many.
     */
    static byte @Nullable [] decompress(byte[] data, int length) {
        byte[] out = new byte[length];
        int from = 0;
        int written = 0;
        while (from < data.length) {
            int control = data[from++] & 0xff;
            if (control < MAX_RUN) {
                int run = control + 1;
                if (from + run > data.length || written + run > length) {
                    return null;
                }
                System.arraycopy(data, from, out, written, run);
                from += run;
                written += run;
                continue;
            }
            int count = (control >> 5) + 2;
            int needed = count == LONG_REFERENCE + 2 ? 2 : 1;
            if (from + needed > data.length) {
                return null;
            }
            if (needed == 2) {
                count += data[from++] & 0xff;
            }
            int distance = (((control & 0x1f) << 8) | (data[from++] & 0xff)) + 1;
            if (distance > written || written + count > length) {
                return null;
            }
            for (int i = 0; i < count; i++, written++) {
                out[written] = out[written - distance];
            }
        }
        return written == length ? out : null;
    }
}
