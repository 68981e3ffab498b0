package dev.lockstep.lua;

import dev.lockstep.value.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A Lua error: any Lua value, and the place where it was raised. Thrown by host functions without a
 * place, which the engine adds. Carries no stack trace: it is part of a script's course.
 */
public final class ScriptError extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient @Nullable Object value;
    private final boolean catchable;
    private String source = "=?";
    private int line = -1;

    private ScriptError(@Nullable Object value, boolean catchable) {
        super(String.valueOf(value), null, false, false);
        this.value = value;
        this.catchable = catchable;
    }

    /** The error {@code value}, without a place as yet. */
    public ScriptError(@Nullable Object value) {
        this(value, true);
    }

    /** An error that a script cannot catch: it ends. */
    public static ScriptError uncatchable(Bytes message) {
        return new ScriptError(message, false);
    }

    /** This error, raised at {@code line} of the chunk {@code source}. */
    public ScriptError at(String chunkName, int lineNumber) {
        source = chunkName;
        line = lineNumber;
        return this;
    }

    /** The Lua value that was raised. */
    public @Nullable Object value() {
        return value;
    }

    public boolean isCatchable() {
        return catchable;
    }

    /** The name of the chunk, with its {@code @}. */
    public String source() {
        return source;
    }

    /** The line, or -1 if there is none. */
    public int line() {
        return line;
    }
}
