package dev.lockstep.value;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words of a line: separated by blanks, with quotes as {@code redis-cli} reads them. Within
 * double quotes a backslash escapes ({@code \n \r \t \a \b \xHH}), within single ones only {@code
 * \'}.
 */
public final class QuotedWords {

    private final byte[] line;
    private final int end;
    private int position;

    private QuotedWords(byte[] line, int from, int to) {
        this.line = line;
        this.position = from;
        this.end = to;
    }

    /** The words of {@code line} between two positions, or null when quotes are not balanced. */
    public static Bytes @Nullable [] split(byte[] line, int from, int to) {
        return new QuotedWords(line, from, to).split();
    }

    private Bytes @Nullable [] split() {
        List<Bytes> words = new ArrayList<>();
        while (true) {
            while (position < end && isBlank(line[position])) {
                position++;
            }
            if (position == end) {
                return words.toArray(Bytes[]::new);
            }
            Bytes word = word();
            if (word == null) {
                return null;
            }
            words.add(word);
        }
    }

    private @Nullable Bytes word() {
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        while (position < end && !endsWord(line[position])) {
            byte b = line[position++];
            if (b == '"' || b == '\'') {
                boolean closed = b == '"' ? doubleQuoted(word) : singleQuoted(word);
                if (!closed) {
                    return null;
                }
                break;
            }
            word.write(b);
        }
        return Bytes.wrap(word.toByteArray());
    }

    private boolean doubleQuoted(ByteArrayOutputStream word) {
        while (position < end) {
            byte b = line[position++];
            if (b == '"') {
                return isAtWordEnd();
            }
            word.write(b == '\\' && position < end ? escaped() : b);
        }
        return false;
    }

    private int escaped() {
        byte b = line[position++];
        if (b == 'x' && position + 2 <= end) {
            int high = Character.digit(line[position], 16);
            int low = Character.digit(line[position + 1], 16);
            if (high >= 0 && low >= 0) {
                position += 2;
                return high << 4 | low;
            }
        }
        return switch (b) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'a' -> 7;
            default -> b;
        };
    }

    private boolean singleQuoted(ByteArrayOutputStream word) {
        while (position < end) {
            byte b = line[position++];
            if (b == '\'') {
                return isAtWordEnd();
            }
            if (b == '\\' && position < end && line[position] == '\'') {
                b = line[position++];
            }
            word.write(b);
        }
        return false;
    }

    /** A closing quote must be followed by a blank, or by nothing. */
    private boolean isAtWordEnd() {
        return position == end || isBlank(line[position]);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || (b >= '\t' && b <= '\r');
    }

    private static boolean endsWord(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == 0;
    }
}
