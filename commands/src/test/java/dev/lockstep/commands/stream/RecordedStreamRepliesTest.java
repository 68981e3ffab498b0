package dev.lockstep.commands.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Recording;
import dev.lockstep.testing.Recording.Exchange;
import dev.lockstep.testing.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the real servers replied, byte by byte and in both protocols. */
class RecordedStreamRepliesTest {

    @TestFactory
    List<DynamicTest> streamCommandsReplyAsRecorded() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        List<Exchange> exchanges = Recording.read("/recorded/replies/stream.txt");
        for (Profile profile : Profile.values()) {
            TestServer server = TestServer.create(profile);
            for (Exchange exchange : exchanges) {
                if (exchange.isOf(profile)) {
                    tests.add(test(profile, server, exchange));
                }
            }
        }
        return tests;
    }

    private static DynamicTest test(Profile profile, TestServer server, Exchange exchange) {
        return DynamicTest.dynamicTest(
                profile + " RESP" + exchange.protocol() + " " + exchange.argv(),
                () ->
                        assertThat(exchange.replyOf(server).replace("\r\n", "~"))
                                .isEqualTo(exchange.reply().replace("\r\n", "~")));
    }
}
