package dev.lockstep.lua.engine;

import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.Meta;

/**
 * The globals of functions: an empty table that shows another one. While a library is being loaded
 * that is little, later it is what scripts have.
 */
final class FunctionGlobals {

    private final LuaTable metatable;
    private final LuaTable whileLoading;
    private final LuaTable whileRunning;

    private FunctionGlobals(LuaTable metatable, LuaTable whileLoading, LuaTable whileRunning) {
        this.metatable = metatable;
        this.whileLoading = whileLoading;
        this.whileRunning = whileRunning;
    }

    /** Makes the globals of {@code state}, which are complete, those that functions see. */
    static FunctionGlobals install(LuaState state, LuaTable whileLoading) {
        LuaTable metatable = state.newTable();
        FunctionGlobals globals = new FunctionGlobals(metatable, whileLoading, state.globals());
        globals.setLoading(false);
        metatable.setReadonly(true);
        LuaTable empty = state.newTable();
        empty.setMetatable(metatable);
        empty.setReadonly(true);
        state.setGlobals(empty);
        return globals;
    }

    void setLoading(boolean loading) {
        metatable.set(Meta.INDEX, loading ? whileLoading : whileRunning);
    }
}
