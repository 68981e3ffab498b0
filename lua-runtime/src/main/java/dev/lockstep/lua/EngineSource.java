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

    /** What values may take up unless something else is asked for: 256 MB. */
    public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    /** With the default bound on memory. */
    public static EngineSource of(ScriptEngine.Factory factory) {
        return of(factory, DEFAULT_MEMORY_BYTES);
    }

    /** With a random sequence that begins anew. */
    public static EngineSource of(ScriptEngine.Factory factory, long memoryLimitBytes) {
        return new EngineSource(factory, new ScriptRandom(), memoryLimitBytes);
    }
}
