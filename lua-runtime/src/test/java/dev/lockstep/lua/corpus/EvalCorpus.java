package dev.lockstep.lua.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.profile.Profile;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Scripts and sequences of commands with what the real servers replied to them. */
final class EvalCorpus {

    private static final Bytes HELP = Bytes.of("HELP");

    private static final Map<Profile, String> RECORDED_AS =
            Map.of(
                    Profile.REDIS_6_2, "r62",
                    Profile.REDIS_7_0, "r70",
                    Profile.REDIS_8_0, "r80",
                    Profile.VALKEY_8_0, "vk80");

    /** Rows that no server answers, or that depend on more than the row, and why. */
    private static final Map<String, String> LEFT_OUT =
            Map.of(
                    "err-error-table-noerr", "crashes real servers but one",
                    "lim-pattern-too-complex", "crashes real servers",
                    "call-time-frozen", "looks at a clock that stands still here",
                    "math-random-default", "depends on the scripts that ran before",
                    "call-sort-order", "shows the order of a table, which is any",
                    "lim-constants-str-300000",
                            "Redis runs its error handler inside loadstring, which changes the"
                                    + " value");

    private EvalCorpus() {}

    /** A script with what follows it, or a sequence of commands. */
    record Row(String id, boolean isScript, JsonNode json) {

        /** Sends it to {@code server}, which must be new. */
        Outcome runOn(TestServer server) {
            List<String> recorded = new ArrayList<>();
            List<String> replies = new ArrayList<>();
            if (isScript) {
                runScript(server, json, recorded, replies);
            } else {
                runAll(server, json.get("commands"), json.get("replies"), recorded, replies);
            }
            return new Outcome(replies, recorded);
        }
    }

    /** What a server has replied, and what the real one had. */
    record Outcome(List<String> replies, List<String> recorded) {}

    /** The rows that can be compared. */
    static List<Row> rows() {
        JsonNode corpus = json();
        Stream<Row> scripts = rows(corpus.get("scripts"), true);
        Stream<Row> sequences =
                rows(corpus.get("sequences"), false).filter(row -> row.json.has("commands"));
        return Stream.concat(scripts, sequences)
                .filter(row -> !LEFT_OUT.containsKey(row.id))
                .toList();
    }

    private static Stream<Row> rows(JsonNode list, boolean areScripts) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(json -> new Row(json.get("id").asText(), areScripts, json));
    }

    private static void runScript(
            TestServer server, JsonNode row, List<String> recorded, List<String> replies) {
        Profile profile = server.state().profile();
        int protocol = row.get("resp").asInt();
        server.client().client().setProtocol(protocol);
        String reply = ReplyText.of(server.run(eval(row).toArray(Bytes[]::new)), profile, protocol);
        String expected = ReplyText.of(row.get("replies").get(RECORDED_AS.get(profile)));
        boolean isVolatile = row.path("volatile").asBoolean();
        replies.add(isVolatile ? withoutAddresses(reply) : reply);
        recorded.add(isVolatile ? withoutAddresses(expected) : expected);
        if (row.has("after")) {
            runAll(server, row.get("after"), row.get("after_replies"), recorded, replies);
        }
    }

    private static List<Bytes> eval(JsonNode row) {
        List<Bytes> words = new ArrayList<>();
        words.add(Bytes.of("EVAL"));
        words.add(
                row.has("script")
                        ? Bytes.of(row.get("script").asText())
                        : ReplyText.bytes(hex(row.get("script_hex"))));
        words.add(Bytes.of(row.get("keys").size()));
        row.get("keys").forEach(key -> words.add(ReplyText.bytes(key)));
        row.get("args").forEach(argument -> words.add(ReplyText.bytes(argument)));
        return words;
    }

    private static JsonNode hex(JsonNode digits) {
        return new ObjectMapper().createObjectNode().set("hex", digits);
    }

    private static void runAll(
            TestServer server,
            JsonNode commands,
            JsonNode expected,
            List<String> recorded,
            List<String> replies) {
        Profile profile = server.state().profile();
        JsonNode expectedReplies = expected.get(RECORDED_AS.get(profile));
        for (int i = 0; i < commands.size(); i++) {
            List<Bytes> words = new ArrayList<>();
            commands.get(i).forEach(word -> words.add(ReplyText.bytes(word)));
            int protocol = server.client().client().protocol();
            String reply = ReplyText.of(server.run(words.toArray(Bytes[]::new)), profile, protocol);
            boolean isHelp = words.get(words.size() - 1).equals(HELP);
            replies.add(isHelp ? title(reply) : reply);
            String recordedReply = ReplyText.of(expectedReplies.get(i));
            recorded.add(isHelp ? title(recordedReply) : recordedReply);
        }
    }

    /** Help is told in words of our own. */
    private static String title(String help) {
        return help.substring(0, help.indexOf(','));
    }

    private static String withoutAddresses(String text) {
        return text.replaceAll("0x[0-9a-f]+", "0x?");
    }

    private static JsonNode json() {
        try (InputStream in =
                EvalCorpus.class.getResourceAsStream("/dev/lockstep/lua/lua-corpus.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new IllegalStateException("lua-corpus.json", e);
        }
    }
}
