package dev.lockstep.lua.compiler;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.ChunkName;
import dev.lockstep.lua.vm.LuaError;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.value.Bytes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Splits source text into tokens (manual 2.1), one ahead of the parser. Keeps the raw text of the
 * last token, which error messages show.
 */
final class Lexer {

    private static final int END = -1;

    private final LuaCompiler.Source source;
    private final String chunk;
    private final boolean nestedLongBrackets;
    private final Map<Bytes, Bytes> sharedNames; // of all chunks
    private final Map<Bytes, Bytes> names = new HashMap<>(); // of this one
    private byte[] piece = {};
    private int position;
    private boolean atEnd;
    private byte[] buffer = new byte[64];
    private int length;

    /** The current token: its kind, and what it spells if it is a name, string or number. */
    int token;

    Bytes text = Bytes.EMPTY;
    double number;

    /** The line that has been read up to. */
    int line = 1;

    /** The line of the token before the current one. */
    int lastLine = 1;

    private int ahead = Token.EOF;
    private Bytes aheadText = Bytes.EMPTY;
    private double aheadNumber;

    Lexer(
            LuaCompiler.Source source,
            Bytes chunkName,
            boolean nestedLongBrackets,
            Map<Bytes, Bytes> sharedNames) {
        this.sharedNames = sharedNames;
        this.source = source;
        this.chunk = ChunkName.display(chunkName).latin1();
        this.nestedLongBrackets = nestedLongBrackets;
    }

    /** Goes to the next token. */
    void next() {
        lastLine = line;
        if (ahead != Token.EOF) {
            token = ahead;
            text = aheadText;
            number = aheadNumber;
            ahead = Token.EOF;
        } else {
            token = scan();
        }
    }

    /** The kind of the token after the current one. */
    int lookAhead() {
        Bytes currentText = text;
        double currentNumber = number;
        ahead = scan();
        aheadText = text;
        aheadNumber = number;
        text = currentText;
        number = currentNumber;
        return ahead;
    }

    // ---- errors

    /** The error {@code message}, near the current token. */
    LuaError syntaxError(String message) {
        return error(message, token);
    }

    /** An error that names no token. */
    LuaError error(String message) {
        return new LuaError(Bytes.latin1(chunk + ":" + line + ": " + message));
    }

    private LuaError error(String message, int near) {
        if (near == 0) {
            return error(message); // to Lua, a zero byte is no token to name
        }
        String shown =
                near == Token.NAME || near == Token.STRING || near == Token.NUMBER
                        ? Call.cString(Bytes.copyOf(buffer, 0, length))
                        : Token.text(near);
        return error(message + " near '" + shown + "'");
    }

    // ---- characters

    private int current() {
        if (position < piece.length) {
            return piece[position] & 0xff;
        }
        return nextPiece() ? piece[0] & 0xff : END;
    }

    private boolean nextPiece() {
        Bytes next = atEnd ? null : source.next();
        if (next == null) {
            atEnd = true;
            return false;
        }
        piece = next.unsafeArray();
        position = 0;
        return true;
    }

    private void save(int c) {
        if (length == buffer.length) {
            buffer = Arrays.copyOf(buffer, length * 2);
        }
        buffer[length++] = (byte) c;
    }

    private void saveAndAdvance() {
        save(current());
        position++;
    }

    private void newLine() {
        int first = current();
        position++;
        int second = current();
        if ((second == '\n' || second == '\r') && second != first) {
            position++;
        }
        line++;
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNameStart(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    // ---- tokens

    private int scan() {
        length = 0;
        while (true) {
            int c = current();
            switch (c) {
                case END -> {
                    return Token.EOF;
                }
                case '\n', '\r' -> newLine();
                case ' ', '\t', 0x0b, '\f' -> position++;
                case '-' -> {
                    position++;
                    if (current() != '-') {
                        return '-';
                    }
                    position++;
                    skipComment();
                }
                case '[' -> {
                    return bracket();
                }
                case '=' -> {
                    return oneOrTwo('=', Token.EQ);
                }
                case '<' -> {
                    return oneOrTwo('<', Token.LE);
                }
                case '>' -> {
                    return oneOrTwo('>', Token.GE);
                }
                case '~' -> {
                    return oneOrTwo('~', Token.NE);
                }
                case '"', '\'' -> {
                    quotedString(c);
                    return Token.STRING;
                }
                case '.' -> {
                    return dots();
                }
                default -> {
                    return nameOrOther(c);
                }
            }
        }
    }

    private int oneOrTwo(int one, int withEquals) {
        position++;
        if (current() != '=') {
            return one;
        }
        position++;
        return withEquals;
    }

    private int dots() {
        saveAndAdvance();
        if (current() == '.') {
            position++;
            if (current() == '.') {
                position++;
                return Token.DOTS;
            }
            return Token.CONCAT;
        }
        if (!isDigit(current())) {
            return '.';
        }
        numeral();
        return Token.NUMBER;
    }

    private int nameOrOther(int c) {
        if (isDigit(c)) {
            numeral();
            return Token.NUMBER;
        }
        if (!isNameStart(c)) {
            position++;
            return c;
        }
        do {
            saveAndAdvance();
        } while (isNameStart(current()) || isDigit(current()));
        Bytes name = Bytes.copyOf(buffer, 0, length);
        Integer keyword = Token.keyword(name);
        if (keyword != null) {
            return keyword;
        }
        text = shared(name);
        return Token.NAME;
    }

    /** One object for equal strings, so that tables find them by identity. */
    private Bytes shared(Bytes name) {
        Bytes everywhere = sharedNames.get(name);
        if (everywhere != null) {
            return everywhere;
        }
        Bytes known = names.putIfAbsent(name, name);
        return known == null ? name : known;
    }

    private void numeral() {
        while (isDigit(current()) || current() == '.') {
            saveAndAdvance();
        }
        if (current() == 'e' || current() == 'E') {
            saveAndAdvance();
            if (current() == '+' || current() == '-') {
                saveAndAdvance();
            }
        }
        while (isNameStart(current()) || isDigit(current())) {
            saveAndAdvance();
        }
        Double value = LuaNumber.parse(Bytes.copyOf(buffer, 0, length));
        if (value == null) {
            throw error("malformed number", Token.NUMBER);
        }
        number = value;
    }

    private void quotedString(int quote) {
        saveAndAdvance();
        while (current() != quote) {
            switch (current()) {
                case END -> throw error("unfinished string", Token.EOF);
                case '\n', '\r' -> throw error("unfinished string", Token.STRING);
                case '\\' -> escape();
                default -> saveAndAdvance();
            }
        }
        saveAndAdvance();
        text = shared(Bytes.copyOf(buffer, 1, length - 2));
    }

    private void escape() {
        position++;
        int c = current();
        switch (c) {
            case 'a' -> saveEscaped(7);
            case 'b' -> saveEscaped('\b');
            case 'f' -> saveEscaped('\f');
            case 'n' -> saveEscaped('\n');
            case 'r' -> saveEscaped('\r');
            case 't' -> saveEscaped('\t');
            case 'v' -> saveEscaped(0x0b);
            case '\n', '\r' -> {
                save('\n');
                newLine();
            }
            case END -> {
                // the caller reports it
            }
            default -> {
                if (isDigit(c)) {
                    decimalEscape();
                } else {
                    saveAndAdvance();
                }
            }
        }
    }

    private void saveEscaped(int c) {
        save(c);
        position++;
    }

    private void decimalEscape() {
        int code = 0;
        for (int i = 0; i < 3 && isDigit(current()); i++) {
            code = code * 10 + current() - '0';
            position++;
        }
        if (code > 255) {
            throw error("escape sequence too large", Token.STRING);
        }
        save(code);
    }

    // ---- long brackets

    private int bracket() {
        int level = bracketLevel();
        if (level >= 0) {
            longBracket(level, true);
            return Token.STRING;
        }
        if (level == -1) {
            return '[';
        }
        throw error("invalid long string delimiter", Token.STRING);
    }

    /**
     * Reads a bracket and the equals signs after it: their number if the same bracket follows, -1
     * for a bracket alone, less for anything else.
     */
    private int bracketLevel() {
        int bracket = current();
        saveAndAdvance();
        int count = 0;
        while (current() == '=') {
            saveAndAdvance();
            count++;
        }
        return current() == bracket ? count : -count - 1;
    }

    private void skipComment() {
        if (current() == '[') {
            int level = bracketLevel();
            length = 0;
            if (level >= 0) {
                longBracket(level, false);
                length = 0;
                return;
            }
        }
        while (current() != '\n' && current() != '\r' && current() != END) {
            position++;
        }
    }

    private void longBracket(int level, boolean keep) {
        saveAndAdvance();
        if (current() == '\n' || current() == '\r') {
            newLine();
        }
        while (true) {
            switch (current()) {
                case END ->
                        throw error(
                                keep ? "unfinished long string" : "unfinished long comment",
                                Token.EOF);
                case '[' -> {
                    if (bracketLevel() == level && level == 0 && !nestedLongBrackets) {
                        throw error("nesting of [[...]] is deprecated", '[');
                    }
                }
                case ']' -> {
                    if (bracketLevel() == level) {
                        saveAndAdvance();
                        int edge = level + 2;
                        if (keep) {
                            text = shared(Bytes.copyOf(buffer, edge, length - 2 * edge));
                        }
                        return;
                    }
                }
                case '\n', '\r' -> {
                    save('\n');
                    newLine();
                }
                default -> saveAndAdvance();
            }
            if (!keep) {
                length = 0;
            }
        }
    }
}
