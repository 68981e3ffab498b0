package dev.lockstep.keyspace;

import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A string. Redis keeps track of how it came to be, and OBJECT ENCODING shows it: a number, text,
 * or {@code raw} once it has been changed in place. A number has no text until somebody asks for
 * it, and a string that grows keeps room to grow on.
 */
public final class StringValue implements Value {

    private enum Form {
        /** As a client gave it: counts as a number when it spells one. */
        GIVEN,
        /** Text that counts as text even when it spells a number. */
        TEXT,
        NUMBER,
        /** Changed in place: the bytes are in the buffer. */
        BUFFER
    }

    /** The longest string that Redis stores together with its header. */
    private static final int MAX_EMBEDDED_LENGTH = 44;

    /** Integers up to this are shared objects in Redis. */
    private static final long SHARED_NUMBERS = 10_000;

    /** What OBJECT REFCOUNT says of a shared object. */
    private static final long SHARED_REFERENCES = Integer.MAX_VALUE;

    /** The smallest and the largest room that a growing string keeps free. */
    private static final int MIN_SPARE = 16;

    private static final int MAX_SPARE = 1 << 20;

    private static final byte[] NO_BUFFER = {};

    private Form form;
    private @Nullable Bytes bytes; // null: not made yet from the number or the buffer
    private long number;
    private byte[] buffer = NO_BUFFER;
    private int length;

    private StringValue(Form form, @Nullable Bytes bytes, long number) {
        this.form = form;
        this.bytes = bytes;
        this.number = number;
    }

    /** A string as a client gave it. */
    public StringValue(Bytes bytes) {
        this(Form.GIVEN, bytes, 0);
    }

    public static StringValue of(long number) {
        return new StringValue(Form.NUMBER, null, number);
    }

    /** A string that counts as text even when it spells a number. */
    public static StringValue embedded(Bytes bytes) {
        return new StringValue(Form.TEXT, bytes, 0);
    }

    /** A string as if it had been changed in place. */
    public static StringValue raw(Bytes bytes) {
        StringValue value = embedded(bytes);
        value.unpack(0);
        return value;
    }

    @Override
    public Type type() {
        return Type.STRING;
    }

    public Bytes bytes() {
        Bytes known = bytes;
        if (known == null) {
            known = form == Form.NUMBER ? Numbers.text(number) : Bytes.copyOf(buffer, 0, length);
            bytes = known;
        }
        return known;
    }

    public int length() {
        return form == Form.BUFFER ? length : bytes().length();
    }

    /** The byte at {@code index} as 0 to 255, without making the whole text. */
    public int unsignedAt(int index) {
        return form == Form.BUFFER ? buffer[index] & 0xff : bytes().unsignedAt(index);
    }

    /** The bytes from {@code from} up to, not including, {@code to}. */
    public Bytes slice(int from, int to) {
        return form == Form.BUFFER && bytes == null
                ? Bytes.copyOf(buffer, from, to - from)
                : bytes().slice(from, to);
    }

    /** Whether the value is kept as a number, so that {@link #number} tells it. */
    public boolean isNumber() {
        return form == Form.NUMBER;
    }

    /** The number; only when {@link #isNumber}. */
    public long number() {
        return number;
    }

    /** From now on the value is {@code newNumber}. */
    public void setNumber(long newNumber) {
        form = Form.NUMBER;
        number = newNumber;
        bytes = null;
        buffer = NO_BUFFER;
        length = 0;
    }

    /** Puts {@code tail} behind the string, in place. */
    public void append(Bytes tail) {
        overwrite(length(), tail);
    }

    /** Writes {@code patch} at {@code offset}, in place; a gap is filled with zero bytes. */
    public void overwrite(int offset, Bytes patch) {
        int end = offset + patch.length();
        unpack(end);
        patch.copyTo(0, buffer, offset, patch.length());
        length = Math.max(length, end);
        bytes = null;
    }

    /** Writes one byte at {@code offset}, in place, filling a gap with zero bytes. */
    public void overwrite(int offset, byte value) {
        unpack(offset + 1);
        buffer[offset] = value;
        length = Math.max(length, offset + 1);
        bytes = null;
    }

    /** Makes the string {@code newLength} bytes long at least, with zero bytes behind it. */
    public void extend(int newLength) {
        unpack(newLength);
        if (newLength > length) {
            length = newLength;
            bytes = null;
        }
    }

    /** Turns to the buffer form, with room for {@code capacity} bytes. */
    private void unpack(int capacity) {
        if (form != Form.BUFFER) {
            Bytes text = bytes();
            buffer = Arrays.copyOf(text.unsafeArray(), Math.max(text.length(), capacity));
            length = text.length();
            form = Form.BUFFER;
        } else if (buffer.length < capacity) {
            int spare = Math.min(Math.max(capacity, MIN_SPARE), MAX_SPARE);
            buffer = Arrays.copyOf(buffer, Math.max(capacity, capacity + spare));
        }
    }

    @Override
    public String encoding(Profile profile) {
        return encoding();
    }

    /** {@code int}, {@code embstr} or {@code raw}. */
    public String encoding() {
        if (form == Form.BUFFER) {
            return "raw";
        }
        if (isInteger()) {
            return "int";
        }
        return length() <= MAX_EMBEDDED_LENGTH ? "embstr" : "raw";
    }

    private boolean isInteger() {
        return form == Form.NUMBER || (form == Form.GIVEN && Numbers.isLong(bytes()));
    }

    /** Whether the value has been changed in place, and so has room to grow. */
    public boolean isChangedInPlace() {
        return form == Form.BUFFER;
    }

    /** What OBJECT REFCOUNT says: small integers are shared by all that hold them. */
    public long references() {
        if (!isInteger()) {
            return 1;
        }
        long value = form == Form.NUMBER ? number : Numbers.parseLong(bytes(), -1);
        return value >= 0 && value < SHARED_NUMBERS ? SHARED_REFERENCES : 1;
    }

    @Override
    public Value copy() {
        StringValue copy = new StringValue(form, bytes, number);
        copy.buffer = form == Form.BUFFER ? Arrays.copyOf(buffer, length) : NO_BUFFER;
        copy.length = length;
        return copy;
    }
}
