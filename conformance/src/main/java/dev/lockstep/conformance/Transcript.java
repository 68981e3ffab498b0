package dev.lockstep.conformance;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Requests with their replies, steps of time and looks at what is stored, in the order in which
 * they are made. Read from text of this form:
 *
 * <pre>
 * # A lock that ends by itself.
 * &#64;clock
 *
 * &gt; SET lock alice NX PX 30000
 *   +OK
 * B&gt; SET lock bob NX PX 30000
 *   nil
 * advance 29s
 * show lock
 *   lock: string "alice", 1000 ms to live
 * B~ BLPOP queue 5
 * advance 5s
 * B&lt;
 *   nil-array
 *   [resp3]
 *   nil
 * </pre>
 *
 * <p>{@code >} sends a command and shows the reply, {@code B>} does so on a connection of its own.
 * {@code B~} sends one and goes on once the server has taken it up, {@code B<} shows the next that
 * comes: a late reply, a message. {@code advance} lets time pass, {@code show} looks at keys, at
 * all of them without names. {@code lua:name} stands for the text of a script and {@code sha:name}
 * for its digest, {@code id:B} for the number of connection B.
 *
 * <p>What is indented is the outcome, as {@link AnswerText} writes it. Where servers differ, it
 * stands once for each group of profiles, under their names in brackets; where the two protocols
 * do, under {@code resp3}.
 *
 * <p>{@code @clock} at the top says that outcomes depend on the time, so that only servers on a
 * clock of ours can be compared; {@code @lockstep: reason} that no real server has what is shown. A
 * {@link Looseness} stands above the step that it is for.
 *
 * @param name of the file, without its ending
 * @param needsClock whether outcomes depend on the time
 * @param lockstepOnly why no real server can be compared, or null when some can
 * @param lines that follow the last step
 */
public record Transcript(
        String name,
        boolean needsClock,
        @Nullable String lockstepOnly,
        List<Entry> entries,
        List<String> lines) {

    public Transcript {
        entries = List.copyOf(entries);
        lines = List.copyOf(lines);
    }

    /**
     * A step and its place in the text.
     *
     * @param before the comments, directives and empty lines above it
     * @param outcomes what is expected, by {@link #label}
     */
    public record Entry(List<String> before, Step step, Map<String, List<String>> outcomes) {

        private static final String EVERY_PROFILE = "";

        public Entry {
            before = List.copyOf(before);
        }

        /** Under which an outcome is found; without a profile for all. */
        static String label(String profile, Protocol protocol) {
            return protocol == Protocol.RESP2 ? profile : (profile + " resp3").strip();
        }

        /** The lines expected of {@code profile}, or null when none are on record. */
        @Nullable List<String> outcome(String profile, Protocol protocol) {
            List<String> found = outcomes.get(label(profile, protocol));
            if (found == null) {
                found = outcomes.get(label(EVERY_PROFILE, protocol));
            }
            if (found == null && protocol == Protocol.RESP3) {
                return outcome(profile, Protocol.RESP2);
            }
            return found == null && !step.hasOutcome() ? List.of() : found;
        }
    }

    /** The letters of the connections that it sends on. */
    public Set<String> connections() {
        return entries.stream()
                .flatMap(entry -> entry.step().connections().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The text with the outcomes of {@code record} in place of its own. */
    public String withOutcomes(TranscriptRecord record) {
        List<String> text = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            text.addAll(entries.get(i).before());
            text.add(entries.get(i).step().text());
            text.addAll(record.lines(i));
        }
        text.addAll(lines);
        return String.join("\n", text) + "\n";
    }
}
