package dev.lockstep.conformance;

import dev.lockstep.conformance.Transcript.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the text form of a {@link Transcript}. */
public final class TranscriptReader {

    private static final String CLOCK = "@clock";
    private static final String LOCKSTEP_ONLY = "@lockstep";

    /** Arrays are in brackets too; but their first element is no name. */
    private static final Pattern LABELS =
            Pattern.compile("\\[((redis|valkey)-[0-9.]+)?( ?(redis|valkey)-[0-9.]+)*( ?resp3)?]");

    private final String name;
    private final ScriptLibrary scripts;
    private final List<Entry> entries = new ArrayList<>();
    private boolean needsClock;
    private @Nullable String lockstepOnly;
    private @Nullable Looseness looseness;
    private List<String> before = new ArrayList<>();
    private @Nullable Step step;
    private Map<String, List<String>> outcomes = new LinkedHashMap<>();
    private List<String> labels = List.of("");

    private TranscriptReader(String name, ScriptLibrary scripts) {
        this.name = name;
        this.scripts = scripts;
    }

    /**
     * The transcript that {@code text} tells.
     *
     * @throws IllegalArgumentException naming the file and line of what is not understood
     */
    public static Transcript read(String name, String text, ScriptLibrary scripts) {
        TranscriptReader reader = new TranscriptReader(name, scripts);
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            try {
                reader.read(line);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        name + ", line " + number + ": " + e.getMessage(), e);
            }
        }
        return reader.finish();
    }

    private void read(String line) {
        if (line.startsWith("  ")) {
            readOutcome(line.substring(2));
            return;
        }
        finishEntry();
        if (line.isBlank() || line.startsWith("#")) {
            before.add(line);
        } else if (line.startsWith("@")) {
            readDirective(line);
            before.add(line);
        } else {
            step = StepText.read(line, looseness, scripts);
            looseness = null;
        }
    }

    private void readOutcome(String line) {
        if (step == null) {
            throw new IllegalArgumentException("an outcome without a step: " + line);
        }
        if (LABELS.matcher(line).matches() && line.length() > 2) {
            labels = labels(line.substring(1, line.length() - 1));
            return;
        }
        for (String label : labels) {
            outcomes.computeIfAbsent(label, key -> new ArrayList<>()).add(line);
        }
    }

    private static List<String> labels(String words) {
        List<String> profiles = new ArrayList<>(List.of(words.split(" ", -1)));
        Protocol protocol = profiles.remove("resp3") ? Protocol.RESP3 : Protocol.RESP2;
        if (profiles.isEmpty()) {
            profiles.add("");
        }
        return profiles.stream().map(profile -> Entry.label(profile, protocol)).toList();
    }

    private void readDirective(String line) {
        if (line.equals(CLOCK)) {
            needsClock = true;
            return;
        }
        int colon = line.indexOf(": ");
        if (colon < 0) {
            throw new IllegalArgumentException(line + " wants a reason after a colon");
        }
        String directive = line.substring(0, colon);
        if (directive.equals(LOCKSTEP_ONLY)) {
            lockstepOnly = line.substring(colon + 2);
        } else {
            looseness =
                    Looseness.named(directive)
                            .orElseThrow(
                                    () ->
                                            new IllegalArgumentException(
                                                    "no directive " + directive));
        }
    }

    private void finishEntry() {
        if (step != null) {
            entries.add(new Entry(before, step, outcomes));
            before = new ArrayList<>();
            step = null;
            outcomes = new LinkedHashMap<>();
            labels = List.of("");
        }
    }

    private Transcript finish() {
        finishEntry();
        return new Transcript(name, needsClock, lockstepOnly, entries, before);
    }
}
