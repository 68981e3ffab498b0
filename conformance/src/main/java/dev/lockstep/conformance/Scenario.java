package dev.lockstep.conformance;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Calls and time steps in the order in which they are made, and what to look at between them. Read
 * from text of this form:
 *
 * <pre>
 * # Token bucket on the caller's clock.
 * &#64;clock caller
 * &#64;pttl elapsed: a real server counts down between the call and the look
 *
 * &gt; EVAL &#64;token-bucket 1 bucket 1767225600000 10 5
 *   :1
 * advance 100ms
 * B&gt; GET other
 *   nil
 * show bucket
 *   bucket: hash, 900 ms to live
 *     "tokens" "4"
 *     "ts" "1767225600000"
 * </pre>
 *
 * <p>{@code >} sends a command, {@code B>} on a connection of its own; {@code @name} stands for the
 * text of a script and {@code sha:name} for its digest. {@code advance} lets time pass, {@code
 * align} goes on to the next full second or minute, {@code show} looks at keys. What is indented is
 * the outcome; where servers differ, it stands once for each group of profiles, under their names
 * in brackets.
 *
 * @param name of the file, without its ending
 * @param looseness the directives that permit less than equality, each with its reason
 * @param lines that follow the last step
 */
public record Scenario(
        String name, Map<Looseness, String> looseness, List<Entry> entries, List<String> lines) {

    public Scenario {
        looseness = Map.copyOf(looseness);
        entries = List.copyOf(entries);
        lines = List.copyOf(lines);
    }

    /**
     * A step and its place in the text.
     *
     * @param before the comments, directives and empty lines above it
     * @param outcomes what is expected, by profile; {@link #EVERY_PROFILE} where they agree
     */
    public record Entry(List<String> before, Step step, Map<String, List<String>> outcomes) {

        /** Stands for all profiles, where their outcome is the same. */
        public static final String EVERY_PROFILE = "";

        public Entry {
            before = List.copyOf(before);
        }

        /** The lines expected of {@code profile}; empty when there are none yet. */
        List<String> outcome(String profile) {
            return outcomes.getOrDefault(profile, outcomes.getOrDefault(EVERY_PROFILE, List.of()));
        }
    }

    /** The letters of the connections that it sends on. */
    Set<String> connections() {
        return entries.stream()
                .flatMap(entry -> entry.step().connections().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Whether the scenario lets time pass, which takes as long on a real server. */
    public boolean takesTime() {
        return entries.stream().anyMatch(entry -> entry.step().takesTime());
    }

    /**
     * The text with the outcomes of {@code performed}, one for each profile, in place of its own.
     */
    public String withOutcomes(Map<String, Transcript> performed) {
        List<String> text = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            text.addAll(entries.get(i).before());
            text.add(entries.get(i).step().text());
            text.addAll(OutcomeText.of(performed, i));
        }
        text.addAll(lines);
        return String.join("\n", text) + "\n";
    }
}
