package dev.lockstep.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * A key as it is stored.
 *
 * @param type as TYPE names it
 * @param value of a string the text, of a hash fields and values, of a sorted set members and
 *     scores, in the server's order
 * @param pttlMillis as PTTL tells it
 */
record KeyState(String key, String type, List<String> value, long pttlMillis) {

    /** What PTTL says of a key that stays. */
    static final long NO_EXPIRY = -1;

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

    private static List<String> value(Connection connection, String type, String key) {
        return switch (type) {
            case "none" -> List.of();
            case "string" -> List.of(connection.text("GET", key));
            case "hash" -> texts(connection.send("HGETALL", key));
            case "zset" -> texts(connection.send("ZRANGE", key, "0", "-1", "WITHSCORES"));
            default -> throw new IllegalArgumentException("cannot show " + key + ", a " + type);
        };
    }

    private static List<String> texts(Answer answer) {
        return answer.elements().stream().map(Answer::text).toList();
    }

    List<String> lines() {
        if (type.equals("none")) {
            return List.of(key + ": none");
        }
        String life = pttlMillis == NO_EXPIRY ? "stays" : pttlMillis + " ms to live";
        if (type.equals("string")) {
            return List.of(key + ": string " + Answer.quoted(value.get(0)) + ", " + life);
        }
        List<String> lines = new ArrayList<>(List.of(key + ": " + type + ", " + life));
        for (int i = 0; i < value.size(); i += 2) {
            lines.add("  " + Answer.quoted(value.get(i)) + " " + Answer.quoted(value.get(i + 1)));
        }
        return lines;
    }
}
