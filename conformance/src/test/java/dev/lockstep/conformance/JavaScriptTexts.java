package dev.lockstep.conformance;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The texts that a program in JavaScript gives names to: {@code const name = `text`}. */
final class JavaScriptTexts {

    private static final Pattern START = Pattern.compile("\\bconst\\s+(\\w+)\\s*=\\s*([`'\"])");

    private JavaScriptTexts() {}

    /** By name; a template with something to put in is none. */
    static Map<String, String> of(String program) {
        Map<String, String> texts = new LinkedHashMap<>();
        Matcher start = START.matcher(program);
        int from = 0;
        while (start.find(from)) {
            StringBuilder text = new StringBuilder();
            from = readText(program, start.end(), start.group(2).charAt(0), text);
            if (text.indexOf("${") < 0) {
                texts.put(start.group(1), text.toString());
            }
        }
        return texts;
    }

    /** Reads up to {@code quote} and returns where that is. */
    private static int readText(String program, int begin, char quote, StringBuilder text) {
        int i = begin;
        while (i < program.length() && program.charAt(i) != quote) {
            char c = program.charAt(i++);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char escaped = program.charAt(i++);
            switch (escaped) {
                case 'n' -> text.append('\n');
                case 't' -> text.append('\t');
                case 'r' -> text.append('\r');
                case '\n' -> {}
                default -> text.append(escaped);
            }
        }
        return i;
    }
}
