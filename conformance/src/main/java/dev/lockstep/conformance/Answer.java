package dev.lockstep.conformance;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A reply as it came over the wire: nothing of it is converted, so that equal answers are equal to
 * the byte.
 *
 * @param kind the byte that RESP begins it with
 * @param text what a scalar holds, a char for each byte; for a nil and for aggregates the length
 * @param elements what an aggregate holds, keys and values of a map in turn
 */
record Answer(char kind, String text, List<Answer> elements) {

    Answer {
        elements = List.copyOf(elements);
    }

    static Answer scalar(char kind, String text) {
        return new Answer(kind, text, List.of());
    }

    boolean isAggregate() {
        return "*%~>".indexOf(kind) >= 0 && !text.equals("-1");
    }

    boolean isNil() {
        return kind == '_' || kind == NIL_BULK || (kind == '*' && text.equals("-1"));
    }

    boolean isError() {
        return kind == '-' || kind == '!';
    }

    /** The kind of a missing bulk string, which is no empty one. */
    static final char NIL_BULK = '0';

    /** A number of any kind, or text that reads as one. */
    boolean isNumeric() {
        return !isAggregate() && isNumber(text);
    }

    static boolean isNumber(String text) {
        return text.matches("-?[0-9]+(\\.[0-9]+)?(e[+-]?[0-9]+)?");
    }

    /** On one line, as scenarios show it: {@code :1}, {@code "99"}, {@code [:1, nil]}. */
    String show() {
        if (isNil()) {
            return "nil";
        }
        if (isAggregate()) {
            String inside = elements.stream().map(Answer::show).collect(Collectors.joining(", "));
            return kind == '*' ? "[" + inside + "]" : kind + "[" + inside + "]";
        }
        return kind == '$' ? quoted(text) : kind + text;
    }

    /** In quotes, with what is not printable as {@code \xNN}. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
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
