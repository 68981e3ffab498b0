package dev.lockstep.lua.lib;

/**
 * In what builds of Lua 5.1 inside different servers differ.
 *
 * @param environments whether {@code getfenv}, {@code setfenv} and {@code newproxy} exist
 * @param print whether {@code print} exists
 * @param nestedLongBrackets whether {@code [[} may stand inside {@code [[ ]]}
 * @param unwrapsErrorTables whether {@code pcall} returns the {@code err} field of an error that is
 *     a table, as Redis since 7.0 does
 */
public record LuaDialect(
        boolean environments,
        boolean print,
        boolean nestedLongBrackets,
        boolean unwrapsErrorTables) {

    /** Plain Lua 5.1. */
    public static final LuaDialect LUA_5_1 = new LuaDialect(true, true, false, false);
}
