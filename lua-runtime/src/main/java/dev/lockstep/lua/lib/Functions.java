package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.value.Bytes;

/** The functions of one library as a table of the globals. */
final class Functions {

    private Functions() {}

    /** Sets a field of {@code target} for each name; the index of the name chooses the function. */
    static void register(
            LuaState state, LuaTable target, String[] names, HostFunction.Library library) {
        for (int i = 0; i < names.length; i++) {
            target.set(Bytes.latin1(names[i]), state.function(names[i], library, i));
        }
    }

    /** A new global table {@code name} with these functions. */
    static LuaTable library(
            LuaState state, String name, String[] names, HostFunction.Library library) {
        LuaTable table = state.newTable(0, names.length);
        register(state, table, names, library);
        state.globals().set(Bytes.latin1(name), table);
        return table;
    }
}
