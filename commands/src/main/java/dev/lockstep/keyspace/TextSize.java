package dev.lockstep.keyspace;

/**
 * What a text takes in a real server: a header, the bytes, room to grow, a zero byte, rounded up to
 * what the allocator that Redis brings along has.
 *
 * @param length of the text
 * @param spare the bytes by which it can grow in place
 * @param allocated all of it
 */
public record TextSize(int length, long spare, long allocated) {

    /** The header of a text that may be up to 31, 255, 65535 bytes long, or longer. */
    private static final int TINY_HEADER = 1;

    private static final int SMALL_HEADER = 3;
    private static final int MEDIUM_HEADER = 5;
    private static final int LARGE_HEADER = 9;

    private static final int OBJECT = 16;
    private static final int MAX_DOUBLING = 1 << 20;

    /**
     * @param spareInAll whether even the shortest and those inside of others have a spare
     */
    public static TextSize ofKey(int length, boolean spareInAll) {
        if (length < 32 && !spareInAll) {
            return new TextSize(length, 0, blockSize(TINY_HEADER + length + 1L));
        }
        return ofCapacity(length, length);
    }

    public static TextSize ofValue(StringValue value, boolean spareInAll) {
        int length = value.length();
        if (value.encoding().equals("embstr")) {
            long rest = blockSize(OBJECT + SMALL_HEADER + length + 1L) - OBJECT;
            return new TextSize(length, spareInAll ? rest - SMALL_HEADER - length - 1 : 0, rest);
        }
        boolean grown = value.isChangedInPlace();
        return ofCapacity(length, grown ? length + Math.min(length, MAX_DOUBLING) : length);
    }

    private static TextSize ofCapacity(int length, long capacity) {
        int header =
                capacity < 1 << 8
                        ? SMALL_HEADER
                        : capacity < 1 << 16 ? MEDIUM_HEADER : LARGE_HEADER;
        long allocated = blockSize(header + capacity + 1);
        return new TextSize(length, allocated - header - length - 1, allocated);
    }

    /** Multiples of 8 up to 64, then four sizes between two powers of two. */
    private static long blockSize(long bytes) {
        long step = 8;
        if (bytes > 64) {
            step = Long.highestOneBit(bytes - 1) / 4;
        }
        return (bytes + step - 1) / step * step;
    }

    /** In the form that DEBUG SDSLEN has, each word after {@code what}. */
    public String shown(String what) {
        return what
                + "_sds_len:"
                + length
                + ", "
                + what
                + "_sds_avail:"
                + spare
                + ", "
                + what
                + "_zmalloc: "
                + allocated;
    }
}
