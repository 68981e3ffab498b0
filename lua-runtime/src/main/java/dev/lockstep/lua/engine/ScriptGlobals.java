package dev.lockstep.lua.engine;

import dev.lockstep.lua.EngineSetup;
import dev.lockstep.lua.ScriptFunction;
import dev.lockstep.lua.ScriptLibrary;
import dev.lockstep.lua.ScriptRandom;
import dev.lockstep.lua.lib.BaseLibrary;
import dev.lockstep.lua.lib.BitLibrary;
import dev.lockstep.lua.lib.CjsonLibrary;
import dev.lockstep.lua.lib.CoroutineLibrary;
import dev.lockstep.lua.lib.LuaDialect;
import dev.lockstep.lua.lib.MathLibrary;
import dev.lockstep.lua.lib.MsgpackLibrary;
import dev.lockstep.lua.lib.OsLibrary;
import dev.lockstep.lua.lib.StringLibrary;
import dev.lockstep.lua.lib.StructLibrary;
import dev.lockstep.lua.lib.TableLibrary;
import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaFunction;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.Meta;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What scripts find among the globals of each server, and how it is protected from them. There are
 * hardly any lambdas here: making each is a class, on the way to the first script of a process.
 */
final class ScriptGlobals {

    private final LuaState state;
    private final Profile profile;

    private ScriptGlobals(LuaState state, Profile profile) {
        this.state = state;
        this.profile = profile;
    }

    /** Fills the globals of {@code state}. */
    static ScriptGlobals open(LuaState state, EngineSetup setup) {
        ScriptGlobals globals = new ScriptGlobals(state, setup.profile());
        globals.openLibraries(setup.random());
        LuaTable redis = globals.table(setup.redis());
        setup.redis().names().forEach(name -> state.globals().set(Bytes.of(name), redis));
        if (setup.loading() == null) {
            globals.addErrorHandler();
        }
        globals.protect();
        return globals;
    }

    /** Puts the globals of functions in front of these. */
    FunctionGlobals forFunctions(ScriptLibrary loading) {
        LuaTable redis = table(loading);
        protect(redis);
        LuaTable visible = state.newTable();
        loading.names().forEach(name -> visible.set(Bytes.of(name), redis));
        protect(visible);
        return FunctionGlobals.install(state, visible);
    }

    private void openLibraries(ScriptRandom random) {
        LuaDialect dialect =
                new LuaDialect(
                        !profile.has(Feature.SCRIPT_FIXED_ENVIRONMENTS),
                        profile.has(Feature.SCRIPT_PRINT),
                        profile.has(Feature.SCRIPT_NESTED_BRACKETS),
                        profile.has(Feature.SCRIPT_ERROR_TABLES));
        new BaseLibrary(dialect).open(state);
        new TableLibrary().open(state);
        new StringLibrary().open(state);
        new MathLibrary(random).open(state);
        new CoroutineLibrary().open(state);
        CjsonLibrary.open(state);
        new StructLibrary().open(state);
        String holder = profile.isValkey() ? "Redis Ltd." : "Salvatore Sanfilippo";
        new MsgpackLibrary("Copyright (C) 2012, " + holder).open(state);
        new BitLibrary().open(state);
        if (profile.has(Feature.SCRIPT_CLOCK)) {
            new OsLibrary(new ProcessorTime()).open(state);
        }
    }

    private LuaTable table(ScriptLibrary library) {
        LuaTable table = state.newTable();
        HostFunction.Library functions =
                new RedisFunctions(new ArrayList<>(library.functions().values()));
        int index = 0;
        for (String name : library.functions().keySet()) {
            table.set(Bytes.of(name), state.function(name, functions, index++));
        }
        for (Map.Entry<String, Object> constant : library.constants().entrySet()) {
            table.set(Bytes.of(constant.getKey()), constant.getValue());
        }
        return table;
    }

    private record RedisFunctions(List<ScriptFunction> functions) implements HostFunction.Library {

        @Override
        public void run(int function, Call call) {
            HostCall.run(functions.get(function), call);
        }
    }

    private void addErrorHandler() {
        LuaFunction handler = state.function("handler", new Guards(), Guards.ERROR_HANDLER);
        state.globals().set(Bytes.of("__redis__err__handler"), handler);
    }

    /** Read-only libraries and globals. */
    private void protect() {
        LuaTable globals = state.globals();
        for (int i = 0; i < globals.positions(); i++) {
            if (globals.valueAt(i) instanceof LuaTable library) {
                library.setReadonly(true);
            }
        }
        protect(globals);
        LuaTable strings = state.stringMetatable();
        if (strings != null && profile.has(Feature.SCRIPT_FIXED_ENVIRONMENTS)) {
            strings.setReadonly(true);
        }
    }

    /** Makes {@code table} read-only; to read a name that it lacks is an error. */
    private void protect(LuaTable table) {
        LuaTable metatable = state.newTable();
        metatable.set(Meta.INDEX, state.function("undefined", new Guards(), Guards.UNDEFINED));
        metatable.setReadonly(true);
        table.setMetatable(metatable);
        table.setReadonly(true);
    }

    /** The functions that belong to the protection. */
    private static final class Guards implements HostFunction.Library {

        private static final int ERROR_HANDLER = 0;
        private static final int UNDEFINED = 1;

        @Override
        public void run(int function, Call call) {
            if (function == ERROR_HANDLER) {
                call.push(call.get(1));
                return;
            }
            String name = Call.cString(call.string(2));
            throw call.error(
                    "Script attempted to access nonexistent global variable '" + name + "'");
        }
    }
}
