package dev.lockstep.conformance;

import java.util.List;

/**
 * How a transcript went on one server.
 *
 * @param server its name, for messages
 * @param outcomes the lines that each step came to
 */
public record Run(String server, List<List<String>> outcomes) {

    public Run {
        outcomes = List.copyOf(outcomes);
    }
}
