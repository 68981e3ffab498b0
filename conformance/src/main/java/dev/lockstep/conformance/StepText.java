package dev.lockstep.conformance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one step of a transcript. */
final class StepText {

    private static final Pattern SEND = Pattern.compile("([A-Z]?)([>~]) (.+)");
    private static final Pattern RECEIVE = Pattern.compile("([A-Z]?)<");
    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|[^\" ]\\S*");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(x([0-9a-f]{2})|.)");
    private static final Pattern DURATION = Pattern.compile("([0-9]+)(ms|s)");

    private StepText() {}

    static Step read(String line, @Nullable Looseness looseness, ScriptLibrary scripts) {
        Matcher send = SEND.matcher(line);
        if (send.matches()) {
            List<String> words =
                    words(send.group(3)).stream().map(word -> meaning(word, scripts)).toList();
            return send.group(2).equals(">")
                    ? new Step.Send(line, send.group(1), words, looseness)
                    : new Step.Start(line, send.group(1), words);
        }
        Matcher receive = RECEIVE.matcher(line);
        if (receive.matches()) {
            return new Step.Receive(line, receive.group(1), looseness);
        }
        List<String> words = words(line);
        return switch (words.get(0)) {
            case "advance" -> new Step.Advance(line, duration(only(words)));
            case "show" -> new Step.Show(line, words.subList(1, words.size()));
            default -> throw new IllegalArgumentException("no step: " + line);
        };
    }

    private static String only(List<String> words) {
        if (words.size() != 2) {
            throw new IllegalArgumentException(words.get(0) + " takes one duration");
        }
        return words.get(1);
    }

    private static Duration duration(String text) {
        Matcher duration = DURATION.matcher(text);
        if (!duration.matches()) {
            throw new IllegalArgumentException("no duration in ms or s: " + text);
        }
        long amount = Long.parseLong(duration.group(1));
        return duration.group(2).equals("s")
                ? Duration.ofSeconds(amount)
                : Duration.ofMillis(amount);
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        int end = 0;
        while (word.find() && text.substring(end, word.start()).isBlank()) {
            String quoted = word.group(1);
            words.add(quoted == null ? word.group() : unquoted(quoted));
            end = word.end();
        }
        if (!text.substring(end).isBlank()) {
            throw new IllegalArgumentException("no words: " + text.substring(end).strip());
        }
        return words;
    }

    private static String unquoted(String quoted) {
        return ESCAPE.matcher(quoted)
                .replaceAll(escape -> Matcher.quoteReplacement(character(escape.group(1))));
    }

    private static String character(String escape) {
        return switch (escape) {
            case "n" -> "\n";
            case "r" -> "\r";
            case "t" -> "\t";
            default ->
                    escape.length() == 3
                            ? String.valueOf((char) Integer.parseInt(escape.substring(1), 16))
                            : escape;
        };
    }

    private static String meaning(String word, ScriptLibrary scripts) {
        if (word.startsWith("lua:")) {
            return scripts.text(word.substring(4));
        }
        return word.startsWith("sha:") ? scripts.sha(word.substring(4)) : word;
    }
}
