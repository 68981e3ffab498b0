package dev.lockstep.lua;

import dev.lockstep.value.Bytes;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A library that has been loaded.
 *
 * @param code its whole source, the line with its name included
 * @param functions in the order in which they were registered
 */
public record FunctionLibrary(Bytes name, Bytes code, List<Function> functions) {

    /**
     * A function of a library.
     *
     * @param description null when none was given
     * @param callback the Lua function
     */
    public record Function(
            Bytes name, @Nullable Bytes description, Set<ScriptFlag> flags, Object callback) {

        /** The names of its flags, in the order in which servers show them. */
        public List<String> flagNames() {
            return flags.stream().sorted().map(ScriptFlag::redisName).toList();
        }
    }

    public FunctionLibrary {
        functions = List.copyOf(functions);
    }
}
