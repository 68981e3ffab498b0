package dev.lockstep.conformance;

import java.util.EnumMap;
import java.util.Map;

/** How much was compared, and how much of it only by a {@link Looseness}. */
public final class Tally {

    private long runs;
    private long outcomes;
    private final Map<Looseness, Long> loose = new EnumMap<>(Looseness.class);

    /** Counts one run of {@code transcript}. */
    void count(Transcript transcript) {
        runs++;
        for (Transcript.Entry entry : transcript.entries()) {
            Looseness looseness = entry.step().looseness();
            if (entry.step().hasOutcome()) {
                outcomes++;
            }
            if (looseness != null) {
                loose.merge(looseness, 1L, Long::sum);
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(runs).append(" runs, ").append(outcomes).append(" replies and states");
        loose.forEach(
                (reason, count) ->
                        text.append("; by ").append(reason.directive()).append(": ").append(count));
        return text.toString();
    }
}
