package dev.lockstep.conformance.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that came of a check, and what it comes to. */
final class Report {

    static final int SAME = 0;
    static final int DIFFERENT = 1;
    static final int COULD_NOT_RUN = 2;

    private final Options options;
    private final List<ScriptResult> results = new ArrayList<>();
    private final List<String> obstacles = new ArrayList<>();

    Report(Options options) {
        this.options = options;
    }

    void add(ScriptResult result) {
        results.add(result);
    }

    List<ScriptResult> results() {
        return results;
    }

    /** Takes note of a server or a script that nothing can be done with. */
    void obstacle(String line) {
        obstacles.add(line);
    }

    List<String> obstacles() {
        return obstacles;
    }

    int countOfObstacles() {
        return obstacles.size()
                + (int) results.stream().filter(it -> !it.obstacles().isEmpty()).count();
    }

    /** Whether advice on {@code result} was asked to count as a difference. */
    boolean failsByAdvice(ScriptResult result) {
        return result.advice().stream()
                .anyMatch(given -> options.failOn().contains(given.advice().number()));
    }

    /** The exit status: a difference outweighs what could not run. */
    int status() {
        boolean differs =
                results.stream().anyMatch(it -> !it.findings().isEmpty() || failsByAdvice(it));
        if (differs) {
            return DIFFERENT;
        }
        return countOfObstacles() > 0 ? COULD_NOT_RUN : SAME;
    }

    /** Writes the files that were asked for. */
    void write(List<ServerAddress> servers) {
        write(options.junitXml(), "--junit-xml", new JUnitXml(this).text());
        write(options.html(), "--html", new HtmlPage(this, options, servers).text());
    }

    private static void write(@Nullable Path file, String option, String text) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CannotRunException(
                    option + " " + file + ": cannot be written: " + e.getMessage());
        }
    }
}
