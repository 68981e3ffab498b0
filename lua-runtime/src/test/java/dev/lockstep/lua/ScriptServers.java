package dev.lockstep.lua;

import dev.lockstep.command.CommandSpec;
import dev.lockstep.commands.CoreCommands;
import dev.lockstep.lua.commands.ScriptingCommands;
import dev.lockstep.profile.Profile;
import dev.lockstep.testing.TestServer;
import java.util.ArrayList;
import java.util.List;

/** Servers without sockets that have scripts. */
public final class ScriptServers {

    private ScriptServers() {}

    /** A server with every command there is. */
    public static TestServer create(Profile profile) {
        return create(profile, LuaEngine.LOCKSTEP);
    }

    /** The same, with a certain engine. */
    public static TestServer create(Profile profile, ScriptEngine.Factory engine) {
        List<CommandSpec> rows = new ArrayList<>(CoreCommands.allRows());
        rows.addAll(new ScriptingCommands(EngineSource.of(engine)).rows());
        return TestServer.with(profile, rows);
    }
}
