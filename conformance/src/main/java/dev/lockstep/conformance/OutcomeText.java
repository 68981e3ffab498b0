package dev.lockstep.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what a step came to, once where profiles agree and by groups where they do not. */
final class OutcomeText {

    private OutcomeText() {}

    static List<String> of(Map<String, Transcript> performed, int step) {
        Map<List<String>, List<String>> profilesByOutcome = new LinkedHashMap<>();
        performed.forEach(
                (profile, transcript) ->
                        profilesByOutcome
                                .computeIfAbsent(
                                        transcript.outcomes().get(step).lines(),
                                        outcome -> new ArrayList<>())
                                .add(profile));
        List<String> text = new ArrayList<>();
        profilesByOutcome.forEach(
                (outcome, profiles) -> {
                    if (profilesByOutcome.size() > 1) {
                        text.add("  [" + String.join(" ", profiles) + "]");
                    }
                    outcome.forEach(line -> text.add("  " + line));
                });
        return text;
    }
}
