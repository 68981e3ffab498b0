package dev.lockstep.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * A key as it is stored.
 *
 * @param type as TYPE names it
 * @param value of a string the text, of others their elements, those of sets and hashes sorted: the
 *     order of a table is the server's own affair
 * @param pttlMillis as PTTL tells it
 */
record KeyState(String key, String type, List<List<String>> value, long pttlMillis) {

    /** What PTTL says of a key that stays. */
    private static final long NO_EXPIRY = -1;

    KeyState {
        value = List.copyOf(value);
    }

    /** Looks at {@code key}. */
    static KeyState of(Connection connection, String key) {
        String type = connection.text("TYPE", key);
        return new KeyState(
                key,
                type,
                value(connection, type, key),
                Long.parseLong(connection.text("PTTL", key)));
    }

    private static List<List<String>> value(Connection connection, String type, String key) {
        return switch (type) {
            case "none" -> List.of();
            case "string" -> List.of(List.of(connection.text("GET", key)));
            case "list" -> groups(connection.send("LRANGE", key, "0", "-1"), 1);
            case "set" -> sorted(groups(connection.send("SMEMBERS", key), 1));
            case "hash" -> sorted(groups(connection.send("HGETALL", key), 2));
            case "zset" -> groups(connection.send("ZRANGE", key, "0", "-1", "WITHSCORES"), 2);
            case "stream" -> entries(connection.send("XRANGE", key, "-", "+"));
            default -> List.of(List.of(connection.text("DUMP", key)));
        };
    }

    private static List<List<String>> groups(Answer answer, int each) {
        List<List<String>> groups = new ArrayList<>();
        List<String> texts = answer.elements().stream().map(Answer::text).toList();
        for (int i = 0; i < texts.size(); i += each) {
            groups.add(texts.subList(i, i + each));
        }
        return groups;
    }

    private static List<List<String>> sorted(List<List<String>> groups) {
        return groups.stream().sorted((one, other) -> one.get(0).compareTo(other.get(0))).toList();
    }

    private static List<List<String>> entries(Answer answer) {
        List<List<String>> entries = new ArrayList<>();
        for (Answer entry : answer.elements()) {
            List<String> texts = new ArrayList<>(List.of(entry.elements().get(0).text()));
            entry.elements().get(1).elements().forEach(field -> texts.add(field.text()));
            entries.add(texts);
        }
        return entries;
    }

    List<String> lines() {
        if (type.equals("none")) {
            return List.of(key + ": none");
        }
        String life = pttlMillis == NO_EXPIRY ? "stays" : pttlMillis + " ms to live";
        if (type.equals("string")) {
            String text = Answer.quoted(value.get(0).get(0));
            return List.of(key + ": string " + text + ", " + life);
        }
        List<String> lines = new ArrayList<>(List.of(key + ": " + type + ", " + life));
        for (List<String> element : value) {
            lines.add("  " + String.join(" ", element.stream().map(Answer::quoted).toList()));
        }
        return lines;
    }
}
