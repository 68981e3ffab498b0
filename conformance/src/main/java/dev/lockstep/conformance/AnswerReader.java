package dev.lockstep.conformance;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads RESP2 and RESP3 replies. */
final class AnswerReader {

    private static final String MISSING = "-1";

    /** Scripts can make replies that are deeper than anybody can read. */
    private static final int DEEPEST = 500;

    private final InputStream in;
    private int depth;

    private AnswerReader(InputStream in) {
        this.in = in;
    }

    /**
     * The next reply on {@code in}.
     *
     * @throws EOFException when it ends before the reply does
     * @throws IllegalStateException when it is no RESP, or too deep
     */
    static Answer read(InputStream in) throws IOException {
        return new AnswerReader(in).answer();
    }

    private Answer answer() throws IOException {
        char kind = next();
        return switch (kind) {
            case '+', '-', ':', '_', ',', '#', '(' -> Answer.scalar(kind, line());
            case '$', '=', '!' -> blob(kind);
            case '*', '~', '>' -> aggregate(kind, 1);
            case '%' -> aggregate(kind, 2);
            default -> throw new IllegalStateException("no RESP: " + Answer.quoted(kind + line()));
        };
    }

    private char next() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException("the connection is closed");
        }
        return (char) b;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        char c = next();
        while (c != '\r') {
            line.append(c);
            c = next();
        }
        if (next() != '\n') {
            throw new IllegalStateException("a line ends badly: " + Answer.quoted(line.toString()));
        }
        return line.toString();
    }

    private Answer blob(char kind) throws IOException {
        String length = line();
        if (length.equals(MISSING)) {
            return Answer.scalar(Answer.NIL_BULK, length);
        }
        byte[] bytes = in.readNBytes(Integer.parseInt(length));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (!line().isEmpty()) {
            throw new IllegalStateException("longer than it says: " + Answer.quoted(text));
        }
        return Answer.scalar(kind, text);
    }

    private Answer aggregate(char kind, int each) throws IOException {
        String length = line();
        if (++depth > DEEPEST) {
            throw new IllegalStateException("a reply is nested more than 500 deep");
        }
        List<Answer> elements = new ArrayList<>();
        for (int i = Integer.parseInt(length) * each; i > 0; i--) {
            elements.add(answer());
        }
        depth--;
        return new Answer(kind, length, elements);
    }
}
