package dev.lockstep.lua.luaj;

import dev.lockstep.lua.EngineSetup;
import dev.lockstep.profile.Feature;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.BaseLib;
import org.luaj.vm2.lib.CoroutineLib;
import org.luaj.vm2.lib.PackageLib;
import org.luaj.vm2.lib.TableLib;
import org.luaj.vm2.lib.VarArgFunction;
import org.luaj.vm2.lib.jse.JseMathLib;

/** Fills the globals: LuaJ's own libraries, ours in place of what they get wrong. */
final class LuajLibraries {

    private static final String[] UNKNOWN_TO_REDIS = {
        "dofile", "loadfile", "require", "package", "rawlen"
    };
    private static final String[] TABLE_OF_LUA_52 = {"pack", "unpack"};

    private final ScriptGlobals globals;
    private final CallHook hook;
    private final LuajErrors errors;
    private final EngineSetup setup;

    /** A function that does nothing: what scripts print goes nowhere. */
    private static final class Silence extends VarArgFunction {
        @Override
        public Varargs invoke(Varargs arguments) {
            return NONE;
        }
    }

    LuajLibraries(ScriptGlobals globals, CallHook hook, LuajErrors errors, EngineSetup setup) {
        this.globals = globals;
        this.hook = hook;
        this.errors = errors;
        this.setup = setup;
    }

    void install() {
        globals.load(new BaseLib());
        globals.load(new PackageLib());
        globals.load(new TableLib());
        globals.load(new JseMathLib());
        globals.load(new CoroutineLib());
        for (BaseFunctions.Name name : BaseFunctions.Name.values()) {
            globals.rawset(name.luaName(), new BaseFunctions(name, globals, hook, errors));
        }
        for (String name : UNKNOWN_TO_REDIS) {
            globals.rawset(name, LuaValue.NIL);
        }
        boolean prints = setup.profile().has(Feature.SCRIPT_PRINT);
        globals.rawset("print", prints ? new Silence() : LuaValue.NIL);
        globals.rawset("_VERSION", LuaValue.valueOf("Lua 5.1"));
        globals.rawset("string", StringFunctions.library());
        protect("table", tables());
        protect("math", mathematics());
        protect("coroutine", globals.rawget("coroutine").checktable());
        OwnLibraries.install(globals, setup, hook);
    }

    private void protect(String name, LuaTable library) {
        globals.rawset(name, ReadOnlyTable.of(library));
    }

    private LuaTable tables() {
        LuaTable library = globals.rawget("table").checktable();
        for (String name : TABLE_OF_LUA_52) {
            library.rawset(name, LuaValue.NIL);
        }
        for (TableFunctions.Name name : TableFunctions.Name.values()) {
            library.rawset(name.luaName(), new TableFunctions(name));
        }
        return library;
    }

    private LuaTable mathematics() {
        LuaTable library = globals.rawget("math").checktable();
        for (MathFunctions.Name name : MathFunctions.Name.values()) {
            library.rawset(name.luaName(), new MathFunctions(name, setup.random()));
        }
        return library;
    }
}
