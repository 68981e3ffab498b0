package dev.lockstep.conformance.check;

import dev.lockstep.conformance.check.Advice.Given;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What came of the check of one script. */
final class ScriptResult {

    private final String name;
    private final Map<String, Count> counts = new LinkedHashMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> obstacles = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final List<Given> advice = new ArrayList<>();
    private @Nullable Admissions admissions;

    /**
     * How much was compared on one server.
     *
     * @param cases transcripts
     * @param runs made-up runs of calls
     */
    record Count(int cases, int runs, long calls) {
        Count plus(Count other) {
            return new Count(cases + other.cases, runs + other.runs, calls + other.calls);
        }
    }

    /**
     * Something that is not the same.
     *
     * @param servers that it is not the same on, as they are counted
     * @param origin a case, or how the calls were made up
     * @param transcript the smallest run that shows it
     */
    record Finding(Set<String> servers, String origin, Mismatch mismatch, String transcript) {
        Finding {
            servers = Set.copyOf(servers);
        }

        String serversInWords() {
            return String.join(", ", new TreeSet<>(servers));
        }
    }

    ScriptResult(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    void count(String server, Count count) {
        counts.merge(server, count, Count::plus);
    }

    Map<String, Count> counts() {
        return counts;
    }

    void found(Finding finding) {
        findings.add(finding);
    }

    List<Finding> findings() {
        return findings;
    }

    /** Takes note of why something could not be done, a line. */
    void obstacle(String line) {
        obstacles.add(line);
    }

    /** Takes note of why nothing is known of one server after all. */
    void notCompared(String server, String line) {
        counts.remove(server);
        obstacles.add(line);
    }

    List<String> obstacles() {
        return obstacles;
    }

    /** Takes note of what a reader has to know: what was left out, what is compared loosely. */
    void note(String line) {
        notes.add(line);
    }

    Set<String> notes() {
        return notes;
    }

    void advise(Given given) {
        boolean isNew = advice.stream().noneMatch(it -> it.advice() == given.advice());
        if (isNew) {
            advice.add(given);
        }
    }

    List<Given> advice() {
        return advice;
    }

    void show(Admissions picture) {
        admissions = picture;
    }

    /** The picture of a limiter, or null when it is none. */
    @Nullable Admissions admissions() {
        return admissions;
    }

    boolean differsOn(String server) {
        return findings.stream().anyMatch(finding -> finding.servers().contains(server));
    }
}
