package dev.lockstep.conformance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One thing that a transcript does. */
public sealed interface Step {

    /** As it stands in the transcript. */
    String text();

    /** Does it, and returns the lines to show. */
    List<String> perform(Performance performance);

    /** Whether there is something to show. */
    boolean hasOutcome();

    /** The letters of the connections that it sends on. */
    default List<String> connections() {
        return List.of();
    }

    /** The command that it sends, name first; nothing when it sends none. */
    default List<String> words() {
        return List.of();
    }

    /** In what its outcome is loose, or null when it is exact. */
    default @Nullable Looseness looseness() {
        return null;
    }

    /** What {@code id:B} begins with, which stands for the number of connection B. */
    String ID = "id:";

    /** {@code words} with the numbers of {@code connections}, which are found by their letters. */
    static List<String> withIds(List<String> words, Function<String, Connection> connections) {
        return words.stream()
                .map(
                        word ->
                                word.matches(ID + "[A-Z]?")
                                        ? connections.apply(word.substring(ID.length())).id()
                                        : word)
                .toList();
    }

    /** Sends a command and waits for the reply; the first connection has no letter. */
    record Send(String text, String connection, List<String> words, @Nullable Looseness looseness)
            implements Step {
        @Override
        public List<String> perform(Performance performance) {
            return performance.shown(performance.send(connection, words), looseness);
        }

        @Override
        public boolean hasOutcome() {
            return true;
        }

        @Override
        public List<String> connections() {
            return List.of(connection);
        }
    }

    /** Sends a command and does not wait for the reply. */
    record Start(String text, String connection, List<String> words) implements Step {
        @Override
        public List<String> perform(Performance performance) {
            performance.start(connection, words);
            return List.of();
        }

        @Override
        public boolean hasOutcome() {
            return false;
        }

        @Override
        public List<String> connections() {
            return List.of(connection);
        }
    }

    /** Waits for what comes next on a connection. */
    record Receive(String text, String connection, @Nullable Looseness looseness) implements Step {
        @Override
        public List<String> perform(Performance performance) {
            return performance.shown(performance.read(connection), looseness);
        }

        @Override
        public boolean hasOutcome() {
            return true;
        }
    }

    /** Looks at keys, or at all that there are. */
    record Show(String text, List<String> keys) implements Step {
        @Override
        public List<String> perform(Performance performance) {
            List<String> lines = new ArrayList<>();
            for (KeyState key : performance.look(keys)) {
                lines.addAll(key.lines());
            }
            return lines.isEmpty() ? List.of("nothing") : lines;
        }

        @Override
        public boolean hasOutcome() {
            return true;
        }
    }

    /** Lets time pass. */
    record Advance(String text, Duration duration) implements Step {
        @Override
        public List<String> perform(Performance performance) {
            performance.advance(duration);
            return List.of();
        }

        @Override
        public boolean hasOutcome() {
            return false;
        }
    }
}
