package dev.lockstep.conformance;

import dev.lockstep.conformance.Scenario.Entry;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the text form of a {@link Scenario}. */
final class ScenarioReader {

    private static final String CALLERS_CLOCK = "@clock caller";

    private final String name;
    private final ScriptLibrary scripts;
    private final Map<Looseness, String> looseness = new EnumMap<>(Looseness.class);
    private final List<Entry> entries = new ArrayList<>();
    private List<String> before = new ArrayList<>();
    private @Nullable Step step;
    private Map<String, List<String>> outcomes = new LinkedHashMap<>();
    private List<String> profiles = List.of(Entry.EVERY_PROFILE);
    private boolean clockNamed;

    private ScenarioReader(String name, ScriptLibrary scripts) {
        this.name = name;
        this.scripts = scripts;
    }

    /**
     * The scenario that {@code text} tells.
     *
     * @throws IllegalArgumentException naming the file and line of what is not understood
     */
    static Scenario read(String name, String text, ScriptLibrary scripts) {
        ScenarioReader reader = new ScenarioReader(name, scripts);
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
            step = StepText.read(line, scripts);
        }
    }

    private void readOutcome(String line) {
        if (step == null) {
            throw new IllegalArgumentException("an outcome without a step: " + line);
        }
        if (line.startsWith("[") && line.endsWith("]") && isProfiles(line)) {
            profiles = List.of(line.substring(1, line.length() - 1).split(" ", -1));
            return;
        }
        for (String profile : profiles) {
            outcomes.computeIfAbsent(profile, key -> new ArrayList<>()).add(line);
        }
    }

    /** Arrays are in brackets too; but their first element is no name. */
    private static boolean isProfiles(String line) {
        return line.matches("\\[(redis|valkey)-[0-9. a-z-]+\\]");
    }

    private void readDirective(String line) {
        if (line.equals(CALLERS_CLOCK)) {
            clockNamed = true;
            return;
        }
        int colon = line.indexOf(": ");
        String directive = colon < 0 ? line : line.substring(0, colon);
        Looseness named =
                Looseness.named(directive)
                        .orElseThrow(
                                () -> new IllegalArgumentException("no directive " + directive));
        if (colon < 0) {
            throw new IllegalArgumentException(directive + " wants a reason after a colon");
        }
        clockNamed |= named == Looseness.SERVER_CLOCK;
        looseness.put(named, line.substring(colon + 2));
    }

    private void finishEntry() {
        if (step != null) {
            entries.add(new Entry(before, step, outcomes));
            before = new ArrayList<>();
            step = null;
            outcomes = new LinkedHashMap<>();
            profiles = List.of(Entry.EVERY_PROFILE);
        }
    }

    private Scenario finish() {
        finishEntry();
        if (!clockNamed) {
            throw new IllegalArgumentException(name + " does not say whose clock it runs on");
        }
        return new Scenario(name, looseness, entries, before);
    }
}
