package dev.lockstep.command.config;

/**
 * A setting as a profile has it.
 *
 * @param protection whether CONFIG SET may change it
 * @param initial the value to begin with
 */
public record Parameter(String name, Protection protection, ParameterType type, String initial) {

    /** Whether a setting may be changed while the server runs. */
    public enum Protection {
        NONE,
        /** Not at all. */
        FIXED,
        /** Not unless {@code enable-protected-configs} allows it. */
        PROTECTED
    }
}
