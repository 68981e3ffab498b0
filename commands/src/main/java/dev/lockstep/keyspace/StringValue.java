package dev.lockstep.keyspace;

import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;

/**
 * A string. Redis keeps track of how it came to be, and OBJECT ENCODING shows it: {@code raw} once
 * it has been changed in place, and never {@code int} when a module wrote it.
 */
public record StringValue(Bytes bytes, Origin origin) implements Value {

    /** How a string came to be what it is. */
    public enum Origin {
        SET,
        CHANGED_IN_PLACE,
        MODULE
    }

    /** The longest string that Redis stores together with its header. */
    private static final int MAX_EMBEDDED_LENGTH = 44;

    public StringValue(Bytes bytes) {
        this(bytes, Origin.SET);
    }

    public StringValue(Bytes bytes, boolean changedInPlace) {
        this(bytes, changedInPlace ? Origin.CHANGED_IN_PLACE : Origin.SET);
    }

    /** A string that a module writes: it is not looked at as a number. */
    public static StringValue embedded(Bytes bytes) {
        return new StringValue(bytes, Origin.MODULE);
    }

    public boolean changedInPlace() {
        return origin == Origin.CHANGED_IN_PLACE;
    }

    @Override
    public Type type() {
        return Type.STRING;
    }

    @Override
    public String encoding(Profile profile) {
        return encoding();
    }

    /** {@code int}, {@code embstr} or {@code raw}. */
    public String encoding() {
        if (changedInPlace()) {
            return "raw";
        }
        if (origin != Origin.MODULE && Numbers.isLong(bytes)) {
            return "int";
        }
        return bytes.length() <= MAX_EMBEDDED_LENGTH ? "embstr" : "raw";
    }

    @Override
    public Value copy() {
        return this;
    }
}
