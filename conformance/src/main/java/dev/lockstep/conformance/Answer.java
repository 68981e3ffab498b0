package dev.lockstep.conformance;

import java.util.List;

/**
 * A reply as it came over the wire: nothing of it is converted, so that equal answers are equal to
 * the byte.
 *
 * @param kind the byte that RESP begins it with
 * @param text what a scalar holds, a char for each byte; for a nil and for aggregates the length
 * @param elements what an aggregate holds, keys and values of a map in turn
 */
public record Answer(char kind, String text, List<Answer> elements) {

    /** The kind of a missing bulk string, which is no empty one. */
    public static final char NIL_BULK = '0';

    public Answer {
        elements = List.copyOf(elements);
    }

    static Answer scalar(char kind, String text) {
        return new Answer(kind, text, List.of());
    }

    public boolean isAggregate() {
        return "*%~>".indexOf(kind) >= 0 && !text.equals("-1");
    }

    public boolean isError() {
        return kind == '-' || kind == '!';
    }

    /** In quotes, with what is not printable as {@code \xNN}. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c == '\n') {
                quoted.append("\\n");
            } else if (c == '\r') {
                quoted.append("\\r");
            } else if (c < ' ' || c > '~') {
                quoted.append("\\x").append(Character.forDigit(c >> 4, 16));
                quoted.append(Character.forDigit(c & 15, 16));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
