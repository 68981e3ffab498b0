package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.value.Bytes;
import java.util.Arrays;

/** A string that a library function builds up; its growth is charged to the state as it goes. */
final class ByteBuffer {

    private final Call call;
    private byte[] data = new byte[64];
    private int length;

    ByteBuffer(Call call) {
        this.call = call;
    }

    int length() {
        return length;
    }

    private void ensure(long more) {
        long needed = length + more;
        if (needed > data.length) {
            long size = Math.max(needed, 2L * data.length);
            call.state().chargeString(needed);
            call.tick(needed >> 10);
            data = Arrays.copyOf(data, (int) Math.min(size, Integer.MAX_VALUE - 64));
        }
    }

    ByteBuffer add(int b) {
        ensure(1);
        data[length++] = (byte) b;
        return this;
    }

    ByteBuffer add(Bytes text) {
        return add(text, 0, text.length());
    }

    ByteBuffer add(Bytes text, int from, int to) {
        int count = to - from;
        ensure(count);
        text.copyTo(from, data, length, count);
        length += count;
        return this;
    }

    /** Adds text whose characters are bytes. */
    ByteBuffer add(String text) {
        ensure(text.length());
        for (int i = 0; i < text.length(); i++) {
            data[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    /** Adds {@code count} bytes of {@code number}, the highest first or last. */
    ByteBuffer addInteger(long number, int count, boolean bigEndian) {
        for (int i = 0; i < count; i++) {
            int shift = 8 * (bigEndian ? count - 1 - i : i);
            add(shift < Long.SIZE ? (int) (number >> shift) : 0);
        }
        return this;
    }

    Bytes toBytes() {
        return Bytes.copyOf(data, 0, length);
    }
}
