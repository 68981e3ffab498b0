package dev.lockstep.conformance;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script that a library sends, and what its text tells of how it is called.
 *
 * @param name the library, and where in it the script was found
 * @param text a char for each byte
 */
record LibraryScript(String name, String text) {

    /** What makes a text a script, among all that a library holds. */
    private static final Pattern SCRIPT = Pattern.compile("redis\\.p?call\\s*\\(?|\\brcall\\s*\\(");

    private static final Pattern CALL =
            Pattern.compile(
                    "\\b(?:redis\\.p?call|rcall)\\s*\\(\\s*['\"](\\w+)['\"]\\s*(?:,\\s*([\\w.\\[\\]]+))?");

    private static final Pattern LOCAL =
            Pattern.compile("local\\s+(\\w+)\\s*=\\s*((?:KEYS|ARGV)\\[\\d+\\])\\s*;?(?=\\s)");

    /** A loop up to a number that is no table's length. */
    private static final Pattern COUNTING =
            Pattern.compile("for\\s+\\w+\\s*=\\s*[^,]+,\\s*(?!#)[\\w.(]");

    private static final Pattern PLACE = Pattern.compile("(KEYS|ARGV)\\[(\\d+)\\]");

    private static final Pattern LITERAL =
            Pattern.compile("(ARGV\\[\\d+\\]|\\b\\w+)\\s*[=~]=\\s*['\"]([^'\"]*)['\"]");

    /** With {@code text} as Java has it. */
    static LibraryScript of(String name, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new LibraryScript(name, new String(bytes, StandardCharsets.ISO_8859_1));
    }

    static boolean looksLikeOne(String text) {
        return SCRIPT.matcher(text).find();
    }

    /** How many of {@code KEYS} or {@code ARGV} it names by number. */
    int places(String table) {
        int places = 0;
        Matcher place = PLACE.matcher(text);
        while (place.find()) {
            if (place.group(1).equals(table)) {
                places = Math.max(places, Integer.parseInt(place.group(2)));
            }
        }
        return places;
    }

    /** Whether it goes through all of {@code KEYS} or {@code ARGV}, as many as there are. */
    boolean takesAny(String table) {
        return Pattern.compile(table + "(?!\\[\\d+\\])").matcher(text).find();
    }

    /** The commands that it names, in small letters. */
    Set<String> commands() {
        Set<String> commands = new LinkedHashSet<>();
        Matcher call = CALL.matcher(text);
        while (call.find()) {
            commands.add(call.group(1).toLowerCase(Locale.ROOT));
        }
        return commands;
    }

    /** The last command that it names with a key, by the place of the key in {@code KEYS}. */
    Map<Integer, String> commandsOfKeys() {
        Map<String, String> locals = new LinkedHashMap<>();
        Matcher local = LOCAL.matcher(text);
        while (local.find()) {
            locals.put(local.group(1), local.group(2));
        }
        Map<Integer, String> commands = new LinkedHashMap<>();
        Matcher call = CALL.matcher(text);
        while (call.find()) {
            String first = call.group(2) == null ? "" : call.group(2);
            Matcher place = PLACE.matcher(locals.getOrDefault(first, first));
            String command = call.group(1).toLowerCase(Locale.ROOT);
            if (place.matches() && place.group(1).equals("KEYS")) {
                commands.put(Integer.valueOf(place.group(2)), command);
            }
        }
        return commands;
    }

    /** The texts that it compares things with. */
    Set<String> literals() {
        Set<String> literals = new LinkedHashSet<>();
        Matcher literal = LITERAL.matcher(text);
        while (literal.find()) {
            literals.add(literal.group(2));
        }
        return literals;
    }

    /** Whether it does something as many times as it may be told. */
    boolean countsTo() {
        return COUNTING.matcher(text).find();
    }

    /** Whether {@code ARGV[place]} is the name of a command. */
    boolean isCommand(int place) {
        return text.matches("(?s).*redis\\.p?call\\s*\\(\\s*ARGV\\[" + place + "\\].*");
    }

    @Override
    public String toString() {
        return name;
    }
}
