package dev.lockstep.lua;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of functions and constants for scripts, which get them in the order of the maps.
 *
 * @param names the globals under which scripts find the one table
 * @param functions the functions by name
 * @param constants numbers and strings by name, as Lua values
 */
public record ScriptLibrary(
        List<String> names, Map<String, ScriptFunction> functions, Map<String, Object> constants) {

    public ScriptLibrary {
        names = List.copyOf(names);
        functions = Collections.unmodifiableMap(new LinkedHashMap<>(functions));
        constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
    }
}
