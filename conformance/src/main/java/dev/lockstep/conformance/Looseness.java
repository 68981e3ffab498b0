package dev.lockstep.conformance;

import java.util.Arrays;
import java.util.Optional;

/**
 * A way in which a scenario may be compared less than exactly. The scenario names it with its
 * reason; what it let pass is counted.
 */
public enum Looseness {
    /** The decision, first in a reply, is compared; of other numbers only that they are numbers. */
    SERVER_CLOCK("@clock server"),
    /** Times to live may differ by as much as the server's clock has strayed from the plan. */
    ELAPSED_PTTL("@pttl elapsed");

    private final String directive;

    Looseness(String directive) {
        this.directive = directive;
    }

    /** What stands in a scenario. */
    public String directive() {
        return directive;
    }

    static Optional<Looseness> named(String directive) {
        return Arrays.stream(values()).filter(it -> it.directive.equals(directive)).findFirst();
    }
}
