package dev.lockstep.conformance.check;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What MONITOR shows of one command.
 *
 * @param isOfScript whether a script called it
 */
record MonitorLine(boolean isOfScript, List<String> words) {

    private static final Pattern LINE =
            Pattern.compile("[0-9.]+ \\[[0-9]+ ([^\\]]*)\\] (.*)", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:x([0-9a-f]{2})|(.))");

    MonitorLine {
        words = List.copyOf(words);
    }

    static MonitorLine of(String text) {
        Matcher line = LINE.matcher(text);
        if (!line.matches()) {
            return new MonitorLine(false, List.of());
        }
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line.group(2));
        while (word.find()) {
            words.add(
                    ESCAPE.matcher(word.group(1))
                            .replaceAll(escape -> Matcher.quoteReplacement(meaning(escape))));
        }
        return new MonitorLine(line.group(1).equals("lua"), words);
    }

    private static String meaning(MatchResult escape) {
        if (escape.group(1) != null) {
            return String.valueOf((char) Integer.parseInt(escape.group(1), 16));
        }
        return switch (escape.group(2)) {
            case "n" -> "\n";
            case "r" -> "\r";
            case "t" -> "\t";
            case "a" -> "\u0007";
            case "b" -> "\b";
            default -> escape.group(2);
        };
    }
}
