package dev.lockstep.lua.vm;

import org.jspecify.annotations.Nullable;

/** A Lua value that can be called: a closure of compiled code or a function of the host. */
public abstract class LuaFunction {

    final int serial;
    @Nullable LuaTable environment;
    int mark; // the last traversal that has seen this function

    LuaFunction(int serial, @Nullable LuaTable environment) {
        this.serial = serial;
        this.environment = environment;
    }

    /** The table of global variables (manual 2.9). */
    public @Nullable LuaTable environment() {
        return environment;
    }

    public void setEnvironment(LuaTable environment) {
        this.environment = environment;
    }
}
