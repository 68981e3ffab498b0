package dev.lockstep.lua.luaj;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** Globals that scripts cannot change, and that complain about names that do not exist. */
final class ScriptGlobals extends Globals {

    private static final LuaString KEYS = LuaString.valueOf("KEYS");
    private static final LuaString ARGV = LuaString.valueOf("ARGV");

    private boolean complete;
    private @Nullable LuaTable onlyVisible;

    void complete() {
        complete = true;
    }

    /** The two tables that each script gets anew. */
    void setArguments(LuaValue keys, LuaValue arguments) {
        super.rawset(KEYS, keys);
        super.rawset(ARGV, arguments);
    }

    /** Shows {@code names} in place of all else, while a library is being loaded; null ends it. */
    void showOnly(@Nullable LuaTable names) {
        onlyVisible = names;
    }

    @Override
    public LuaValue get(LuaValue key) {
        LuaValue value = onlyVisible != null ? onlyVisible.rawget(key) : rawget(key);
        if (value.isnil() && complete) {
            throw ReadOnlyTable.undefined(key);
        }
        return value;
    }

    @Override
    public void set(LuaValue key, LuaValue value) {
        refuse();
        super.set(key, value);
    }

    @Override
    public void set(int key, LuaValue value) {
        refuse();
        super.set(key, value);
    }

    @Override
    public void rawset(LuaValue key, LuaValue value) {
        refuse();
        super.rawset(key, value);
    }

    @Override
    public void rawset(int key, LuaValue value) {
        refuse();
        super.rawset(key, value);
    }

    @Override
    public LuaValue setmetatable(LuaValue metatable) {
        refuse();
        return super.setmetatable(metatable);
    }

    private void refuse() {
        if (complete) {
            throw new LuaError(ReadOnlyTable.REFUSAL);
        }
    }
}
