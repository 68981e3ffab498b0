package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which calls a limiter let pass over time.
 *
 * @param call how it was called, for the caption
 */
record Admissions(String call, List<Decision> decisions) {

    /** One call's. */
    record Decision(long atMillis, boolean admitted) {}

    Admissions {
        decisions = List.copyOf(decisions);
    }

    /** Whether some passed and some did not, which makes a picture. */
    boolean isTelling() {
        return decisions.stream().map(Decision::admitted).distinct().count() == 2;
    }

    /** How far it is from letting every second call pass. */
    long imbalance() {
        long admitted = decisions.stream().filter(Decision::admitted).count();
        return Math.abs(2 * admitted - decisions.size());
    }

    /** What a reply decides, if it begins as a limiter's does: with 0, or a number above. */
    static Optional<Boolean> decision(Answer reply) {
        Answer first =
                reply.isAggregate() && !reply.elements().isEmpty()
                        ? reply.elements().get(0)
                        : reply;
        if (first.kind() != ':' || !first.text().matches("[0-9]{1,4}")) {
            return Optional.empty();
        }
        return Optional.of(!first.text().equals("0"));
    }

    /** Those of {@code scenario}; empty when a call decides nothing, or all the same. */
    static Optional<Admissions> of(Scenario scenario, List<Observation> observations) {
        List<Decision> decisions = new ArrayList<>();
        long atMillis = 0;
        for (Scenario.Event event : scenario.events()) {
            if (event instanceof Scenario.Pause pause) {
                atMillis += pause.duration().toMillis();
                continue;
            }
            Optional<Boolean> admitted = decision(observations.get(decisions.size()).reply());
            if (admitted.isEmpty()) {
                return Optional.empty();
            }
            decisions.add(new Decision(atMillis, admitted.get()));
        }
        String call = scenario.steps().get(0).text().substring(2);
        return Optional.of(new Admissions(call, decisions)).filter(Admissions::isTelling);
    }
}
