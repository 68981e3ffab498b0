package dev.lockstep.commands.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.commands.throttle.RedisCell;
import dev.lockstep.profile.Profile;
import dev.lockstep.testing.RespText;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What the real servers replied, byte by byte and in both protocols. A recording is a command
 * behind {@code >}, and below it one line for each reply with the profiles that gave it; a line
 * {@code @3} says that what follows is RESP3.
 */
class RecordedServerRepliesTest {

    private static final Pattern ESCAPE = Pattern.compile("\\\\(x[0-9a-f]{2}|.)");

    private record Exchange(int protocol, List<Bytes> argv, String profiles, String reply) {}

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
        List<Exchange> exchanges = read(name);
        for (Profile profile : Profile.values()) {
            TestServer server = TestServer.withModules(profile, new RedisCell());
            for (Exchange exchange : exchanges) {
                if (List.of(exchange.profiles.split(" ", -1)).contains(profile.profileName())
                        && isKnown(server, exchange)) {
                    tests.add(test(profile, server, exchange));
                }
            }
        }
        return tests.stream();
    }

    /** Of commands that we do not have, nothing is to be told. */
    private static boolean isKnown(TestServer server, Exchange exchange) {
        return exchange.argv.size() < 3
                || !exchange.argv.get(1).toLowerCase().startsWith(Bytes.of("getkeys"))
                || exchange.reply.startsWith("-ERR Invalid command")
                || server.state().commands().find(exchange.argv.get(2)) != null;
    }

    private static DynamicTest test(Profile profile, TestServer server, Exchange exchange) {
        return DynamicTest.dynamicTest(
                profile + " RESP" + exchange.protocol + " " + exchange.argv,
                () -> {
                    server.client().client().setProtocol(exchange.protocol);
                    String reply =
                            RespText.of(
                                    server.run(exchange.argv.toArray(Bytes[]::new)),
                                    exchange.protocol,
                                    profile);
                    assertThat(reply.replace("\r\n", "~"))
                            .isEqualTo(exchange.reply.replace("\r\n", "~"));
                });
    }

    private static List<Exchange> read(String name) throws IOException {
        String resource = "/recorded/replies/" + name + ".txt";
        List<Exchange> exchanges = new ArrayList<>();
        int protocol = 2;
        List<Bytes> argv = List.of();
        try (InputStream in = RecordedServerRepliesTest.class.getResourceAsStream(resource)) {
            String text =
                    new String(
                            Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
            for (String line : text.lines().toList()) {
                if (line.startsWith("@")) {
                    protocol = Integer.parseInt(line.substring(1));
                } else if (line.startsWith("> ")) {
                    argv =
                            Stream.of(line.substring(2).split(" ", -1))
                                    .map(RecordedServerRepliesTest::unescape)
                                    .map(Bytes::latin1)
                                    .toList();
                } else if (!line.isEmpty() && !line.startsWith("#")) {
                    int colon = line.indexOf(" : ");
                    exchanges.add(
                            new Exchange(
                                    protocol,
                                    argv,
                                    line.substring(0, colon),
                                    unescape(line.substring(colon + 3))));
                }
            }
        }
        return exchanges;
    }

    /** Undoes {@code \\}, {@code \r}, {@code \n} and {@code \xNN}. */
    private static String unescape(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(unescaped(match.group(1))));
    }

    private static String unescaped(String code) {
        return switch (code.charAt(0)) {
            case 'r' -> "\r";
            case 'n' -> "\n";
            case 'x' -> Character.toString(Integer.parseInt(code.substring(1), 16));
            default -> code;
        };
    }
}
