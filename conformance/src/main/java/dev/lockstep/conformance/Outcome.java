package dev.lockstep.conformance;

import java.util.ArrayList;
import java.util.List;

/** What a step came to. */
public sealed interface Outcome {

    /** The outcome of letting time pass. */
    Outcome NOTHING = new Seen(List.of());

    /** As scenarios show it. */
    List<String> lines();

    /** A command was answered. */
    record Replied(Answer answer) implements Outcome {
        @Override
        public List<String> lines() {
            return List.of(answer.show());
        }
    }

    /** Keys were looked at. */
    record Seen(List<KeyState> keys) implements Outcome {
        @Override
        public List<String> lines() {
            List<String> lines = new ArrayList<>();
            keys.forEach(key -> lines.addAll(key.lines()));
            return lines;
        }
    }
}
