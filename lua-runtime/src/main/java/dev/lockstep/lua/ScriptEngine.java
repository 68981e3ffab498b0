package dev.lockstep.lua;

import dev.lockstep.profile.Profile;
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
 * ScriptEngine engine = factory.create(profile, redis, random, () -> {});
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
    }

    /** Makes engines. */
    @FunctionalInterface
    interface Factory {
        /**
         * An engine with the libraries and globals that {@code profile} has.
         *
         * @param redis the {@code redis} table
         * @param random what {@code math.random} draws from
         */
        ScriptEngine create(
                Profile profile, ScriptLibrary redis, ScriptRandom random, Interrupt interrupt);
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

    /** A table with room for {@code elements} and {@code fields}. */
    ScriptTable newTable(int elements, int fields);
}
