package dev.lockstep.command.docs;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Lines that hold what is indented below them, by two blanks a level. A line that ends with
 * profiles in brackets is there, with all below it, for these profiles only. Empty lines and lines
 * that begin with {@code #} count for nothing.
 */
final class IndentedText {

    private IndentedText() {}

    /** A line without its indentation and its profiles. */
    record Line(String text, List<Line> below) {

        /** The first word. */
        String keyword() {
            int blank = text.indexOf(' ');
            return blank < 0 ? text : text.substring(0, blank);
        }

        /** What follows the first word, or nothing. */
        String rest() {
            int blank = text.indexOf(' ');
            return blank < 0 ? "" : text.substring(blank + 1);
        }
    }

    /** The outermost lines that hold for the profile. */
    static List<Line> read(BufferedReader reader, String profile) throws IOException {
        Line root = new Line("", new ArrayList<>());
        Deque<Line> open = new ArrayDeque<>(List.of(root)); // the innermost line first
        int number = 0;
        for (String raw = reader.readLine(); raw != null; raw = reader.readLine()) {
            number++;
            if (raw.isBlank() || raw.startsWith("#")) {
                continue;
            }
            int depth = depth(raw, number);
            if (depth >= open.size()) {
                throw new IllegalStateException("line " + number + " is indented too far: " + raw);
            }
            while (open.size() > depth + 1) {
                open.pop();
            }
            open.push(add(raw.strip(), profile, open.element()));
        }
        return root.below;
    }

    private static int depth(String raw, int number) {
        int blanks = 0;
        while (raw.charAt(blanks) == ' ') {
            blanks++;
        }
        if (blanks % 2 != 0) {
            throw new IllegalStateException(
                    "line " + number + " is indented by half a level: " + raw);
        }
        return blanks / 2;
    }

    /** Makes the line, and hangs it below {@code above} unless it is of other profiles. */
    private static Line add(String text, String profile, Line above) {
        int bracket = text.endsWith("]") ? text.lastIndexOf(" [") : -1;
        if (bracket < 0) {
            return hang(text, above);
        }
        String profiles = text.substring(bracket + 2, text.length() - 1);
        String unrestricted = text.substring(0, bracket);
        return List.of(profiles.split(" ", -1)).contains(profile)
                ? hang(unrestricted, above)
                : new Line(unrestricted, new ArrayList<>());
    }

    private static Line hang(String text, Line above) {
        Line line = new Line(text, new ArrayList<>());
        above.below.add(line);
        return line;
    }
}
