package dev.lockstep.lua;

/**
 * What the engines of one server are made by, and what they share.
 *
 * @param factory makes an engine
 * @param random the one sequence that scripts and functions draw from, whatever is flushed
 * @param memoryLimitBytes what the Lua values of an engine may take up
 */
public record EngineSource(
        ScriptEngine.Factory factory, ScriptRandom random, long memoryLimitBytes) {

    private static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    /** With the default of 256 MB. */
    public static EngineSource of(ScriptEngine.Factory factory) {
        return new EngineSource(factory, new ScriptRandom(), DEFAULT_MEMORY_BYTES);
    }
}
