package dev.lockstep.lua.engine;

import dev.lockstep.lua.ScriptEngine;
import dev.lockstep.lua.ScriptError;
import dev.lockstep.lua.ScriptLibrary;
import dev.lockstep.lua.ScriptRandom;
import dev.lockstep.lua.ScriptTable;
import dev.lockstep.lua.compiler.LuaCompiler;
import dev.lockstep.lua.vm.LuaClosure;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
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

    /** What the values of all scripts together may take up, and what part of the heap at most. */
    private static final long MEMORY_LIMIT_BYTES = 256L << 20;

    private static final int HEAP_SHARE = 4;

    private final LuaState state;
    private final LuaCompiler compiler;

    private record LuaChunk(LuaClosure function) implements Chunk {}

    public LockstepEngine(
            Profile profile, ScriptLibrary redis, ScriptRandom random, Interrupt interrupt) {
        long heapShare = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        state = new LuaState(Math.min(MEMORY_LIMIT_BYTES, heapShare));
        compiler = new LuaCompiler(profile.has(Feature.SCRIPT_NESTED_BRACKETS));
        ScriptGlobals.open(state, profile, redis, random);
        state.setInterrupt(() -> check(interrupt));
    }

    private void check(Interrupt interrupt) {
        try {
            interrupt.check();
        } catch (ScriptError e) {
            throw located(e, state.locate(new LuaError(e.value())));
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
        try {
            @Nullable Object[] results = state.call(((LuaChunk) chunk).function);
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
