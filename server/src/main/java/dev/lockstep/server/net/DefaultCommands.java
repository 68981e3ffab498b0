package dev.lockstep.server.net;

import dev.lockstep.command.CommandFamily;
import dev.lockstep.command.RedisModule;
import dev.lockstep.commands.CoreCommands;
import dev.lockstep.commands.throttle.RedisCell;
import dev.lockstep.lua.EngineSource;
import dev.lockstep.lua.commands.ScriptingCommands;
import java.util.ArrayList;
import java.util.List;

/** The one list of what a server has without being asked: command families, and modules. */
final class DefaultCommands {

    /** The place of scripts among the families, which are searched in their order. */
    private static final int AMONG_THE_LIKELIEST = 1;

    private DefaultCommands() {}

    /** Every family. */
    static List<CommandFamily> families(ScriptingCommands scripting) {
        List<CommandFamily> families = new ArrayList<>(CoreCommands.families());
        families.add(AMONG_THE_LIKELIEST, scripting::rows);
        return families;
    }

    /** A new instance of the family that keeps the scripts and functions of one server. */
    static ScriptingCommands scripting(ServerSettings settings) {
        return new ScriptingCommands(
                EngineSource.of(settings.luaEngine(), settings.scriptMemoryBytes()));
    }

    /** New instances of the modules that every server has. */
    static List<RedisModule> modules() {
        return new ArrayList<>(List.of(new RedisCell()));
    }
}
