package dev.lockstep.rdb;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Collects what is written down.
 *
 * <pre>{@code
 * RdbOutput out = new RdbOutput(true);
 * out.writeByte(type);
 * out.writeString(text);
 * Bytes payload = out.seal(version);          // RdbInput.open reads it
 * }</pre>
 */
public final class RdbOutput {

    private static final int SIX_BITS = 1 << 6;
    private static final int FOURTEEN_BITS = 1 << 14;
    private static final int FOURTEEN_BITS_LENGTH = 0x40;
    static final int THIRTY_TWO_BITS_LENGTH = 0x80;
    static final int SIXTY_FOUR_BITS_LENGTH = 0x81;

    /** Texts up to this long may be numbers, which are written as such. */
    private static final int LONGEST_INTEGER = 11;

    /** Texts longer than this are compressed. */
    private static final int UNCOMPRESSED = 20;

    private static final int SAVED_AT_LEAST = 4;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final boolean compresses;

    /**
     * @param compresses whether long strings are compressed, as {@code rdbcompression} says
     */
    public RdbOutput(boolean compresses) {
        this.compresses = compresses;
    }

    public void writeByte(int value) {
        bytes.write(value);
    }

    /** A length, or any number that is not negative: in one, two, five or nine bytes. */
    public void writeLength(long length) {
        if (length < SIX_BITS) {
            bytes.write((int) length);
        } else if (length < FOURTEEN_BITS) {
            bytes.write(FOURTEEN_BITS_LENGTH | (int) length >> 8);
            bytes.write((int) length);
        } else if (length <= 0xffff_ffffL) {
            bytes.write(THIRTY_TWO_BITS_LENGTH);
            bytes.writeBytes(ByteBuffer.allocate(4).putInt((int) length).array());
        } else {
            bytes.write(SIXTY_FOUR_BITS_LENGTH);
            bytes.writeBytes(ByteBuffer.allocate(8).putLong(length).array());
        }
    }

    /** A string: as a number if it is one, compressed if that makes it shorter, or as it is. */
    public void writeString(Bytes text) {
        if (text.length() <= LONGEST_INTEGER && writeInteger(text)) {
            return;
        }
        if (compresses && text.length() > UNCOMPRESSED && writeCompressed(text)) {
            return;
        }
        writeLength(text.length());
        bytes.writeBytes(text.unsafeArray());
    }

    private boolean writeInteger(Bytes text) {
        long value = Numbers.parseLong(text, Long.MAX_VALUE);
        if (value != (int) value) {
            return false;
        }
        int size = value == (byte) value ? 1 : value == (short) value ? 2 : 4;
        bytes.write(
                size == 1
                        ? RdbInput.EIGHT_BIT_INTEGER
                        : size == 2
                                ? RdbInput.SIXTEEN_BIT_INTEGER
                                : RdbInput.THIRTY_TWO_BIT_INTEGER);
        for (int i = 0; i < size; i++) {
            bytes.write((int) value >> (8 * i));
        }
        return true;
    }

    private boolean writeCompressed(Bytes text) {
        byte[] shorter = Lzf.compress(text.unsafeArray(), text.length() - SAVED_AT_LEAST);
        if (shorter == null) {
            return false;
        }
        bytes.write(RdbInput.COMPRESSED);
        writeLength(shorter.length);
        writeLength(text.length());
        bytes.writeBytes(shorter);
        return true;
    }

    /** How many bytes have been written. */
    public long length() {
        return bytes.size();
    }

    /** All that has been written, with the format's {@code version} and a checksum behind it. */
    public Bytes seal(int version) {
        bytes.write(version);
        bytes.write(version >> 8);
        byte[] body = bytes.toByteArray();
        byte[] sealed = new byte[body.length + Long.BYTES];
        System.arraycopy(body, 0, sealed, 0, body.length);
        ByteBuffer.wrap(sealed)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(body.length, Crc64.of(body, body.length));
        return Bytes.wrap(sealed);
    }
}
