package dev.lockstep.conformance;

import dev.lockstep.conformance.Transcript.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each profile does at each step of a transcript, in both protocols: first what is on record,
 * then what was performed. Writes it once where profiles agree and by groups where they do not.
 */
public final class TranscriptRecord {

    private final Transcript transcript;
    private final List<String> profiles;
    private final Map<String, List<List<String>>> performed = new TreeMap<>();

    /** What is on record of {@code profiles}. */
    TranscriptRecord(Transcript transcript, List<String> profiles) {
        this.transcript = transcript;
        this.profiles = List.copyOf(profiles);
    }

    /** Puts {@code run} on record. */
    void put(String profile, Protocol protocol, Run run) {
        performed.put(Entry.label(profile, protocol), run.outcomes());
    }

    private List<String> outcome(int step, String profile, Protocol protocol) {
        List<List<String>> run = performed.get(Entry.label(profile, protocol));
        if (run != null) {
            return run.get(step);
        }
        List<String> recorded = transcript.entries().get(step).outcome(profile, protocol);
        return recorded == null ? List.of() : recorded;
    }

    /** The lines below step number {@code step}. */
    List<String> lines(int step) {
        List<String> text = new ArrayList<>();
        write(grouped(step, Protocol.RESP2), "", text);
        boolean same =
                profiles.stream()
                        .allMatch(
                                profile ->
                                        outcome(step, profile, Protocol.RESP3)
                                                .equals(outcome(step, profile, Protocol.RESP2)));
        if (!same) {
            write(grouped(step, Protocol.RESP3), "resp3", text);
        }
        return text;
    }

    private Map<List<String>, List<String>> grouped(int step, Protocol protocol) {
        Map<List<String>, List<String>> profilesByOutcome = new LinkedHashMap<>();
        for (String profile : profiles) {
            profilesByOutcome
                    .computeIfAbsent(outcome(step, profile, protocol), outcome -> new ArrayList<>())
                    .add(profile);
        }
        return profilesByOutcome;
    }

    private static void write(
            Map<List<String>, List<String>> groups, String protocol, List<String> text) {
        groups.forEach(
                (outcome, group) -> {
                    List<String> label = new ArrayList<>(groups.size() > 1 ? group : List.of());
                    if (!protocol.isEmpty()) {
                        label.add(protocol);
                    }
                    if (!label.isEmpty() && !outcome.isEmpty()) {
                        text.add("  [" + String.join(" ", label) + "]");
                    }
                    outcome.forEach(line -> text.add("  " + line));
                });
    }
}
