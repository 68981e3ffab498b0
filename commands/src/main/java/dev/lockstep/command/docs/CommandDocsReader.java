package dev.lockstep.command.docs;

import dev.lockstep.command.docs.CommandDocs.Argument;
import dev.lockstep.command.docs.CommandDocs.Change;
import dev.lockstep.command.docs.IndentedText.Line;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the commands of one group, as one profile has them; the resource tells its own form. */
final class CommandDocsReader {

    /** Profiles that reply the name as display text where no other is given. */
    private static final Set<String> WITH_DISPLAY_TEXT = Set.of("redis-8.0", "valkey-8.0");

    private static final Set<String> DOCUMENTED = Set.of("redis-7.0", "redis-8.0", "valkey-8.0");

    private final String profile;
    private final String group;

    CommandDocsReader(String profile, String group) {
        this.profile = profile;
        this.group = group;
    }

    /** Entries in the order of the resource, subcommands beside their containers. */
    List<CommandDocs> read() {
        if (!DOCUMENTED.contains(profile)) {
            return List.of();
        }
        String resource = "/dev/lockstep/command/arguments/" + group + ".txt";
        try (InputStream in = CommandDocsReader.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + resource);
            }
            var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            return IndentedText.read(reader, profile).stream().map(this::command).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }

    private CommandDocs command(Line entry) {
        return new CommandDocs(
                entry.text(),
                required(entry, "summary"),
                required(entry, "since"),
                group,
                field(entry, "complexity"),
                words(field(entry, "doc_flags")),
                field(entry, "deprecated_since"),
                field(entry, "replaced_by"),
                lines(entry, "history").map(CommandDocsReader::change).toList(),
                lines(entry, "arguments")
                        .flatMap(line -> line.below().stream())
                        .map(this::argument)
                        .toList(),
                List.of());
    }

    private static Change change(Line line) {
        int blank = line.rest().indexOf(' ');
        return new Change(line.rest().substring(0, blank), line.rest().substring(blank + 1));
    }

    private Argument argument(Line line) {
        List<String> words = words(line.text());
        List<String> attributes = words.subList(2, words.size());
        String name = words.get(0);
        String keySpecIndex = attribute(attributes, "key");
        String token = attribute(attributes, "token");
        return new Argument(
                name,
                words.get(1),
                displayText(line, name, attribute(attributes, "as")),
                keySpecIndex == null ? null : Integer.valueOf(keySpecIndex),
                "\"\"".equals(token) ? "" : token,
                attribute(attributes, "since"),
                attribute(attributes, "deprecated_since"),
                attributes.stream().filter(word -> word.indexOf('=') < 0).toList(),
                line.below().stream().map(this::argument).toList());
    }

    /** A group of arguments has none. */
    private @Nullable String displayText(Line line, String name, @Nullable String given) {
        if (!WITH_DISPLAY_TEXT.contains(profile) || !line.below().isEmpty()) {
            return null;
        }
        return given == null ? name : given;
    }

    private static @Nullable String attribute(List<String> attributes, String name) {
        for (String attribute : attributes) {
            if (attribute.startsWith(name) && attribute.startsWith("=", name.length())) {
                return attribute.substring(name.length() + 1);
            }
        }
        return null;
    }

    private static String required(Line entry, String keyword) {
        String value = field(entry, keyword);
        if (value == null) {
            throw new IllegalStateException(entry.text() + " lacks " + keyword);
        }
        return value;
    }

    private static @Nullable String field(Line entry, String keyword) {
        return lines(entry, keyword).map(Line::rest).findFirst().orElse(null);
    }

    private static Stream<Line> lines(Line entry, String keyword) {
        return entry.below().stream().filter(line -> line.keyword().equals(keyword));
    }

    private static List<String> words(@Nullable String text) {
        return text == null ? List.of() : List.of(text.split(" ", -1));
    }
}
