package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;

/**
 * A string. Redis keeps track of how it came to be, and OBJECT ENCODING shows it: {@code raw} once
 * it has been changed in place.
 */
public record StringValue(Bytes bytes, boolean changedInPlace) implements Value {

    /** The longest string that Redis stores together with its header. */
    private static final int MAX_EMBEDDED_LENGTH = 44;

    public StringValue(Bytes bytes) {
        this(bytes, false);
    }

    @Override
    public Type type() {
        return Type.STRING;
    }

    /** {@code int}, {@code embstr} or {@code raw}. */
    public String encoding() {
        if (changedInPlace) {
            return "raw";
        }
        if (Numbers.isLong(bytes)) {
            return "int";
        }
        return bytes.length() <= MAX_EMBEDDED_LENGTH ? "embstr" : "raw";
    }

    @Override
    public Value copy() {
        return this;
    }
}
