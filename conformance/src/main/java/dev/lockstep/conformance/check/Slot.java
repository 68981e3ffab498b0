package dev.lockstep.conformance.check;

/** The part of a cluster that a key is in. */
final class Slot {

    private static final int SLOTS = 16384;
    private static final int POLYNOMIAL = 0x1021;

    private Slot() {}

    /** CRC16 (XMODEM) of the key, or of what is in its first braces, modulo 16384. */
    static int of(String key) {
        String hashed = key;
        int open = key.indexOf('{');
        int close = key.indexOf('}', open + 1);
        if (open >= 0 && close > open + 1) {
            hashed = key.substring(open + 1, close);
        }
        int crc = 0;
        for (int i = 0; i < hashed.length(); i++) {
            crc ^= hashed.charAt(i) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) != 0 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
            }
        }
        return (crc & 0xFFFF) % SLOTS;
    }
}
