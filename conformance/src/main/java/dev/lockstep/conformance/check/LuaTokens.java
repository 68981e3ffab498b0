package dev.lockstep.conformance.check;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a Lua script, and apart from them its comments. */
final class LuaTokens {

    private static final Pattern TOKEN =
            Pattern.compile(
                    "(?<comment>--\\[(?<ceq>=*)\\[.*?(?:]\\k<ceq>]|\\z)|--[^\\n]*)"
                            + "|(?<string>\\[(?<seq>=*)\\[.*?(?:]\\k<seq>]|\\z)"
                            + "|\"(?:[^\"\\\\\\n]|\\\\.)*+\"?|'(?:[^'\\\\\\n]|\\\\.)*+'?)"
                            + "|(?<name>[A-Za-z_][A-Za-z0-9_]*)"
                            + "|(?<number>0[xX][0-9a-fA-F]+"
                            + "|(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
                            + "|(?<symbol>\\.\\.\\.|\\.\\.|==|~=|<=|>=|\\S)",
                    Pattern.DOTALL);

    private final List<Token> tokens = new ArrayList<>();
    private final StringBuilder comments = new StringBuilder();

    /** What a token is. */
    enum Kind {
        NAME,
        NUMBER,
        STRING,
        SYMBOL
    }

    /**
     * A word of the language.
     *
     * @param text of a string what is between its quotes
     */
    record Token(Kind kind, String text) {
        boolean is(String symbolOrName) {
            return kind != Kind.STRING && text.equals(symbolOrName);
        }
    }

    private LuaTokens() {}

    /** The tokens of {@code script}, whether or not it compiles. */
    static LuaTokens of(String script) {
        LuaTokens result = new LuaTokens();
        Matcher matcher = TOKEN.matcher(script);
        while (matcher.find()) {
            result.add(matcher);
        }
        return result;
    }

    private void add(Matcher matcher) {
        if (matcher.group("comment") != null) {
            comments.append(matcher.group("comment").replaceFirst("^-+", "")).append('\n');
        } else if (matcher.group("string") != null) {
            tokens.add(new Token(Kind.STRING, unquoted(matcher.group("string"))));
        } else if (matcher.group("name") != null) {
            tokens.add(new Token(Kind.NAME, matcher.group("name")));
        } else if (matcher.group("number") != null) {
            tokens.add(new Token(Kind.NUMBER, matcher.group("number")));
        } else {
            tokens.add(new Token(Kind.SYMBOL, matcher.group("symbol")));
        }
    }

    private static String unquoted(String literal) {
        if (literal.startsWith("[")) {
            return literal.replaceFirst("^\\[=*\\[", "").replaceFirst("]=*]$", "");
        }
        return literal.substring(1, Math.max(1, literal.length() - 1));
    }

    List<Token> tokens() {
        return tokens;
    }

    /** Without their dashes, a line each. */
    String comments() {
        return comments.toString();
    }
}
