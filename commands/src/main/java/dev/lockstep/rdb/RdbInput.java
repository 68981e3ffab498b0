package dev.lockstep.rdb;

import dev.lockstep.value.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Reads what {@link RdbOutput} has written, or a real server. */
public final class RdbInput {

    /** What is read is not what it should be. */
    public static final class DamagedException extends Exception {

        private static final long serialVersionUID = 1;

        DamagedException() {
            super("damaged", null, false, false);
        }
    }

    static final int EIGHT_BIT_INTEGER = 0xc0;
    static final int SIXTEEN_BIT_INTEGER = 0xc1;
    static final int THIRTY_TWO_BIT_INTEGER = 0xc2;
    static final int COMPRESSED = 0xc3;

    /** One byte of a compressed string stands for less than so many. */
    private static final long MOST_EXPANSION = 100;

    private static final int VERSION_BYTES = 2;
    private static final int FOOTER_BYTES = VERSION_BYTES + Long.BYTES;

    private final byte[] data;
    private final int end;
    private int position;

    private RdbInput(byte[] data, int end) {
        this.data = data;
        this.end = end;
    }

    /**
     * Opens what {@link RdbOutput#seal} has made, or null when its checksum is wrong or its version
     * higher than {@code maxVersion}.
     */
    public static @Nullable RdbInput open(Bytes payload, int maxVersion) {
        return open(payload, maxVersion, false);
    }

    /**
     * As {@link #open(Bytes, int)}.
     *
     * @param skipsChecksum whether any checksum is right
     */
    public static @Nullable RdbInput open(Bytes payload, int maxVersion, boolean skipsChecksum) {
        byte[] data = payload.unsafeArray();
        int end = data.length - FOOTER_BYTES;
        if (end < 0) {
            return null;
        }
        ByteBuffer footer = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        int version = footer.getShort(end) & 0xffff;
        long checksum = footer.getLong(end + VERSION_BYTES);
        return version <= maxVersion
                        && (skipsChecksum || checksum == Crc64.of(data, end + VERSION_BYTES))
                ? new RdbInput(data, end)
                : null;
    }

    /** Whether there is more before the footer. Reading may go beyond, as real servers do. */
    public boolean hasNext() {
        return position < end;
    }

    public int readByte() throws DamagedException {
        if (position >= data.length) {
            throw new DamagedException();
        }
        return data[position++] & 0xff;
    }

    private byte[] readBytes(long count) throws DamagedException {
        if (count < 0 || count > data.length - position) {
            throw new DamagedException();
        }
        byte[] bytes = new byte[(int) count];
        System.arraycopy(data, position, bytes, 0, bytes.length);
        position += bytes.length;
        return bytes;
    }

    /** A length as {@link RdbOutput#writeLength} writes it. */
    public long readLength() throws DamagedException {
        return readLength(readByte());
    }

    private long readLength(int first) throws DamagedException {
        return switch (first >> 6) {
            case 0 -> first;
            case 1 -> ((first & 0x3fL) << 8) | readByte();
            default -> readLongLength(first);
        };
    }

    private long readLongLength(int first) throws DamagedException {
        if (first == RdbOutput.THIRTY_TWO_BITS_LENGTH) {
            return ByteBuffer.wrap(readBytes(4)).getInt() & 0xffff_ffffL;
        }
        if (first == RdbOutput.SIXTY_FOUR_BITS_LENGTH) {
            return ByteBuffer.wrap(readBytes(8)).getLong();
        }
        throw new DamagedException();
    }

    /** A string in any of its forms. */
    public Bytes readString() throws DamagedException {
        int first = readByte();
        return switch (first) {
            case EIGHT_BIT_INTEGER -> Bytes.of((byte) readByte());
            case SIXTEEN_BIT_INTEGER -> Bytes.of((short) readLittleEndian(2));
            case THIRTY_TWO_BIT_INTEGER -> Bytes.of(readLittleEndian(4));
            case COMPRESSED -> readCompressed();
            default -> Bytes.wrap(readBytes(readLength(first)));
        };
    }

    private int readLittleEndian(int bytes) throws DamagedException {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= readByte() << (8 * i);
        }
        return value;
    }

    private Bytes readCompressed() throws DamagedException {
        long compressedLength = readLength();
        long length = readLength();
        byte[] compressed = readBytes(compressedLength);
        if (length < 0 || length > MOST_EXPANSION * compressedLength) {
            throw new DamagedException();
        }
        byte[] text = Lzf.decompress(compressed, (int) length);
        if (text == null) {
            throw new DamagedException();
        }
        return Bytes.wrap(text);
    }
}
