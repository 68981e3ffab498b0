package dev.lockstep.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * A key as it is stored.
 *
 * @param type as TYPE names it
 * @param encoding as OBJECT ENCODING names it
 * @param pttlMillis as PTTL tells it
 * @param value of a string the text, of others their elements; those of a hash table sorted, whose
 *     order is the server's own affair
 */
public record KeyState(
        String key, String type, String encoding, long pttlMillis, List<List<String>> value) {

    /** What PTTL says of a key that stays. */
    private static final long NO_EXPIRY = -1;

    private static final int FACTS = 3;

    public KeyState {
        value = List.copyOf(value);
    }

    /** Looks at {@code keys}. */
    public static List<KeyState> of(Connection connection, List<String> keys) {
        List<List<String>> questions = new ArrayList<>();
        for (String key : keys) {
            questions.add(List.of("TYPE", key));
            questions.add(List.of("OBJECT", "ENCODING", key));
            questions.add(List.of("PTTL", key));
        }
        List<Answer> facts = connection.sendAll(questions);
        questions.clear();
        for (int i = 0; i < keys.size(); i++) {
            questions.add(valueQuestion(facts.get(i * FACTS).text(), keys.get(i)));
        }
        List<Answer> values = connection.sendAll(questions);
        List<KeyState> states = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            String type = facts.get(i * FACTS).text();
            String encoding = facts.get(i * FACTS + 1).text();
            long pttlMillis = Long.parseLong(facts.get(i * FACTS + 2).text());
            List<List<String>> value = value(type, encoding, values.get(i));
            states.add(new KeyState(keys.get(i), type, encoding, pttlMillis, value));
        }
        return states;
    }

    private static List<String> valueQuestion(String type, String key) {
        return switch (type) {
            case "none" -> List.of("EXISTS", key);
            case "string" -> List.of("GET", key);
            case "list" -> List.of("LRANGE", key, "0", "-1");
            case "set" -> List.of("SMEMBERS", key);
            case "hash" -> List.of("HGETALL", key);
            case "zset" -> List.of("ZRANGE", key, "0", "-1", "WITHSCORES");
            case "stream" -> List.of("XRANGE", key, "-", "+");
            default -> List.of("DUMP", key);
        };
    }

    private static List<List<String>> value(String type, String encoding, Answer answer) {
        return switch (type) {
            case "none" -> List.of();
            case "hash" -> ordered(encoding, groups(answer, 2));
            case "set" -> ordered(encoding, groups(answer, 1));
            case "list" -> groups(answer, 1);
            case "zset" -> groups(answer, 2);
            case "stream" -> entries(answer);
            default -> List.of(List.of(answer.text()));
        };
    }

    private static List<List<String>> ordered(String encoding, List<List<String>> elements) {
        return encoding.equals("hashtable") ? sorted(elements) : elements;
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

    public List<String> lines() {
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
