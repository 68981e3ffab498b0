package dev.lockstep.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.command.KeySpec.Access;
import dev.lockstep.command.KeySpec.Counted;
import dev.lockstep.command.KeySpec.Index;
import dev.lockstep.command.KeySpec.Keyword;
import dev.lockstep.command.KeySpec.Run;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.profile.Version;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DynamicTest;

/**
 * The check that every row equals what the real server of the profile answers to COMMAND INFO,
 * field by field and in its order; notes are told in words of our own, so only their presence
 * counts. A command that we do not have is simply missing.
 */
public final class RecordedRows {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private RecordedRows() {}

    /** A test for each of {@code rows} in each profile. */
    public static List<DynamicTest> tests(List<CommandSpec> rows) {
        List<DynamicTest> tests = new ArrayList<>();
        for (Profile profile : Profile.values()) {
            Map<String, JsonNode> recorded = recordedInfo(profile);
            Map<String, JsonNode> docs = recordedDocs(profile);
            for (CommandSpec row : rowsOf(profile, rows)) {
                tests.add(
                        DynamicTest.dynamicTest(
                                profile + " " + row.fullName(),
                                () -> compare(profile, row, recorded, docs)));
            }
        }
        return tests;
    }

    /** The rows that {@code profile} prints, subcommands included where they have rows. */
    private static List<CommandSpec> rowsOf(Profile profile, List<CommandSpec> rows) {
        List<CommandSpec> resolved = new ArrayList<>();
        for (CommandSpec row : rows) {
            CommandSpec spec = row.in(profile);
            if (spec != null && !spec.has(Flag.UNLISTED)) {
                resolved.add(spec);
                if (profile.has(Feature.SUBCOMMAND_ROWS)) {
                    resolved.addAll(spec.subcommands());
                }
            }
        }
        return resolved;
    }

    private static void compare(
            Profile profile,
            CommandSpec row,
            Map<String, JsonNode> recorded,
            Map<String, JsonNode> docs) {
        assertThat(recorded).containsKey(row.fullName());
        assertThat(info(profile, row).toPrettyString())
                .isEqualTo(Objects.requireNonNull(recorded.get(row.fullName())).toPrettyString());
        JsonNode doc = docs.get(row.fullName());
        if (doc != null) {
            assertThat(row.since()).hasToString(threeParts(doc.get("since").asText()));
            assertThat(row.group().redisName()).isEqualTo(doc.get("group").asText());
        }
    }

    private static String threeParts(String version) {
        return Version.of(version).toString();
    }

    private static ArrayNode info(Profile profile, CommandSpec row) {
        ArrayNode info = JSON.arrayNode().add(row.fullName()).add(row.arity());
        ArrayNode flags = info.addArray();
        row.flags().stream()
                .filter(flag -> flag.isPrinted(profile))
                .map(Flag::redisName)
                .forEach(flags::add);
        KeyRange keys = row.keyRange();
        info.add(keys.first()).add(keys.last()).add(keys.step());
        ArrayNode categories = info.addArray();
        row.categories().stream().map(AclCategory::redisName).forEach(categories::add);
        if (profile.has(Feature.SUBCOMMAND_ROWS)) {
            ArrayNode tips = info.addArray();
            row.tips().forEach(tips::add);
            ArrayNode specs = info.addArray();
            row.keys().forEach(spec -> specs.add(keySpec(spec)));
        }
        return info;
    }

    private static ObjectNode keySpec(KeySpec spec) {
        ObjectNode node = JSON.objectNode();
        if (spec.notes() != null) {
            node.put("notes", "");
        }
        ArrayNode flags = node.putArray("flags");
        spec.access().stream().map(Access::redisName).forEach(flags::add);
        begin(node.putObject("begin_search"), spec);
        find(node.putObject("find_keys"), spec);
        return node;
    }

    private static void begin(ObjectNode node, KeySpec spec) {
        if (spec.begin() instanceof Index index) {
            node.put("type", "index").putObject("spec").put("index", index.position());
        } else if (spec.begin() instanceof Keyword keyword) {
            node.put("type", "keyword")
                    .putObject("spec")
                    .put("keyword", keyword.word())
                    .put("startfrom", keyword.startFrom());
        } else {
            node.put("type", "unknown").putObject("spec");
        }
    }

    private static void find(ObjectNode node, KeySpec spec) {
        if (spec.find() instanceof Run run) {
            node.put("type", "range")
                    .putObject("spec")
                    .put("lastkey", run.last())
                    .put("keystep", run.step())
                    .put("limit", run.limit());
        } else if (spec.find() instanceof Counted counted) {
            node.put("type", "keynum")
                    .putObject("spec")
                    .put("keynumidx", counted.countAt())
                    .put("firstkey", counted.first())
                    .put("keystep", counted.step());
        } else {
            node.put("type", "unknown").putObject("spec");
        }
    }

    /** The recorded rows by full name, without the subcommands in them: those have their own. */
    private static Map<String, JsonNode> recordedInfo(Profile profile) {
        Map<String, JsonNode> rows = new HashMap<>();
        read(profile, "command-info.json").forEach(row -> addInfo(rows, (ArrayNode) row));
        return rows;
    }

    private static void addInfo(Map<String, JsonNode> rows, ArrayNode row) {
        if (row.size() > 7) {
            row.remove(9).forEach(child -> addInfo(rows, (ArrayNode) child));
        }
        rows.put(row.get(0).asText(), row);
    }

    private static Map<String, JsonNode> recordedDocs(Profile profile) {
        Map<String, JsonNode> docs = new HashMap<>();
        if (profile.has(Feature.SUBCOMMAND_ROWS)) {
            addDocs(docs, read(profile, "command-docs.json"));
        }
        return docs;
    }

    private static void addDocs(Map<String, JsonNode> docs, JsonNode commands) {
        commands.properties()
                .forEach(
                        command -> {
                            docs.put(command.getKey(), command.getValue());
                            addDocs(docs, command.getValue().path("subcommands"));
                        });
    }

    private static JsonNode read(Profile profile, String file) {
        String resource = "/recorded/" + profile + "/" + file;
        try (InputStream in = RecordedRows.class.getResourceAsStream(resource)) {
            return MAPPER.readTree(in);
        } catch (IOException e) {
            throw new IllegalStateException(resource, e);
        }
    }
}
