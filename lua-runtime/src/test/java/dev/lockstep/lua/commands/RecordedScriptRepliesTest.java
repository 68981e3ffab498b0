package dev.lockstep.lua.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.command.NoHost;
import dev.lockstep.lua.ScriptServers;
import dev.lockstep.profile.Profile;
import dev.lockstep.testing.Recording;
import dev.lockstep.testing.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the real servers replied to scripts and functions, byte by byte. */
class RecordedScriptRepliesTest {

    @TestFactory
    Stream<DynamicContainer> functionsReplyAsRecorded() throws IOException {
        return repliesAsRecorded("functions");
    }

    @TestFactory
    Stream<DynamicContainer> scriptsReplyAsRecorded() throws IOException {
        return repliesAsRecorded("scripts");
    }

    private static Stream<DynamicContainer> repliesAsRecorded(String name) throws IOException {
        List<Recording.Exchange> exchanges = Recording.read("/recorded/replies/" + name + ".txt");
        return Stream.of(Profile.values())
                .map(
                        profile ->
                                DynamicContainer.dynamicContainer(
                                        profile.toString(), tests(profile, exchanges)));
    }

    private static Stream<DynamicTest> tests(Profile profile, List<Recording.Exchange> exchanges) {
        TestServer server = ScriptServers.create(profile);
        server.state().setHost(new SlowHost());
        return exchanges.stream()
                .filter(exchange -> exchange.isOf(profile))
                .map(
                        exchange ->
                                DynamicTest.dynamicTest(
                                        exchange.argv().toString(),
                                        () ->
                                                assertThat(exchange.replyOf(server))
                                                        .isEqualTo(exchange.reply())));
    }

    /** A program in which five milliseconds pass whenever someone looks. */
    private static final class SlowHost extends NoHost {
        private long nanos;

        @Override
        public long elapsedNanos() {
            return nanos += 5_000_000;
        }
    }
}
