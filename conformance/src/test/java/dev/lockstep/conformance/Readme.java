package dev.lockstep.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The README, whose tables are generated and whose samples are compiled. */
final class Readme {

    private static final Path FILE = Path.of("..", "README.md");
    private static final String CODE_BEGIN = "```java";
    private static final String CODE_END = "```";

    private Readme() {}

    private static String text() {
        try {
            return Files.readString(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What stands between the markers of {@code part}. */
    static String generated(String part) {
        String text = text();
        return text.substring(begin(text, part), end(text, part));
    }

    /** Replaces what stands between the markers of {@code part}. */
    static void replace(String part, String content) {
        String text = text();
        String replaced =
                text.substring(0, begin(text, part)) + content + text.substring(end(text, part));
        try {
            Files.writeString(FILE, replaced);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int begin(String text, String part) {
        String marker = "<!-- " + part + ":begin -->\n";
        return indexOf(text, marker) + marker.length();
    }

    private static int end(String text, String part) {
        return indexOf(text, "<!-- " + part + ":end -->");
    }

    private static int indexOf(String text, String marker) {
        int index = text.indexOf(marker);
        if (index < 0) {
            throw new IllegalStateException("README.md lacks the line " + marker.strip());
        }
        return index;
    }

    /** The blocks of Java, each line without the blanks around it. */
    static List<List<String>> javaSamples() {
        List<List<String>> samples = new ArrayList<>();
        List<String> sample = null;
        for (String line : text().lines().map(String::strip).toList()) {
            if (line.equals(CODE_BEGIN)) {
                sample = new ArrayList<>();
                samples.add(sample);
            } else if (line.equals(CODE_END)) {
                sample = null;
            } else if (sample != null && !line.isEmpty()) {
                sample.add(line);
            }
        }
        return samples;
    }
}
