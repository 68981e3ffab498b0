package dev.lockstep.command.config;

import java.util.List;

/**
 * A setting as a profile has it.
 *
 * @param hidden whether CONFIG GET shows it only to those who know its name
 * @param protection whether CONFIG SET may change it
 * @param typeWords its type, as {@code parameters.txt} describes it
 * @param initial the value to begin with
 */
public record Parameter(
        String name,
        boolean hidden,
        Protection protection,
        List<String> typeWords,
        String initial) {

    /** Whether a setting may be changed while the server runs. */
    public enum Protection {
        NONE,
        /** Not at all. */
        FIXED,
        /** Not unless {@code enable-protected-configs} allows it. */
        PROTECTED
    }

    /** Which values it takes. Made when asked for: few settings are ever set. */
    public ParameterType type() {
        return ParameterTypes.read(typeWords);
    }
}
