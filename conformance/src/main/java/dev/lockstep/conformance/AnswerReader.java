package dev.lockstep.conformance;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads one RESP2 or RESP3 reply that has arrived in full. */
final class AnswerReader {

    private final String bytes;
    private int position;

    private AnswerReader(String bytes) {
        this.bytes = bytes;
    }

    /**
     * The one reply that {@code bytes} are.
     *
     * @throws IllegalStateException when they are less, more, or no RESP
     */
    static Answer read(byte[] bytes) {
        AnswerReader reader = new AnswerReader(new String(bytes, StandardCharsets.ISO_8859_1));
        Answer answer = reader.answer();
        if (reader.position != bytes.length) {
            throw new IllegalStateException(
                    "after the reply comes "
                            + Answer.quoted(reader.bytes.substring(reader.position)));
        }
        return answer;
    }

    private Answer answer() {
        char kind = bytes.charAt(position++);
        return switch (kind) {
            case '+', '-', ':', '_', ',', '#', '(' -> Answer.scalar(kind, line());
            case '$', '=', '!' -> blob(kind);
            case '*', '~', '>' -> aggregate(kind, 1);
            case '%' -> aggregate(kind, 2);
            default ->
                    throw new IllegalStateException(
                            "no RESP at " + (position - 1) + ": " + Answer.quoted(bytes));
        };
    }

    private String line() {
        int end = bytes.indexOf("\r\n", position);
        if (end < 0) {
            throw new IllegalStateException("unfinished reply " + Answer.quoted(bytes));
        }
        String line = bytes.substring(position, end);
        position = end + 2;
        return line;
    }

    private Answer blob(char kind) {
        String length = line();
        if (length.equals("-1")) {
            return Answer.scalar(Answer.NIL_BULK, length);
        }
        int from = position;
        position += Integer.parseInt(length) + 2;
        if (position > bytes.length() || !bytes.startsWith("\r\n", position - 2)) {
            throw new IllegalStateException("a wrong length in " + Answer.quoted(bytes));
        }
        return Answer.scalar(kind, bytes.substring(from, position - 2));
    }

    private Answer aggregate(char kind, int each) {
        String length = line();
        List<Answer> elements = new ArrayList<>();
        for (int i = Integer.parseInt(length) * each; i > 0; i--) {
            elements.add(answer());
        }
        return new Answer(kind, length, elements);
    }
}
