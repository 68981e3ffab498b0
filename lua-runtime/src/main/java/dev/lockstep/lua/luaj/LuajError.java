package dev.lockstep.lua.luaj;

import dev.lockstep.lua.ScriptError;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaValue;

/** An error raised by one of our functions: the value is final, no place is added to it. */
final class LuajError extends LuaError {

    private static final long serialVersionUID = 1;

    private final transient LuaValue value;
    private final boolean catchable;

    LuajError(LuaValue value) {
        super(value);
        this.value = value;
        this.catchable = true;
    }

    LuajError(ScriptError error) {
        super(LuajValues.toLua(error.value()));
        this.value = LuajValues.toLua(error.value());
        this.catchable = error.isCatchable();
    }

    boolean isCatchable() {
        return catchable;
    }

    @Override
    public LuaValue getMessageObject() {
        return value;
    }

    @Override
    public String getMessage() {
        return value.tojstring();
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this; // part of a script's course
    }
}
