package dev.lockstep.command.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.command.docs.CommandDocs.Argument;
import dev.lockstep.command.docs.CommandDocs.Change;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is documented here equals what real servers replied, words aside. */
class CommandDocsTest {

    private static final Set<String> GROUPS =
            Set.of(
                    "bitmap",
                    "connection",
                    "generic",
                    "hash",
                    "list",
                    "pubsub",
                    "scripting",
                    "server",
                    "set",
                    "sorted-set",
                    "stream",
                    "string",
                    "transactions");

    private static final Pattern NOTATION = Pattern.compile("O\\((?:[^()]|\\([^()]*\\))*\\)");

    @TestFactory
    List<DynamicTest> factsAreThoseOfTheRealServer() {
        return List.of("redis-7.0", "redis-8.0", "valkey-8.0").stream()
                .flatMap(profile -> comparisons(profile).stream())
                .toList();
    }

    private static List<DynamicTest> comparisons(String profile) {
        Map<String, Object> real = recorded(profile);
        Map<String, CommandDocs> ours = CommandDocs.load(profile);
        Map<String, DynamicTest> tests = new TreeMap<>();
        for (String name : ours.keySet()) {
            tests.put(name, comparison(profile, name, facts(docs(ours, name)), real.get(name)));
        }
        for (String name : real.keySet()) {
            tests.computeIfAbsent(name, missing -> comparison(profile, name, null, real.get(name)));
        }
        return List.copyOf(tests.values());
    }

    private static DynamicTest comparison(
            String profile, String name, @Nullable Object ours, @Nullable Object real) {
        return DynamicTest.dynamicTest(
                profile + " " + name, () -> assertThat(ours).isNotNull().isEqualTo(real));
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis-7.0", "redis-8.0", "valkey-8.0"})
    void everyCommandAndEveryChangeIsSaidInWords(String profile) {
        for (CommandDocs docs : CommandDocs.load(profile).values()) {
            assertThat(docs.summary()).isNotBlank();
            assertThat(docs.history()).extracting(Change::text).doesNotContain("");
            assertThat(docs.subcommands()).extracting(CommandDocs::summary).doesNotContain("");
        }
    }

    @Test
    void aProfileWithoutCommandDocsHasNone() {
        assertThat(CommandDocs.load("redis-6.2")).isEmpty();
    }

    @Test
    void aSubcommandStandsInItsContainerOnly() {
        Map<String, CommandDocs> all = CommandDocs.load("redis-8.0");

        assertThat(all).doesNotContainKey("client|kill");
        assertThat(docs(all, "client").subcommands())
                .extracting(CommandDocs::name)
                .contains("client|kill")
                .isSorted();
    }

    @Test
    void profilesReplyWhatIsTheirsOnly() {
        assertThat(CommandDocs.load("redis-8.0")).containsKey("hgetex");
        assertThat(CommandDocs.load("redis-7.0")).doesNotContainKey("hgetex");
        assertThat(CommandDocs.load("valkey-8.0")).doesNotContainKey("hgetex");
    }

    private static CommandDocs docs(Map<String, CommandDocs> all, String name) {
        return Objects.requireNonNull(all.get(name), name);
    }

    /** The recorded commands of the groups that are documented here. */
    private static Map<String, Object> recorded(String profile) {
        String resource = "/recorded/" + profile + "/command-docs.json";
        try (InputStream in = CommandDocsTest.class.getResourceAsStream(resource)) {
            Map<String, Object> commands =
                    new ObjectMapper().readValue(in, new TypeReference<Map<String, Object>>() {});
            commands.values().removeIf(docs -> !GROUPS.contains(((Map<?, ?>) docs).get("group")));
            return commands;
        } catch (IOException e) {
            throw new IllegalStateException(resource, e);
        }
    }

    /** The documentation in the form of the recording. */
    private static Map<String, Object> facts(CommandDocs docs) {
        Map<String, Object> facts = new LinkedHashMap<>();
        put(facts, "since", docs.since());
        put(facts, "group", docs.group());
        if (docs.complexity() != null) {
            facts.put("complexity", notations(docs.complexity()));
        }
        put(facts, "doc_flags", docs.docFlags());
        put(facts, "deprecated_since", docs.deprecatedSince());
        put(facts, "replaced_by", docs.replacedBy());
        put(facts, "history", docs.history().stream().map(Change::version).toList());
        put(facts, "arguments", docs.arguments().stream().map(CommandDocsTest::facts).toList());
        Map<String, Object> subcommands = new LinkedHashMap<>();
        docs.subcommands()
                .forEach(subcommand -> subcommands.put(subcommand.name(), facts(subcommand)));
        if (!subcommands.isEmpty()) {
            facts.put("subcommands", subcommands);
        }
        return facts;
    }

    private static Map<String, Object> facts(Argument argument) {
        Map<String, Object> facts = new LinkedHashMap<>();
        put(facts, "name", argument.name());
        put(facts, "type", argument.type());
        put(facts, "display_text", argument.displayText());
        put(facts, "key_spec_index", argument.keySpecIndex());
        put(facts, "token", argument.token());
        put(facts, "since", argument.since());
        put(facts, "deprecated_since", argument.deprecatedSince());
        put(facts, "flags", argument.flags());
        put(facts, "arguments", argument.arguments().stream().map(CommandDocsTest::facts).toList());
        return facts;
    }

    private static void put(Map<String, Object> facts, String field, @Nullable Object value) {
        if (value != null && !List.of().equals(value)) {
            facts.put(field, value);
        }
    }

    private static List<String> notations(String complexity) {
        return NOTATION.matcher(complexity).results().map(MatchResult::group).distinct().toList();
    }
}
