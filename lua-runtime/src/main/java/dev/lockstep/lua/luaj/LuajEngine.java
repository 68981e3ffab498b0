package dev.lockstep.lua.luaj;

import dev.lockstep.lua.EngineSetup;
import dev.lockstep.lua.ScriptCall;
import dev.lockstep.lua.ScriptEngine;
import dev.lockstep.lua.ScriptError;
import dev.lockstep.lua.ScriptFunction;
import dev.lockstep.lua.ScriptLibrary;
import dev.lockstep.lua.ScriptTable;
import dev.lockstep.value.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.VarArgFunction;

/**
 * Scripts on LuaJ, an interpreter of Lua 5.2. What differs from Lua 5.1 in Redis is mended where
 * that is possible from outside; error texts, syntax, the order of tables, deep recursion and the
 * cost of coroutines are LuaJ's own.
 */
public final class LuajEngine implements ScriptEngine {

    private final ScriptGlobals globals = new ScriptGlobals();
    private final LuaTable whileLoading = new LuaTable();
    private final CallHook hook;
    private final LuajErrors errors;

    private record LuajChunk(LuaClosure function) implements Chunk {}

    public LuajEngine(EngineSetup setup) {
        hook = new CallHook(globals, setup.interrupt());
        errors = new LuajErrors(hook, setup.profile());
        LuaC.install(globals);
        new LuajLibraries(globals, hook, errors, setup).install();
        LuaTable redis = ReadOnlyTable.of(table(setup.redis()));
        setup.redis().names().forEach(name -> globals.rawset(LuaValue.valueOf(name), redis));
        ScriptLibrary loading = setup.loading();
        if (loading != null) {
            LuaTable table = ReadOnlyTable.strict(table(loading));
            loading.names().forEach(name -> whileLoading.rawset(name, table));
        }
        globals.debuglib = hook;
        globals.complete();
    }

    private LuaTable table(ScriptLibrary library) {
        LuaTable table = new LuaTable();
        library.constants().forEach((name, value) -> table.rawset(name, LuajValues.toLua(value)));
        library.functions()
                .forEach((name, function) -> table.rawset(name, new HostFunction(function)));
        return table;
    }

    @Override
    public Chunk compile(Bytes source, Bytes chunkName) {
        try {
            return new LuajChunk(new LuaClosure(parse(source, chunkName), globals));
        } catch (LuaError e) {
            throw new ScriptError(LuajErrors.compilerMessage(e));
        }
    }

    private static Prototype parse(Bytes source, Bytes chunkName) {
        if (!source.isEmpty() && source.at(0) == '#') { // LuaJ takes the line for a comment
            throw new LuaError("user_script:1: unexpected symbol near '#'");
        }
        try {
            return LuaC.instance.compile(
                    new ByteArrayInputStream(source.unsafeArray()), chunkName.latin1());
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        } catch (LuaError e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) { // a limit that the compiler runs into
            throw new LuaError("user_script:1: " + e);
        }
    }

    @Override
    public @Nullable Object run(Chunk chunk, List<Bytes> keys, List<Bytes> arguments) {
        globals.setArguments(list(keys), list(arguments));
        return firstResult(((LuajChunk) chunk).function, LuaValue.NONE);
    }

    @Override
    public void load(Chunk library) {
        globals.showOnly(whileLoading);
        try {
            firstResult(((LuajChunk) library).function, LuaValue.NONE);
        } finally {
            globals.showOnly(null);
        }
    }

    @Override
    public boolean isFunction(@Nullable Object value) {
        return value instanceof LuaFunction;
    }

    @Override
    public @Nullable Object call(Object function, List<Bytes> keys, List<Bytes> arguments) {
        Varargs tables = LuaValue.varargsOf(list(keys), list(arguments));
        return firstResult((LuaFunction) function, tables);
    }

    private @Nullable Object firstResult(LuaFunction function, Varargs arguments) {
        try {
            return LuajValues.fromLua(function.invoke(arguments).arg1());
        } catch (LuaError e) {
            throw errors.scriptError(e);
        } catch (StackOverflowError e) {
            throw new ScriptError(Bytes.of("stack overflow"));
        } finally {
            hook.unwind(0);
        }
    }

    private static LuaTable list(List<Bytes> elements) {
        LuaTable table = new LuaTable(elements.size(), 0);
        for (int i = 0; i < elements.size(); i++) {
            table.rawset(i + 1, LuajValues.toLua(elements.get(i)));
        }
        return table;
    }

    @Override
    public ScriptTable newTable(int elements, int fields) {
        return new LuajTable(new LuaTable(elements, fields));
    }

    /** A function of the host as LuaJ calls it. */
    private final class HostFunction extends VarArgFunction {

        private final ScriptFunction function;

        HostFunction(ScriptFunction function) {
            this.function = function;
        }

        @Override
        public Varargs invoke(Varargs arguments) {
            try {
                Object result = function.call(new HostCall(arguments));
                return result == ScriptFunction.NOTHING ? NONE : LuajValues.toLua(result);
            } catch (ScriptError e) {
                throw new LuajError(e);
            }
        }
    }

    private final class HostCall implements ScriptCall {

        private final Varargs arguments;

        HostCall(Varargs arguments) {
            this.arguments = arguments;
        }

        @Override
        public int count() {
            return arguments.narg();
        }

        @Override
        public @Nullable Object get(int index) {
            return LuajValues.fromLua(arguments.arg(index + 1));
        }

        @Override
        public String callerSource() {
            return hook.place(0).source();
        }

        @Override
        public int callerLine() {
            return hook.place(0).line();
        }
    }
}
