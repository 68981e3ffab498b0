package dev.lockstep.lua.compiler;

import dev.lockstep.value.Bytes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of tokens (manual 2.1): one character is its own code, all others are above those. */
final class Token {

    static final int AND = 257;
    static final int BREAK = 258;
    static final int DO = 259;
    static final int ELSE = 260;
    static final int ELSEIF = 261;
    static final int END = 262;
    static final int FALSE = 263;
    static final int FOR = 264;
    static final int FUNCTION = 265;
    static final int IF = 266;
    static final int IN = 267;
    static final int LOCAL = 268;
    static final int NIL = 269;
    static final int NOT = 270;
    static final int OR = 271;
    static final int REPEAT = 272;
    static final int RETURN = 273;
    static final int THEN = 274;
    static final int TRUE = 275;
    static final int UNTIL = 276;
    static final int WHILE = 277;
    static final int CONCAT = 278;
    static final int DOTS = 279;
    static final int EQ = 280;
    static final int GE = 281;
    static final int LE = 282;
    static final int NE = 283;
    static final int NUMBER = 284;
    static final int NAME = 285;
    static final int STRING = 286;
    static final int EOF = 287;

    private static final String[] TEXTS = {
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in",
        "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while", "..",
        "...", "==", ">=", "<=", "~=", "<number>", "<name>", "<string>", "<eof>"
    };

    private static final Map<Bytes, Integer> KEYWORDS = new HashMap<>();

    static {
        for (int kind = AND; kind <= WHILE; kind++) {
            KEYWORDS.put(Bytes.of(TEXTS[kind - AND]), kind);
        }
    }

    private Token() {}

    /** The kind of keyword that {@code name} is, null for an ordinary name. */
    static @Nullable Integer keyword(Bytes name) {
        return KEYWORDS.get(name);
    }

    /** How messages show a kind of token. */
    static String text(int kind) {
        if (kind >= AND) {
            return TEXTS[kind - AND];
        }
        return kind < 32 || kind == 127 ? "char(" + kind + ")" : String.valueOf((char) kind);
    }
}
