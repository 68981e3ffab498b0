package dev.lockstep.conformance;

import java.time.Duration;
import java.util.List;

/** One thing that a scenario does. */
public sealed interface Step {

    /** As it stands in the scenario. */
    String text();

    /** Does it. */
    Outcome perform(Performance performance);

    /** The letters of the connections that it sends on. */
    default List<String> connections() {
        return List.of();
    }

    /** Whether it lets time pass. */
    default boolean takesTime() {
        return false;
    }

    /**
     * Sends a command.
     *
     * @param connection the letter of the connection, or nothing for the first
     */
    record Send(String text, String connection, List<String> words) implements Step {
        @Override
        public Outcome perform(Performance performance) {
            return new Outcome.Replied(performance.connection(connection).send(words));
        }

        @Override
        public List<String> connections() {
            return List.of(connection);
        }
    }

    /** Looks at keys. */
    record Show(String text, List<String> keys) implements Step {
        @Override
        public Outcome perform(Performance performance) {
            return new Outcome.Seen(keys.stream().map(performance::look).toList());
        }
    }

    /** Lets time pass. */
    record Advance(String text, Duration duration) implements Step {
        @Override
        public Outcome perform(Performance performance) {
            performance.advance(duration);
            return Outcome.NOTHING;
        }

        @Override
        public boolean takesTime() {
            return true;
        }
    }

    /** Lets time pass until the server's clock is at a multiple of a duration. */
    record Align(String text, Duration duration) implements Step {
        @Override
        public Outcome perform(Performance performance) {
            performance.align(duration);
            return Outcome.NOTHING;
        }

        @Override
        public boolean takesTime() {
            return true;
        }
    }
}
