package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * An error of a Lua program: any Lua value, usually a string that begins with a position. {@code
 * pcall} catches it. It has no Java stack trace.
 *
 * <p>An error that has left {@link LuaState#call} also tells where it was raised: {@link #source}
 * and {@link #line} are those of the innermost Lua function, as a handler for {@code xpcall} would
 * find them.
 */
public final class LuaError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Object value;
    private transient @Nullable Bytes source;
    private int line = -1;

    public LuaError(@Nullable Object value) {
        super(null, null, false, false);
        this.value = value;
    }

    public LuaError(String text) {
        this(Bytes.of(text));
    }

    /** The error value: what {@code pcall} returns second. */
    public @Nullable Object value() {
        return value;
    }

    /** The name of the chunk that raised the error, as it was given to the compiler. */
    public @Nullable Bytes source() {
        return source;
    }

    /** The line in {@link #source}, -1 when not known. */
    public int line() {
        return line;
    }

    void locate(Bytes source, int line) {
        this.source = source;
        this.line = line;
    }

    boolean isLocated() {
        return source != null;
    }

    @Override
    public String getMessage() {
        return value instanceof Bytes text ? text.utf8() : String.valueOf(value);
    }
}
