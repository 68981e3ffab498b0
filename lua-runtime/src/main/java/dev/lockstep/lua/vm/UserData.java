package dev.lockstep.lua.vm;

import org.jspecify.annotations.Nullable;

/** An object of the host as a Lua value: {@code newproxy}, {@code cjson.null}. */
public final class UserData {

    final int serial;
    private final boolean light;
    @Nullable LuaTable metatable;

    UserData(int serial, boolean light) {
        this.serial = serial;
        this.light = light;
    }

    /** Whether this stands for the null pointer, which prints as {@code userdata: (nil)}. */
    public boolean isLight() {
        return light;
    }

    public @Nullable LuaTable metatable() {
        return metatable;
    }

    public void setMetatable(@Nullable LuaTable metatable) {
        this.metatable = metatable;
    }
}
