package dev.lockstep.command;

import dev.lockstep.commands.CoreCommands;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CommandRowsTest {

    @TestFactory
    List<DynamicTest> rowsAreThoseOfTheRealServer() {
        return RecordedRows.tests(CoreCommands.allRows());
    }
}
