package dev.lockstep.lua;

import dev.lockstep.value.Bytes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A script in the cache.
 *
 * @param sha the SHA-1 of the source, in 40 small hexadecimal digits
 * @param flags what its first line says, null when that is not about flags
 */
record Script(Bytes sha, Bytes source, @Nullable Set<ScriptFlag> flags, ScriptEngine.Chunk chunk) {}
