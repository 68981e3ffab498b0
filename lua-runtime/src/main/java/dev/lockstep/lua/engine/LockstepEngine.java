package dev.lockstep.lua.engine;

import dev.lockstep.lua.EngineSetup;
import dev.lockstep.lua.ScriptEngine;
import dev.lockstep.lua.ScriptError;
import dev.lockstep.lua.ScriptLibrary;
import dev.lockstep.lua.ScriptTable;
import dev.lockstep.lua.compiler.LuaCompiler;
import dev.lockstep.lua.vm.LuaClosure;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaFunction;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.profile.Feature;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scripts on Lockstep's own Lua 5.1. Lua values are the same objects on both sides of the
 * interface, so nothing is converted. A script is one function, made when it is compiled; all
 * scripts share the globals, of which only {@code KEYS} and {@code ARGV} change.
 */
public final class LockstepEngine implements ScriptEngine {

    private static final Bytes KEYS = Bytes.of("KEYS");
    private static final Bytes ARGV = Bytes.of("ARGV");
    private static final Bytes HOST = Bytes.of("=[C]");

    /** What part of the heap the values of scripts may take up at most. */
    private static final int HEAP_SHARE = 4;

    private final LuaState state;
    private final LuaCompiler compiler;
    private final @Nullable FunctionGlobals functionGlobals;

    private record LuaChunk(LuaClosure function) implements Chunk {}

    public LockstepEngine(EngineSetup setup) {
        this(setup, LuaState.ENTRIES_BEFORE_COMPILATION);
    }

    /** An engine that compiles a function to JVM bytecode after so many entries. */
    public LockstepEngine(EngineSetup setup, int entriesBeforeCompilation) {
        long heapShare = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        state =
                new LuaState(
                        Math.min(setup.memoryLimitBytes(), heapShare),
                        setup.profile().has(Feature.SCRIPT_SAMPLED_HASHES));
        state.setEntriesBeforeCompilation(entriesBeforeCompilation);
        compiler = new LuaCompiler(setup.profile().has(Feature.SCRIPT_NESTED_BRACKETS));
        ScriptGlobals globals = ScriptGlobals.open(state, setup);
        ScriptLibrary loading = setup.loading();
        functionGlobals = loading == null ? null : globals.forFunctions(loading);
        shareNames(state.globals());
        state.setInterrupt(new LocatedInterrupt(state, setup.interrupt()));
    }

    /** Scripts spell the names of libraries and their functions as the tables do. */
    private void shareNames(LuaTable table) {
        for (int i = 0; i < table.positions(); i++) {
            if (table.keyAt(i) instanceof Bytes name) {
                compiler.share(name);
                if (table.valueAt(i) instanceof LuaTable library && library != table) {
                    shareNames(library);
                }
            }
        }
    }

    /** Notes in what ends a script where the script was. */
    private record LocatedInterrupt(LuaState state, Interrupt interrupt)
            implements LuaState.Interrupt {

        @Override
        public void check() {
            try {
                interrupt.check();
            } catch (ScriptError e) {
                throw located(e, state.locate(new LuaError(e.value())));
            }
        }

        @Override
        public void exhausted() {
            interrupt.exhausted();
        }
    }

    @Override
    public Chunk compile(Bytes source, Bytes chunkName) {
        try {
            return new LuaChunk(state.load(compiler.compile(source, chunkName)));
        } catch (LuaError e) {
            throw new ScriptError(e.value());
        }
    }

    @Override
    public @Nullable Object run(Chunk chunk, List<Bytes> keys, List<Bytes> arguments) {
        LuaTable globals = state.globals();
        globals.set(KEYS, list(keys));
        globals.set(ARGV, list(arguments));
        return firstResult(((LuaChunk) chunk).function);
    }

    @Override
    public void load(Chunk library) {
        FunctionGlobals globals = functionGlobals;
        if (globals == null) {
            throw new IllegalStateException("an engine of scripts, which have no libraries");
        }
        globals.setLoading(true);
        try {
            firstResult(((LuaChunk) library).function);
        } finally {
            globals.setLoading(false);
        }
    }

    @Override
    public boolean isFunction(@Nullable Object value) {
        return value instanceof LuaFunction;
    }

    @Override
    public @Nullable Object call(Object function, List<Bytes> keys, List<Bytes> arguments) {
        return firstResult((LuaFunction) function, list(keys), list(arguments));
    }

    private @Nullable Object firstResult(LuaFunction function, @Nullable Object... arguments) {
        try {
            @Nullable Object[] results = state.call(function, arguments);
            return results.length == 0 ? null : results[0];
        } catch (LuaError e) {
            throw located(new ScriptError(e.value()), e);
        }
    }

    private static ScriptError located(ScriptError error, LuaError place) {
        Bytes source = place.source();
        return error.at((source == null ? HOST : source).latin1(), place.line());
    }

    private LuaTable list(List<Bytes> elements) {
        LuaTable table = state.newTable(elements.size(), 0);
        for (int i = 0; i < elements.size(); i++) {
            table.set(i + 1, elements.get(i));
        }
        return table;
    }

    @Override
    public ScriptTable newTable(int elements, int fields) {
        return state.newTable(elements, fields);
    }
}
