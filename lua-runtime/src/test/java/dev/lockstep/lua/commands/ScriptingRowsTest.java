package dev.lockstep.lua.commands;

import dev.lockstep.command.RecordedRows;
import dev.lockstep.lua.EngineSource;
import dev.lockstep.lua.LuaEngine;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ScriptingRowsTest {

    @TestFactory
    List<DynamicTest> rowsAreThoseOfTheRealServer() {
        return RecordedRows.tests(
                new ScriptingCommands(EngineSource.of(LuaEngine.LOCKSTEP)).rows());
    }
}
