package dev.lockstep.command.config;

import dev.lockstep.command.CommandException;

/** Which values a setting takes. */
@FunctionalInterface
public interface ParameterType {

    /**
     * {@code value} in the one spelling in which the setting is kept.
     *
     * @param current the setting's present value, which some change in part only
     * @throws CommandException with the reason, when the setting takes no such value
     */
    String normalize(String value, String current);

    /** What CONFIG GET shows of a {@code value} that {@link #normalize} has returned. */
    default String shown(String value) {
        return value;
    }

    /** As {@link #normalize}, before the server has started. */
    default String atStart(String value, String current) {
        return normalize(value, current);
    }
}
