package dev.lockstep.lua;

import dev.lockstep.lua.engine.LockstepEngine;
import dev.lockstep.lua.luaj.LuajEngine;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The engines that can run scripts. */
public enum LuaEngine implements ScriptEngine.Factory {
    /** Lockstep's own Lua 5.1, which answers as the real servers do. The default. */
    LOCKSTEP,
    /**
     * LuaJ, a Lua 5.2, with the same libraries. Error texts, syntax, number text inside
     * expressions, the order of tables and the depth of recursion differ; the list is in {@code
     * conformance/README.md}.
     */
    LUAJ;

    /**
     * The engine with this name, in small letters.
     *
     * @throws IllegalArgumentException when there is none, naming those there are
     */
    public static LuaEngine of(String name) {
        for (LuaEngine engine : values()) {
            if (engine.toString().equals(name)) {
                return engine;
            }
        }
        String names =
                Arrays.stream(values()).map(LuaEngine::toString).collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
                "Unknown Lua engine '" + name + "', expected one of " + names);
    }

    @Override
    public ScriptEngine create(EngineSetup setup) {
        return switch (this) {
            case LOCKSTEP -> new LockstepEngine(setup);
            case LUAJ -> new LuajEngine(setup);
        };
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
