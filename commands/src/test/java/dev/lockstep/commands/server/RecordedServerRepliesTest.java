package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.commands.throttle.RedisCell;
import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Recording;
import dev.lockstep.testing.Recording.Exchange;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the real servers replied, byte by byte and in both protocols. */
class RecordedServerRepliesTest {

    @TestFactory
    Stream<DynamicTest> commandRepliesAsRecorded() throws IOException {
        return tests("command");
    }

    @TestFactory
    Stream<DynamicTest> debugRepliesAsRecorded() throws IOException {
        return tests("debug");
    }

    @TestFactory
    Stream<DynamicTest> otherServerCommandsReplyAsRecorded() throws IOException {
        return tests("server");
    }

    private static Stream<DynamicTest> tests(String name) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        List<Exchange> exchanges = Recording.read("/recorded/replies/" + name + ".txt");
        for (Profile profile : Profile.values()) {
            TestServer server = TestServer.withModules(profile, new RedisCell());
            for (Exchange exchange : exchanges) {
                if (exchange.isOf(profile) && isKnown(server, exchange)) {
                    tests.add(test(profile, server, exchange));
                }
            }
        }
        return tests.stream();
    }

    /** Of commands that we do not have, nothing is to be told. */
    private static boolean isKnown(TestServer server, Exchange exchange) {
        return exchange.argv().size() < 3
                || !exchange.argv().get(1).toLowerCase().startsWith(Bytes.of("getkeys"))
                || exchange.reply().startsWith("-ERR Invalid command")
                || server.state().commands().find(exchange.argv().get(2)) != null;
    }

    private static DynamicTest test(Profile profile, TestServer server, Exchange exchange) {
        return DynamicTest.dynamicTest(
                profile + " RESP" + exchange.protocol() + " " + exchange.argv(),
                () ->
                        assertThat(exchange.replyOf(server).replace("\r\n", "~"))
                                .isEqualTo(exchange.reply().replace("\r\n", "~")));
    }
}
