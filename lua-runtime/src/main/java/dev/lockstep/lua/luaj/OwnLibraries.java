package dev.lockstep.lua.luaj;

import dev.lockstep.lua.EngineSetup;
import dev.lockstep.lua.ScriptError;
import dev.lockstep.lua.lib.BitLibrary;
import dev.lockstep.lua.lib.CjsonLibrary;
import dev.lockstep.lua.lib.MsgpackLibrary;
import dev.lockstep.lua.lib.StructLibrary;
import dev.lockstep.lua.vm.HostFunction;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.lua.vm.UserData;
import dev.lockstep.value.Bytes;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaUserdata;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/**
 * The libraries {@code cjson}, {@code cmsgpack}, {@code struct} and {@code bit}, which LuaJ lacks:
 * the ones of Lockstep's own engine. They run in a state of that engine, with copies of the
 * arguments; what they return is copied back.
 */
final class OwnLibraries {

    private static final List<String> NAMES = List.of("cjson", "cmsgpack", "struct", "bit");

    /** What stands for {@code cjson.null}: prints as it does in Lua 5.1. */
    private static final String NULL_TEXT = "userdata: (nil)";

    private final LuaState state;
    private final CallHook hook;
    private final LuaValue nullValue = new LuaUserdata(NULL_TEXT);
    private final @Nullable Object ownNullValue;

    private OwnLibraries(EngineSetup setup, CallHook hook) {
        this.hook = hook;
        this.state = new LuaState(setup.memoryLimitBytes(), false);
        state.setInterrupt(() -> check(setup));
        CjsonLibrary.open(state);
        String holder = setup.profile().isValkey() ? "Redis Ltd." : "Salvatore Sanfilippo";
        new MsgpackLibrary("Copyright (C) 2012, " + holder).open(state);
        new StructLibrary().open(state);
        new BitLibrary().open(state);
        LuaTable cjson = (LuaTable) state.globals().get(Bytes.of("cjson"));
        this.ownNullValue = cjson == null ? null : cjson.get(Bytes.of("null"));
    }

    private static void check(EngineSetup setup) {
        try {
            setup.interrupt().check();
        } catch (ScriptError e) {
            throw new LuajError(e); // passes through the state: it is no error of its own
        }
    }

    /** Puts the libraries among {@code globals}. */
    static void install(ScriptGlobals globals, EngineSetup setup, CallHook hook) {
        OwnLibraries libraries = new OwnLibraries(setup, hook);
        for (String name : NAMES) {
            LuaValue table = libraries.toLuaj(libraries.state.globals().get(Bytes.of(name)));
            globals.rawset(name, ReadOnlyTable.of(table.checktable()));
        }
    }

    // From LuaJ

    private @Nullable Object fromLuaj(LuaValue value, IdentityHashMap<LuaValue, LuaTable> copies) {
        return switch (value.type()) {
            case LuaValue.TNIL, LuaValue.TBOOLEAN, LuaValue.TNUMBER, LuaValue.TSTRING ->
                    LuajValues.fromLua(value);
            case LuaValue.TTABLE -> {
                LuaTable known = copies.get(value);
                yield known != null ? known : copy(value.checktable(), copies);
            }
            case LuaValue.TUSERDATA -> value.equals(nullValue) ? ownNullValue : state.newUserData();
            default -> state.function("none", call -> {}); // no library tells what it is
        };
    }

    private LuaTable copy(org.luaj.vm2.LuaTable table, IdentityHashMap<LuaValue, LuaTable> copies) {
        LuaTable copy = state.newTable(table.rawlen(), 0);
        copies.put(table, copy);
        Varargs entry = table.next(LuaValue.NIL);
        while (!entry.arg1().isnil()) {
            Object key = fromLuaj(entry.arg1(), copies);
            copy.set(key, fromLuaj(entry.arg(2), copies));
            entry = table.next(entry.arg1());
        }
        return copy;
    }

    // To LuaJ

    private LuaValue toLuaj(@Nullable Object value) {
        if (value instanceof LuaTable table) {
            org.luaj.vm2.LuaTable copy = new org.luaj.vm2.LuaTable();
            table.forEach((key, field) -> copy.rawset(toLuaj(key), toLuaj(field)));
            return copy;
        }
        if (value instanceof UserData) {
            return nullValue;
        }
        return value instanceof HostFunction function
                ? new Function(function)
                : LuajValues.toLua(value);
    }

    /** A function of a library as LuaJ calls it. */
    private final class Function extends VarArgFunction {

        private final HostFunction function;

        Function(HostFunction function) {
            this.function = function;
        }

        @Override
        public Varargs invoke(Varargs arguments) {
            IdentityHashMap<LuaValue, LuaTable> copies = new IdentityHashMap<>();
            @Nullable Object[] values = new Object[arguments.narg()];
            for (int i = 0; i < values.length; i++) {
                values[i] = fromLuaj(arguments.arg(i + 1), copies);
            }
            try {
                @Nullable Object[] results = state.call(function, values);
                LuaValue[] copied = new LuaValue[results.length];
                for (int i = 0; i < results.length; i++) {
                    copied[i] = toLuaj(results[i]);
                }
                return varargsOf(copied);
            } catch (LuaError e) {
                throw new LuajError(LuajValues.toLua(message(e)));
            }
        }

        /** The message with the caller's place, and the name under which the function is known. */
        private Bytes message(LuaError error) {
            String text = LuaState.text(error.value()).latin1().replace("'?'", "'" + name() + "'");
            return Bytes.latin1(LuajErrors.prefix(hook.place(0)) + text);
        }

        @Override
        public String name() {
            return function.name();
        }
    }
}
