package dev.lockstep.lua;

import dev.lockstep.profile.Profile;
import org.jspecify.annotations.Nullable;

/**
 * What an engine is made for.
 *
 * @param profile which libraries and globals there are
 * @param redis the {@code redis} table
 * @param loading all that a library of functions finds among its globals while it is being loaded;
 *     null in an engine that runs no functions
 * @param random what {@code math.random} draws from
 * @param interrupt asked every so often whether a script may go on
 * @param memoryLimitBytes what the values of all scripts together may take up
 */
public record EngineSetup(
        Profile profile,
        ScriptLibrary redis,
        @Nullable ScriptLibrary loading,
        ScriptRandom random,
        ScriptEngine.Interrupt interrupt,
        long memoryLimitBytes) {}
