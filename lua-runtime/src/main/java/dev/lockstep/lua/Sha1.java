package dev.lockstep.lua;

import dev.lockstep.value.Bytes;
import java.util.Arrays;

/**
 * The digest that scripts are known by (FIPS 180-4). Written out here because the first use of the
 * platform's digests loads its security providers, which costs more than all else that the first
 * script of a process does. Stateless.
 */
public final class Sha1 {

    /** The length of a digest as text. */
    public static final int HEX_LENGTH = 40;

    private static final String DIGITS = "0123456789abcdef";
    private static final int BLOCK_BYTES = 64;
    private static final int LENGTH_BYTES = 8;
    private static final int ROUNDS = 80;

    private Sha1() {}

    /** The SHA-1 of {@code data} in small hexadecimal digits. */
    public static Bytes hex(Bytes data) {
        int[] state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
        int[] schedule = new int[ROUNDS];
        byte[] message = data.unsafeArray();
        int whole = message.length / BLOCK_BYTES * BLOCK_BYTES;
        for (int at = 0; at < whole; at += BLOCK_BYTES) {
            addBlock(state, schedule, message, at);
        }
        byte[] end = paddedEnd(message, whole);
        for (int at = 0; at < end.length; at += BLOCK_BYTES) {
            addBlock(state, schedule, end, at);
        }
        byte[] hex = new byte[HEX_LENGTH];
        for (int i = 0; i < HEX_LENGTH; i++) {
            hex[i] = (byte) DIGITS.charAt((state[i / 8] >>> (28 - i % 8 * 4)) & 0xf);
        }
        return Bytes.wrap(hex);
    }

    /** What is left of the message, a one bit, zeros, and the length of the message in bits. */
    private static byte[] paddedEnd(byte[] message, int from) {
        int left = message.length - from;
        int blocks = left + 1 + LENGTH_BYTES > BLOCK_BYTES ? 2 : 1;
        byte[] end = Arrays.copyOfRange(message, from, from + blocks * BLOCK_BYTES);
        end[left] = (byte) 0x80;
        long bits = (long) message.length * Byte.SIZE;
        for (int i = 1; i <= LENGTH_BYTES; i++) {
            end[end.length - i] = (byte) bits;
            bits >>>= Byte.SIZE;
        }
        return end;
    }

    private static void addBlock(int[] state, int[] schedule, byte[] data, int from) {
        for (int i = 0; i < 16; i++) {
            int at = from + 4 * i;
            schedule[i] =
                    (data[at] << 24)
                            | ((data[at + 1] & 0xff) << 16)
                            | ((data[at + 2] & 0xff) << 8)
                            | (data[at + 3] & 0xff);
        }
        for (int i = 16; i < ROUNDS; i++) {
            int mixed = schedule[i - 3] ^ schedule[i - 8] ^ schedule[i - 14] ^ schedule[i - 16];
            schedule[i] = Integer.rotateLeft(mixed, 1);
        }
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        int e = state[4];
        for (int i = 0; i < ROUNDS; i++) {
            int next = Integer.rotateLeft(a, 5) + choice(i, b, c, d) + e + schedule[i];
            e = d;
            d = c;
            c = Integer.rotateLeft(b, 30);
            b = a;
            a = next;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
    }

    /** The function of a round, its constant added. */
    private static int choice(int round, int b, int c, int d) {
        if (round < 20) {
            return ((b & c) | (~b & d)) + 0x5a827999;
        }
        if (round < 40) {
            return (b ^ c ^ d) + 0x6ed9eba1;
        }
        if (round < 60) {
            return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
        }
        return (b ^ c ^ d) + 0xca62c1d6;
    }
}
