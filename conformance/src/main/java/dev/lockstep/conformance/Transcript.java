package dev.lockstep.conformance;

import java.util.List;

/**
 * How a scenario went on one server.
 *
 * @param server its name, for messages
 * @param ownClock whether it ran on a clock that is not ours
 * @param lagMillis how far its clock strayed from the scenario's plan, rounded up; 0 on our clock
 */
public record Transcript(String server, boolean ownClock, List<Outcome> outcomes, long lagMillis) {

    public Transcript {
        outcomes = List.copyOf(outcomes);
    }
}
