package dev.lockstep.commands.stream;

import dev.lockstep.testing.RecordedReplies;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class RecordedStreamRepliesTest {

    @TestFactory
    List<DynamicTest> streamCommandsReplyAsRecorded() throws IOException {
        return RecordedReplies.tests("stream");
    }
}
