package dev.lockstep.lua;

import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One Lua world: what compiles and runs the scripts of one server. Belongs to the thread of that
 * server.
 *
 * <p>A Lua value is, on this side of the interface, {@code null} for nil, a {@link Boolean}, a
 * {@link Double}, {@link Bytes}, a {@link ScriptTable}, or an object of the engine's own for the
 * kinds that no reply is made of (functions, coroutines).
 *
 * <pre>{@code
 * ScriptEngine engine = factory.create(setup);
 * ScriptEngine.Chunk chunk = engine.compile(Bytes.of("return #ARGV"), Bytes.of("@user_script"));
 * Object value = engine.run(chunk, List.of(), List.of(Bytes.of("a")));      // 1.0
 * }</pre>
 */
public interface ScriptEngine {

    /** A compiled script; only the engine that made it can run it. */
    interface Chunk {}

    /** Called every few thousand steps of a script; what it throws ends the script. */
    @FunctionalInterface
    interface Interrupt {
        /** Returns, or throws {@link ScriptError#uncatchable}. */
        void check();

        /** A script has needed more memory than it may take, and is about to get an error. */
        default void exhausted() {}
    }

    /** Makes engines. */
    @FunctionalInterface
    interface Factory {
        /** An engine for what {@code setup} says. */
        ScriptEngine create(EngineSetup setup);
    }

    /**
     * Compiles {@code source}.
     *
     * @param chunkName what messages call it: {@code @} and a name
     * @throws ScriptError with the compiler's message
     */
    Chunk compile(Bytes source, Bytes chunkName);

    /**
     * Runs {@code chunk} with the globals {@code KEYS} and {@code ARGV}, and returns its first
     * result.
     *
     * @throws ScriptError when it fails, with the place of the failure
     */
    @Nullable Object run(Chunk chunk, List<Bytes> keys, List<Bytes> arguments);

    /**
     * Runs the chunk of a library, which finds the table for loading among its globals, and nothing
     * else.
     *
     * @throws ScriptError when it fails
     */
    void load(Chunk library);

    /** Whether {@code value} is a Lua function, for {@link #call}. */
    boolean isFunction(@Nullable Object value);

    /**
     * Calls {@code function} with its keys and arguments in two tables, and returns its first
     * result.
     *
     * @throws ScriptError when it fails, with the place of the failure
     */
    @Nullable Object call(Object function, List<Bytes> keys, List<Bytes> arguments);

    /** A table with room for {@code elements} and {@code fields}. */
    ScriptTable newTable(int elements, int fields);
}
