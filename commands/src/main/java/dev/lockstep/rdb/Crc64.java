package dev.lockstep.rdb;

/** The checksum at the end of a dump: CRC-64 with the polynomial of Jones, reflected. Stateless. */
final class Crc64 {

    private static final long POLYNOMIAL = 0x95ac9329ac4bc9b5L;
    private static final long[] TABLE = table();

    private Crc64() {}

    private static long[] table() {
        long[] table = new long[256];
        for (int i = 0; i < table.length; i++) {
            long crc = i;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ POLYNOMIAL;
            }
            table[i] = crc;
        }
        return table;
    }

    /** The checksum of the first {@code length} bytes of {@code data}. */
    static long of(byte[] data, int length) {
        long crc = 0;
        for (int i = 0; i < length; i++) {
            crc = crc >>> 8 ^ TABLE[(int) (crc ^ data[i]) & 0xff];
        }
        return crc;
    }
}
