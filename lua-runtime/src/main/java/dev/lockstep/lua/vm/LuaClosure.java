package dev.lockstep.lua.vm;

/** A function written in Lua: compiled code with the variables it has captured. */
public final class LuaClosure extends LuaFunction {

    static final int BYTES = 40;

    final Prototype prototype;
    final UpValue[] upvalues;

    LuaClosure(int serial, Prototype prototype, LuaTable environment) {
        super(serial, environment);
        this.prototype = prototype;
        this.upvalues = new UpValue[prototype.upvalues.length];
    }

    public Prototype prototype() {
        return prototype;
    }

    /** The environment, which a function written in Lua always has. */
    LuaTable globals() {
        LuaTable globals = environment;
        if (globals == null) {
            throw new IllegalStateException("a Lua function without environment");
        }
        return globals;
    }
}
