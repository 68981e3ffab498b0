package dev.lockstep.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How commands are written, as Lockstep itself tells: COMMAND has the names, flags and tips,
 * COMMAND DOCS the arguments. A family that is new is in it as soon as its rows are.
 */
final class CommandGrammar {

    /** Redis 6.2 has neither tips nor COMMAND DOCS: what the next one tells holds for it too. */
    private static final String FIRST_WITH_DOCS = "redis-7.0";

    /** Where COMMAND has what. */
    private static final int FLAGS = 2;

    private static final int FIRST_KEY = 3;
    private static final int LAST_KEY = 4;
    private static final int TIPS = 7;

    /**
     * One way to call a command.
     *
     * @param name in small letters, that of a subcommand behind its container's and a bar
     * @param group that the documentation has it in
     */
    record Form(
            String name,
            String group,
            Set<String> flags,
            Set<String> tips,
            boolean oneKey,
            List<Argument> arguments) {}

    /** A place in a call, as COMMAND DOCS describes it. */
    record Argument(
            String name,
            String type,
            @Nullable String token,
            Set<String> flags,
            List<Argument> arguments) {

        boolean isOptional() {
            return flags.contains("optional");
        }

        boolean isMultiple() {
            return flags.contains("multiple");
        }
    }

    private CommandGrammar() {}

    /** The forms of {@code profile}, in the order of their names. */
    static List<Form> of(String profile) {
        Map<String, Answer> rows = rows(profile);
        Map<String, Map<String, Answer>> docs = docs(profile);
        Map<String, Answer> details = rows;
        if (docs.isEmpty()) {
            docs = docs(FIRST_WITH_DOCS);
            details = rows(FIRST_WITH_DOCS);
        }
        List<Form> forms = new ArrayList<>();
        for (Map.Entry<String, Map<String, Answer>> entry : docs.entrySet()) {
            String name = entry.getKey();
            boolean container = entry.getValue().containsKey("subcommands");
            if (rows.containsKey(name.split("\\|", -1)[0]) && !container) {
                forms.add(form(name, entry.getValue(), details.get(name)));
            }
        }
        return forms;
    }

    private static Form form(String name, Map<String, Answer> docs, @Nullable Answer row) {
        List<Answer> facts = row == null ? List.of() : row.elements();
        return new Form(
                name,
                docs.containsKey("group") ? docs.get("group").text() : "module",
                facts.isEmpty() ? Set.of() : texts(facts.get(FLAGS)),
                facts.size() > TIPS ? texts(facts.get(TIPS)) : Set.of(),
                !facts.isEmpty()
                        && facts.get(FIRST_KEY).text().equals("1")
                        && facts.get(LAST_KEY).text().equals("1"),
                arguments(docs));
    }

    private static Map<String, Answer> rows(String profile) {
        Map<String, Answer> rows = new TreeMap<>();
        addRows(ask(profile, "COMMAND"), rows);
        return rows;
    }

    /** Subcommands come with their containers, as the tenth element of ten. */
    private static void addRows(Answer commands, Map<String, Answer> rows) {
        for (Answer row : commands.elements()) {
            rows.put(row.elements().get(0).text(), row);
            if (row.elements().size() > 9) {
                addRows(row.elements().get(9), rows);
            }
        }
    }

    private static Map<String, Map<String, Answer>> docs(String profile) {
        Map<String, Map<String, Answer>> docs = new TreeMap<>();
        addDocs(ask(profile, "COMMAND", "DOCS"), docs);
        return docs;
    }

    private static void addDocs(Answer answer, Map<String, Map<String, Answer>> docs) {
        fields(answer)
                .forEach(
                        (name, doc) -> {
                            Map<String, Answer> fields = fields(doc);
                            docs.put(name, fields);
                            Answer subcommands = fields.get("subcommands");
                            if (subcommands != null) {
                                addDocs(subcommands, docs);
                            }
                        });
    }

    private static Answer ask(String profile, String... words) {
        try (LockstepSubject lockstep = LockstepSubject.playing(profile);
                Connection connection =
                        Connection.open(lockstep.name(), lockstep.uri(), Protocol.RESP2)) {
            return connection.send(words);
        }
    }

    private static List<Argument> arguments(Map<String, Answer> fields) {
        Answer arguments = fields.get("arguments");
        return arguments == null
                ? List.of()
                : arguments.elements().stream().map(CommandGrammar::argument).toList();
    }

    private static Argument argument(Answer answer) {
        Map<String, Answer> fields = fields(answer);
        Answer token = fields.get("token");
        Answer flags = fields.get("flags");
        return new Argument(
                text(fields, "name"),
                text(fields, "type"),
                token == null ? null : token.text(),
                flags == null ? Set.of() : texts(flags),
                arguments(fields));
    }

    private static String text(Map<String, Answer> fields, String name) {
        Answer field = fields.get(name);
        return field == null ? "" : field.text();
    }

    private static Set<String> texts(Answer answer) {
        Set<String> texts = new LinkedHashSet<>();
        answer.elements().forEach(element -> texts.add(element.text()));
        return texts;
    }

    /** A map as RESP2 has it: names and values in turn. No map is an error, as of 6.2. */
    static Map<String, Answer> fields(Answer flat) {
        Map<String, Answer> fields = new LinkedHashMap<>();
        for (int i = 0; i + 1 < flat.elements().size(); i += 2) {
            fields.put(flat.elements().get(i).text(), flat.elements().get(i + 1));
        }
        return fields;
    }
}
