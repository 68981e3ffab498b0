package dev.lockstep.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Recording.Exchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;

/** Tests that we reply what the real servers did, byte by byte and in both protocols. */
public final class RecordedReplies {

    private RecordedReplies() {}

    /**
     * A test for each reply in the recording {@code name}; the commands of a profile run one after
     * the other on one server.
     */
    public static List<DynamicTest> tests(String name) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        List<Exchange> exchanges = Recording.read("/recorded/replies/" + name + ".txt");
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
