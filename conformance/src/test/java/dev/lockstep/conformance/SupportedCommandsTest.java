package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of commands in the README is what the servers themselves answer to COMMAND and COMMAND
 * DOCS, which in turn come from the rows.
 */
class SupportedCommandsTest {

    private static final String PART = "commands";

    /** In the order of their groups and names. */
    private final Map<String, Row> rows = new TreeMap<>();

    private record Documentation(String group, String since) {}

    private record Row(String command, Documentation documentation, List<String> profiles) {}

    @Test
    void theReadmeListsWhatThereIs() {
        Map<String, Documentation> documentation = new LinkedHashMap<>();
        Map<String, Set<String>> commands = new LinkedHashMap<>();
        for (Profile profile : Profile.values()) {
            try (LockstepSubject lockstep = LockstepSubject.playing(profile.profileName());
                    Connection connection =
                            Connection.open(lockstep.name(), lockstep.uri(), Protocol.RESP2)) {
                commands.put(profile.profileName(), names(connection.send("COMMAND")));
                documentation.putAll(documentation(connection.send("COMMAND", "DOCS")));
            }
        }
        commands.forEach(
                (profile, names) -> names.forEach(name -> add(name, profile, documentation)));
        String table = table();
        if (TranscriptFiles.UPDATE) {
            Readme.replace(PART, table);
        }
        assertThat(Readme.generated(PART))
                .as("the table in README.md; -Dlockstep.update writes it anew")
                .isEqualTo(table);
    }

    /** Subcommands come with their containers, as the tenth element of seven and more. */
    private static Set<String> names(Answer commands) {
        Set<String> names = new TreeSet<>();
        for (Answer command : commands.elements()) {
            names.add(command.elements().get(0).text());
            if (command.elements().size() > 9) {
                names.addAll(names(command.elements().get(9)));
            }
        }
        return names;
    }

    private static Map<String, Documentation> documentation(Answer docs) {
        Map<String, Documentation> all = new LinkedHashMap<>();
        for (int i = 0; i + 1 < docs.elements().size(); i += 2) {
            String name = docs.elements().get(i).text();
            Map<String, Answer> fields = map(docs.elements().get(i + 1));
            all.put(name, new Documentation(text(fields, "group"), text(fields, "since")));
            Answer subcommands = fields.get("subcommands");
            if (subcommands != null) {
                all.putAll(documentation(subcommands));
            }
        }
        return all;
    }

    private static Map<String, Answer> map(Answer flat) {
        Map<String, Answer> map = new LinkedHashMap<>();
        for (int i = 0; i + 1 < flat.elements().size(); i += 2) {
            map.put(flat.elements().get(i).text(), flat.elements().get(i + 1));
        }
        return map;
    }

    private static String text(Map<String, Answer> fields, String name) {
        Answer field = fields.get(name);
        return field == null ? "" : field.text();
    }

    private void add(String name, String profile, Map<String, Documentation> documentation) {
        Documentation docs = documentation.getOrDefault(name, new Documentation("module", ""));
        rows.computeIfAbsent(
                        docs.group() + " " + name, key -> new Row(name, docs, new ArrayList<>()))
                .profiles()
                .add(profile);
    }

    private String table() {
        TranscriptCoverage coverage = TranscriptCoverage.of(TranscriptFiles.ofCommands());
        String lines =
                rows.values().stream()
                        .map(row -> line(row, coverage.of(row.command())))
                        .collect(Collectors.joining("\n"));
        return "| group | command | since | profiles | transcripts |\n|---|---|---|---|---|\n"
                + lines
                + "\n";
    }

    private static String line(Row row, String transcripts) {
        String command = row.command().toUpperCase(Locale.ROOT).replace('|', ' ');
        String profiles =
                row.profiles().size() == Profile.values().length
                        ? "all"
                        : String.join(", ", row.profiles());
        // Redis 6.2 has the older subcommands, but lists none.
        boolean subcommand = row.command().indexOf('|') >= 0;
        return String.format(
                Locale.ROOT,
                "| %s | `%s` | %s | %s | %s |",
                row.documentation().group(),
                command,
                row.documentation().since(),
                subcommand ? "from its version on" : profiles,
                transcripts);
    }
}
