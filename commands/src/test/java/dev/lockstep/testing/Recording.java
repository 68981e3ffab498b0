package dev.lockstep.testing;

import dev.lockstep.profile.Profile;
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

/**
 * Commands, and what the real servers replied to them, to the byte. A recording is a command behind
 * {@code >}, and below it one line for each reply with the profiles that gave it; a line {@code @3}
 * says that what follows is RESP3.
 */
public final class Recording {

    private static final Pattern ESCAPE = Pattern.compile("\\\\(x[0-9a-f]{2}|.)");

    private Recording() {}

    /** One command, and the reply that these profiles gave. */
    public record Exchange(int protocol, List<Bytes> argv, String profiles, String reply) {

        public boolean isOf(Profile profile) {
            return List.of(profiles.split(" ", -1)).contains(profile.profileName());
        }

        /** Sends the command to {@code server} and returns its reply, as it is on the wire. */
        public String replyOf(TestServer server) {
            server.client().client().setProtocol(protocol);
            return RespText.of(
                    server.run(argv.toArray(Bytes[]::new)), protocol, server.state().profile());
        }
    }

    /** The exchanges of a resource, in order. */
    public static List<Exchange> read(String resource) throws IOException {
        List<Exchange> exchanges = new ArrayList<>();
        int protocol = 2;
        List<Bytes> argv = List.of();
        try (InputStream in = Recording.class.getResourceAsStream(resource)) {
            String text =
                    new String(
                            Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
            for (String line : text.lines().toList()) {
                if (line.startsWith("@")) {
                    protocol = Integer.parseInt(line.substring(1));
                } else if (line.startsWith("> ")) {
                    argv =
                            Stream.of(line.substring(2).split(" ", -1))
                                    .map(Recording::unescape)
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
