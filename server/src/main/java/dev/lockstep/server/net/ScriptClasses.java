package dev.lockstep.server.net;

import dev.lockstep.command.CommandFamily;
import dev.lockstep.commands.CoreCommands;
import dev.lockstep.lua.EngineSetup;
import dev.lockstep.lua.LuaEngine;
import dev.lockstep.lua.ScriptEngine;
import dev.lockstep.lua.ScriptLibrary;
import dev.lockstep.lua.ScriptRandom;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.List;
import java.util.Map;

/**
 * Loads what scripts need once the first server of a JVM accepts clients: their first script then
 * finds most of it there. Nobody waits for it, and nothing but classes is left of it.
 */
final class ScriptClasses {

    /** Something of everything that most scripts consist of. */
    private static final Bytes SCRIPT =
            Bytes.of(
                    """
                    local sum, limit = 0.5, tonumber(ARGV[1]) or 0
                    local function add(n) sum = sum + n / 3 return #tostring(sum) end
                    for i = 1, 2 do
                      if i % 2 == 0 and not KEYS[i] or i > limit then add(i) end
                    end
                    return { math.floor(sum), 'a' .. sum }
                    """);

    private static final long MEMORY_BYTES = 1 << 20;

    static {
        Thread thread = new Thread(ScriptClasses::load, "script-classes");
        thread.setDaemon(true);
        thread.start();
    }

    private ScriptClasses() {}

    /** Begins, unless that has been done in this JVM. */
    static void loadInBackground() {
        // The class has begun with it.
    }

    private static void load() {
        ScriptLibrary redis = new ScriptLibrary(List.of("redis"), Map.of(), Map.of());
        ScriptEngine engine =
                LuaEngine.LOCKSTEP.create(
                        new EngineSetup(
                                Profile.REDIS_8_0,
                                redis,
                                null,
                                new ScriptRandom(),
                                () -> {},
                                MEMORY_BYTES));
        ScriptEngine.Chunk chunk = engine.compile(SCRIPT, Bytes.of("@user_script"));
        engine.run(chunk, List.of(), List.of(Bytes.of("1")));
        for (CommandFamily family : CoreCommands.families()) {
            family.rows(); // what scripts call; their classes do not need each other in a circle
        }
    }
}
