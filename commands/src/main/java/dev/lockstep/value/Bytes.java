package dev.lockstep.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * An immutable byte string: what Redis calls a string and Lua calls a string. One object serves as
 * argument, key, stored value, Lua value and reply, so that a byte is copied once on its way in.
 *
 * <p>Order is that of unsigned bytes, a prefix before what it begins. Safe for use by any thread.
 *
 * <pre>{@code
 * Bytes key = Bytes.of("user:42");
 * key.length();                 // 7
 * key.equalsIgnoreCase("USER:42");
 * }</pre>
 */
public final class Bytes implements Comparable<Bytes> {

    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private static final int SAMPLES = 32;

    private final byte[] data;
    private int hash; // 0 means not computed yet, as in java.lang.String
    private int luaHash;

    private Bytes(byte[] data) {
        this.data = data;
    }

    /** The UTF-8 bytes of {@code text}. */
    public static Bytes of(String text) {
        return text.isEmpty() ? EMPTY : new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** One byte for each char of {@code text}, whose chars must be below 256. */
    public static Bytes latin1(String text) {
        return text.isEmpty() ? EMPTY : new Bytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The decimal text of {@code number}. */
    public static Bytes of(long number) {
        return Numbers.text(number);
    }

    /** A copy of {@code data}. */
    public static Bytes copyOf(byte[] data) {
        return new Bytes(data.clone());
    }

    /** A copy of {@code length} bytes of {@code data} from {@code offset}. */
    public static Bytes copyOf(byte[] data, int offset, int length) {
        return length == 0 ? EMPTY : new Bytes(Arrays.copyOfRange(data, offset, offset + length));
    }

    /** Takes {@code data} over without a copy: the caller must never write to it again. */
    public static Bytes wrap(byte[] data) {
        return data.length == 0 ? EMPTY : new Bytes(data);
    }

    public int length() {
        return data.length;
    }

    public boolean isEmpty() {
        return data.length == 0;
    }

    /** The byte at {@code index}, as it is stored: -128 to 127. */
    public byte at(int index) {
        return data[index];
    }

    /** The byte at {@code index} as 0 to 255. */
    public int unsignedAt(int index) {
        return data[index] & 0xff;
    }

    /** The bytes from {@code from} up to, not including, {@code to}. */
    public Bytes slice(int from, int to) {
        return from == 0 && to == data.length ? this : copyOf(data, from, to - from);
    }

    /** This string followed by {@code tail}. */
    public Bytes concat(Bytes tail) {
        if (tail.isEmpty()) {
            return this;
        }
        byte[] joined = Arrays.copyOf(data, data.length + tail.data.length);
        System.arraycopy(tail.data, 0, joined, data.length, tail.data.length);
        return wrap(joined);
    }

    /** A copy that the caller may change. */
    public byte[] toByteArray() {
        return data.clone();
    }

    /** The array behind this string, for writers and hot loops: it must not be changed. */
    public byte[] unsafeArray() {
        return data;
    }

    /** Copies {@code length} bytes from {@code from} into {@code target} at {@code offset}. */
    public void copyTo(int from, byte[] target, int offset, int length) {
        System.arraycopy(data, from, target, offset, length);
    }

    /** The index of the first {@code value} at or after {@code from}, or -1. */
    public int indexOf(byte value, int from) {
        for (int i = from; i < data.length; i++) {
            if (data[i] == value) {
                return i;
            }
        }
        return -1;
    }

    /** This string up to its first NUL: what a C program sees of it. */
    public Bytes untilNul() {
        int end = indexOf((byte) 0, 0);
        return end < 0 ? this : slice(0, end);
    }

    /** Whether this string begins with {@code prefix}. */
    public boolean startsWith(Bytes prefix) {
        int length = prefix.data.length;
        return data.length >= length && Arrays.equals(data, 0, length, prefix.data, 0, length);
    }

    /** Whether this string is {@code ascii}, the case of ASCII letters aside. */
    public boolean equalsIgnoreCase(String ascii) {
        if (data.length != ascii.length()) {
            return false;
        }
        for (int i = 0; i < data.length; i++) {
            if (lower(data[i]) != lower((byte) ascii.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** This string with the ASCII letters A to Z made small; itself when there are none. */
    public Bytes toLowerCase() {
        for (int i = 0; i < data.length; i++) {
            if (data[i] != lower(data[i])) {
                byte[] lowered = data.clone();
                for (int j = i; j < lowered.length; j++) {
                    lowered[j] = lower(lowered[j]);
                }
                return new Bytes(lowered);
            }
        }
        return this;
    }

    private static byte lower(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + ('a' - 'A')) : b;
    }

    /** The text of these bytes as UTF-8; malformed parts become the replacement character. */
    public String utf8() {
        return new String(data, StandardCharsets.UTF_8);
    }

    /** One char for each byte: loses nothing, whatever the bytes are. */
    public String latin1() {
        return new String(data, StandardCharsets.ISO_8859_1);
    }

    /**
     * The hash that the Lua of Redis gives a string. The iteration order of Lua tables depends on
     * it.
     */
    public int luaHash() {
        int h = luaHash;
        if (h == 0) {
            h = luaHash(1);
            luaHash = h;
        }
        return h;
    }

    /**
     * The hash that plain Lua 5.1 gives a string: not of all bytes, but of 32 or so spread over it.
     */
    public int sampledLuaHash() {
        return data.length < SAMPLES ? luaHash() : luaHash(data.length / SAMPLES + 1);
    }

    private int luaHash(int step) {
        int h = data.length;
        for (int i = data.length; i >= step; i -= step) {
            h ^= (h << 5) + (h >>> 2) + (data[i - 1] & 0xff);
        }
        return h;
    }

    @Override
    public int hashCode() {
        int h = hash;
        if (h == 0) {
            h = Arrays.hashCode(data);
            hash = h;
        }
        return h;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Bytes that
                        && hashCode() == that.hashCode()
                        && Arrays.equals(data, that.data));
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(data, other.data);
    }

    /** Order by unsigned bytes, as {@link #compareTo}. */
    public static Comparator<Bytes> order() {
        return Comparator.naturalOrder();
    }

    /** The bytes as Redis's {@code redis-cli} prints them: quoted, with escapes. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(data.length + 2).append('"');
        for (byte b : data) {
            appendEscaped(text, b);
        }
        return text.append('"').toString();
    }

    private static void appendEscaped(StringBuilder text, byte b) {
        switch (b) {
            case '\\', '"' -> text.append('\\').append((char) b);
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            case 7 -> text.append("\\a");
            case '\b' -> text.append("\\b");
            default -> {
                if (b >= 0x20 && b < 0x7f) {
                    text.append((char) b);
                } else {
                    text.append("\\x")
                            .append(Character.forDigit((b >> 4) & 0xf, 16))
                            .append(Character.forDigit(b & 0xf, 16));
                }
            }
        }
    }
}
