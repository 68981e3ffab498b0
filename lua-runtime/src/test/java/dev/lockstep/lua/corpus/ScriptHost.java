package dev.lockstep.lua.corpus;

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
import dev.lockstep.lua.vm.LuaState;

/** States with all libraries and without commands, for tests of the engine alone. */
final class ScriptHost {

    private static final long MEMORY = 256L << 20;

    private ScriptHost() {}

    /** A new state with everything that some server has, and no protection. */
    static LuaState newState() {
        LuaState state = new LuaState(MEMORY, false);
        new BaseLibrary(new LuaDialect(true, true, true, true)).open(state);
        new TableLibrary().open(state);
        new StringLibrary().open(state);
        new MathLibrary(new ScriptRandom()).open(state);
        new CoroutineLibrary().open(state);
        CjsonLibrary.open(state);
        new StructLibrary().open(state);
        new MsgpackLibrary("nobody").open(state);
        new BitLibrary().open(state);
        new OsLibrary(() -> 0.5).open(state);
        return state;
    }
}
