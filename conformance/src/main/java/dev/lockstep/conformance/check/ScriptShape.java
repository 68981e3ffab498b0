package dev.lockstep.conformance.check;

import dev.lockstep.conformance.check.LuaTokens.Kind;
import dev.lockstep.conformance.check.LuaTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a script takes, as far as its text tells.
 *
 * @param keys how many KEYS it mentions by number
 * @param arguments what its ARGV are for, in order
 * @param moreKeys whether it may take more than it mentions, as when it goes through all
 * @param moreArguments the same of ARGV
 * @param commands the names in its strings that may be commands, in capitals
 * @param flags after a shebang, {@code no-writes}, or null without a shebang
 */
record ScriptShape(
        int keys,
        List<Argument> arguments,
        boolean moreKeys,
        boolean moreArguments,
        Set<String> commands,
        @Nullable String flags) {

    private static final Pattern EXPLAINED =
            Pattern.compile("ARGV\\[([0-9]+)]\\s*[:=-]*\\s*((?:(?!,?\\s*ARGV\\[)[^\\n])*+)");
    private static final Pattern LISTED = Pattern.compile("ARGV\\s+([^\\n]+)");
    private static final Pattern MENTIONED_KEY = Pattern.compile("KEYS\\[([0-9]+)]");
    private static final Pattern SHEBANG = Pattern.compile("#!lua([^\\n]*)");
    private static final Set<String> SPAN_COMMANDS =
            Set.of("PX", "PEXPIRE", "PSETEX", "EX", "EXPIRE", "SETEX");

    /** Behind {@code or} stands another value, which has another name. */
    private static final Set<String> ENDS_OF_NAMING = Set.of("=", "local", "if", "or");

    /** The most that a script is believed to take; beyond, an index is no position. */
    private static final int MOST = 16;

    /**
     * One of ARGV.
     *
     * @param explanation its name and what is written of it
     */
    record Argument(ArgumentRole role, String explanation) {}

    ScriptShape {
        arguments = List.copyOf(arguments);
    }

    static ScriptShape of(String script) {
        LuaTokens lua = LuaTokens.of(script);
        List<Token> tokens = lua.tokens();
        Map<Integer, String> names = new TreeMap<>();
        Map<Integer, String> explanations = explanations(lua.comments());
        int arguments = Math.max(highest(tokens, "ARGV"), explanationsInUse(tokens, explanations));
        nameByAssignment(tokens, names);
        Set<Integer> spans = spans(tokens);
        List<Argument> found = new ArrayList<>();
        for (int i = 1; i <= arguments; i++) {
            String name = names.getOrDefault(i, "");
            String explanation = explanations.getOrDefault(i, "");
            ArgumentRole role = ArgumentRole.of(name, explanation);
            if (role == ArgumentRole.UNKNOWN && spans.contains(i)) {
                role = ArgumentRole.SPAN;
            }
            String both = explanation.startsWith(name) ? explanation : name + " " + explanation;
            found.add(new Argument(role, both.strip()));
        }
        int keys = highest(tokens, "KEYS");
        if (isOpen(tokens, "KEYS")) {
            keys = Math.max(keys, mentionedKeys(lua.comments()));
        }
        Matcher shebang = SHEBANG.matcher(script);
        return new ScriptShape(
                keys,
                found,
                isOpen(tokens, "KEYS"),
                isOpen(tokens, "ARGV"),
                commands(tokens),
                shebang.lookingAt() ? shebang.group(1) : null);
    }

    private static int highest(List<Token> tokens, String table) {
        int highest = 0;
        for (int i = 0; i + 3 < tokens.size(); i++) {
            if (isIndexed(tokens, i, table)) {
                highest = Math.max(highest, index(tokens, i));
            }
        }
        return highest;
    }

    private static boolean isIndexed(List<Token> tokens, int at, String table) {
        return at + 3 < tokens.size()
                && tokens.get(at).is(table)
                && tokens.get(at + 1).is("[")
                && tokens.get(at + 2).kind() == Kind.NUMBER
                && tokens.get(at + 3).is("]");
    }

    private static int index(List<Token> tokens, int at) {
        String number = tokens.get(at + 2).text();
        return number.matches("[0-9]{1,2}") ? Math.min(MOST, Integer.parseInt(number)) : 0;
    }

    /** Whether the table is used in another way than by numbers. */
    private static boolean isOpen(List<Token> tokens, String table) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).is(table) && !isIndexed(tokens, i, table)) {
                return true;
            }
        }
        return false;
    }

    private static int mentionedKeys(String comments) {
        int highest = 0;
        Matcher matcher = MENTIONED_KEY.matcher(comments);
        while (matcher.find()) {
            highest = Math.max(highest, Math.min(MOST, Integer.parseInt(matcher.group(1))));
        }
        return highest;
    }

    /** What comments say of each argument: a line for each, or all in one line. */
    private static Map<Integer, String> explanations(String comments) {
        Map<Integer, String> explanations = new TreeMap<>();
        Matcher explained = EXPLAINED.matcher(comments);
        while (explained.find()) {
            explanations.put(Integer.parseInt(explained.group(1)), explained.group(2));
        }
        Matcher listed = LISTED.matcher(comments);
        if (explanations.isEmpty() && listed.find()) {
            int i = 1;
            for (String explanation : listed.group(1).split(",", -1)) {
                explanations.put(i++, explanation.strip());
            }
        }
        return explanations;
    }

    /** A comment counts arguments only where the code does not. */
    private static int explanationsInUse(List<Token> tokens, Map<Integer, String> explanations) {
        return isOpen(tokens, "ARGV") ? Math.min(MOST, explanations.size()) : 0;
    }

    /** Takes {@code local a, b = ARGV[1], tonumber(ARGV[2])} apart. */
    private static void nameByAssignment(List<Token> tokens, Map<Integer, String> names) {
        for (int i = 0; i < tokens.size(); i++) {
            List<String> left = new ArrayList<>();
            int at = i;
            while (at + 1 < tokens.size() && tokens.get(at).kind() == Kind.NAME) {
                left.add(tokens.get(at).text());
                at++;
                if (!tokens.get(at).is(",")) {
                    break;
                }
                at++;
            }
            if (!left.isEmpty() && at < tokens.size() && tokens.get(at).is("=")) {
                nameFrom(tokens, at + 1, left, names);
            }
        }
    }

    private static void nameFrom(
            List<Token> tokens, int from, List<String> left, Map<Integer, String> names) {
        int position = 0;
        int depth = 0;
        for (int i = from; i < tokens.size() && position < left.size(); i++) {
            Token token = tokens.get(i);
            if (isIndexed(tokens, i, "ARGV")) {
                names.putIfAbsent(index(tokens, i), left.get(position));
                i += 3;
            } else if (token.is("(") || token.is("{") || token.is("[")) {
                depth++;
            } else if (token.is(")") || token.is("}") || token.is("]")) {
                depth--;
            } else if (token.is(",") && depth == 0) {
                position++;
            } else if (depth < 0 || ENDS_OF_NAMING.stream().anyMatch(token::is)) {
                return;
            }
        }
    }

    /** The arguments that stand behind a word that takes a time to live. */
    private static Set<Integer> spans(List<Token> tokens) {
        Set<Integer> spans = new TreeSet<>();
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind() == Kind.STRING
                    && SPAN_COMMANDS.contains(token.text().toUpperCase(Locale.ROOT))) {
                for (int j = i + 1; j < Math.min(tokens.size(), i + 8); j++) {
                    if (isIndexed(tokens, j, "ARGV")) {
                        spans.add(index(tokens, j));
                        break;
                    }
                    if (tokens.get(j).is(")")) {
                        break;
                    }
                }
            }
        }
        return spans;
    }

    private static Set<String> commands(List<Token> tokens) {
        Set<String> names = new TreeSet<>();
        for (Token token : tokens) {
            if (token.kind() == Kind.STRING) {
                names.add(token.text().toUpperCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** Whether one of its arguments is the caller's clock. */
    boolean takesTime() {
        return arguments.stream().anyMatch(argument -> argument.role() == ArgumentRole.TIME);
    }
}
