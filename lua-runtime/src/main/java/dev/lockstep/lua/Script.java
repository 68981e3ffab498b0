package dev.lockstep.lua;

import dev.lockstep.value.Bytes;
import java.util.Set;

/**
 * A script in the cache.
 *
 * @param sha the SHA-1 of the source, in 40 small hexadecimal digits
 * @param hasFlags whether the source begins with a line of flags, even of none
 */
record Script(
        Bytes sha,
        Bytes source,
        boolean hasFlags,
        Set<ScriptFlag> flags,
        ScriptEngine.Chunk chunk) {

    boolean has(ScriptFlag flag) {
        return flags.contains(flag);
    }
}
