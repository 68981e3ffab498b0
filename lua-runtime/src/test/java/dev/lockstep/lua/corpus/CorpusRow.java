package dev.lockstep.lua.corpus;

import dev.lockstep.profile.Profile;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A script, or a sequence of commands, with what each real server replied. In the files:
 *
 * <pre>{@code
 * # name resp3 volatile              flags: the protocol; addresses in the reply
 * > return {KEYS[1], ARGV[1]}        EVAL of a script, with escapes
 * k key                              its keys and arguments
 * a argument
 * = redis-6.2,redis-7.0 array[bulk:key, bulk:argument]
 * = redis-8.0,valkey-8.0 ...         "= *" when all reply the same
 * ! GET "a key"                      any other command
 * = * nil
 * }</pre>
 */
record CorpusRow(String id, Set<String> flags, List<Exchange> exchanges) {

    /** A command and its replies. */
    record Exchange(List<Bytes> words, Map<Profile, String> replies) {

        private Exchange(List<Bytes> words) {
            this(new ArrayList<>(words), new EnumMap<>(Profile.class));
        }
    }

    /** What a server has replied, and what the real one had. */
    record Outcome(List<String> replies, List<String> recorded) {}

    /** Rows that no server answers, or that depend on more than the row, and why. */
    private static final Map<String, String> NOT_EQUAL =
            Map.of(
                    "err-error-table-noerr", "crashes real servers but one",
                    "lim-pattern-too-complex", "crashes real servers",
                    "call-time-frozen", "looks at a clock that stands still here",
                    "math-random-default", "depends on the scripts that ran before",
                    "call-sort-order", "shows the order of a table, which is any",
                    "lim-constants-str-300000",
                            "Redis runs its error handler inside loadstring, which changes the"
                                    + " value",
                    "lim-registers", "the token that is named is another");

    private static final Bytes HELP = Bytes.of("HELP");
    private static final int SCRIPT = 1;
    private static final int KEY_COUNT = 2;

    /** All rows of {@code file}. */
    static List<CorpusRow> load(String file) {
        List<CorpusRow> rows = new ArrayList<>();
        for (String line : text(file).split("\n", -1)) {
            if (line.startsWith("# ")) {
                List<String> words = List.of(line.substring(2).split(" ", -1));
                Set<String> flags = Set.copyOf(words.subList(1, words.size()));
                rows.add(new CorpusRow(words.get(0), flags, new ArrayList<>()));
            } else if (!line.isEmpty()) {
                rows.get(rows.size() - 1).add(line.charAt(0), line.substring(2));
            }
        }
        return rows;
    }

    /** The scripts of all rows that are one. */
    static List<Bytes> scripts(String file) {
        return load(file).stream()
                .map(row -> row.exchanges.get(0).words)
                .filter(words -> words.get(0).equals(Bytes.of("EVAL")))
                .map(words -> words.get(SCRIPT))
                .toList();
    }

    /** Why the replies to this row are not to be compared, or null. */
    @Nullable String notEqual() {
        return NOT_EQUAL.get(id);
    }

    /** Sends it to {@code server}, which must be new. */
    Outcome runOn(TestServer server) {
        if (flags.contains("resp3")) {
            server.client().client().setProtocol(3);
        }
        Profile profile = server.state().profile();
        Outcome outcome = new Outcome(new ArrayList<>(), new ArrayList<>());
        for (Exchange exchange : exchanges) {
            String expected = Objects.requireNonNull(exchange.replies.get(profile), id);
            int protocol = server.client().client().protocol();
            Bytes[] words = exchange.words.toArray(Bytes[]::new);
            String reply = ReplyText.of(server.run(words), profile, protocol);
            boolean isHelp = words[words.length - 1].equals(HELP);
            outcome.recorded.add(isHelp ? title(expected) : shown(expected));
            outcome.replies.add(isHelp ? title(reply) : shown(reply));
        }
        return outcome;
    }

    /** Help is told in words of our own. */
    private static String title(String help) {
        return help.substring(0, help.indexOf(','));
    }

    private String shown(String reply) {
        return flags.contains("volatile") ? reply.replaceAll("0x[0-9a-f]+", "0x?") : reply;
    }

    private void add(char kind, String text) {
        switch (kind) {
            case '>' ->
                    exchanges.add(
                            new Exchange(List.of(Bytes.of("EVAL"), unescaped(text), Bytes.of(0))));
            case '!' -> exchanges.add(new Exchange(words(text)));
            case 'k' -> {
                List<Bytes> words = last().words;
                words.set(KEY_COUNT, Bytes.of(words.size() - KEY_COUNT));
                words.add(unescaped(text));
            }
            case 'a' -> last().words.add(unescaped(text));
            case '=' -> {
                int end = text.indexOf(' ');
                for (Profile profile : Profile.values()) {
                    if (List.of(text.substring(0, end).split(",", -1)).contains(profile.toString())
                            || text.startsWith("* ")) {
                        last().replies.put(profile, text.substring(end + 1));
                    }
                }
            }
            default -> throw new IllegalStateException("row " + id + ": " + kind + " " + text);
        }
    }

    private Exchange last() {
        return exchanges.get(exchanges.size() - 1);
    }

    private static String text(String file) {
        try (InputStream in = CorpusRow.class.getResourceAsStream("/dev/lockstep/lua/" + file)) {
            if (in == null) {
                throw new IllegalStateException("no " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Words between blanks, or in double quotes. */
    private static List<Bytes> words(String text) {
        List<Bytes> words = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            boolean quoted = text.charAt(at) == '"';
            int from = quoted ? at + 1 : at;
            int end = from;
            while (end < text.length() && text.charAt(end) != (quoted ? '"' : ' ')) {
                end += text.charAt(end) == '\\' ? 2 : 1;
            }
            words.add(unescaped(text.substring(from, end)));
            at = quoted ? end + 2 : end + 1;
        }
        return words;
    }

    private static Bytes unescaped(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i++);
            if (c != '\\') {
                bytes.write(c);
                continue;
            }
            char escaped = text.charAt(i++);
            switch (escaped) {
                case 'n' -> bytes.write('\n');
                case 'r' -> bytes.write('\r');
                case 't' -> bytes.write('\t');
                case 'x' -> {
                    bytes.write(HexFormat.fromHexDigits(text, i, i + 2));
                    i += 2;
                }
                default -> bytes.write(escaped);
            }
        }
        return Bytes.wrap(bytes.toByteArray());
    }
}
