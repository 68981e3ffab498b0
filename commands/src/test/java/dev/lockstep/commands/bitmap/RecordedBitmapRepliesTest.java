package dev.lockstep.commands.bitmap;

import dev.lockstep.testing.RecordedReplies;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class RecordedBitmapRepliesTest {

    @TestFactory
    List<DynamicTest> bitmapCommandsReplyAsRecorded() throws IOException {
        return RecordedReplies.tests("bitmap");
    }
}
