package dev.lockstep.server.net;

import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.RedisModule;
import dev.lockstep.commands.CoreCommands;
import dev.lockstep.commands.throttle.RedisCell;
import dev.lockstep.lua.LuaEngine;
import dev.lockstep.lua.commands.ScriptingCommands;
import java.util.ArrayList;
import java.util.List;

/** The one list of what a server has without being asked: command families, and modules. */
final class DefaultCommands {

    private DefaultCommands() {}

    /** The rows of every family. */
    static List<CommandSpec> rows(ScriptingCommands scripting) {
        List<CommandSpec> rows = new ArrayList<>(CoreCommands.rows());
        rows.addAll(scripting.rows());
        return rows;
    }

    /** A new instance of the family that keeps the scripts of one server, run by {@code engine}. */
    static ScriptingCommands scripting(LuaEngine engine) {
        return new ScriptingCommands(engine);
    }

    /** New instances of the modules that every server has. */
    static List<RedisModule> modules() {
        return new ArrayList<>(List.of(new RedisCell()));
    }
}
