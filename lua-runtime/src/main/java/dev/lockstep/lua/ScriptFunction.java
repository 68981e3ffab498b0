package dev.lockstep.lua;

import org.jspecify.annotations.Nullable;

/** A function that scripts can call. */
@FunctionalInterface
public interface ScriptFunction {

    /** What a function returns that returns nothing, not even nil. */
    Object NOTHING = new Object();

    /**
     * Runs the function.
     *
     * @return the one result, or {@link #NOTHING}
     * @throws ScriptError for a Lua error
     */
    @Nullable Object call(ScriptCall call);
}
