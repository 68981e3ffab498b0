package dev.lockstep.lua;

import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Libraries that are there together: no two have the same name, nor have two functions of theirs,
 * where the case of letters makes no difference.
 */
final class LibrarySet {

    private final Map<Bytes, FunctionLibrary> libraries = new LinkedHashMap<>();
    private final Map<Bytes, FunctionLibrary.Function> functions = new HashMap<>();

    LibrarySet copy() {
        LibrarySet copy = new LibrarySet();
        copy.libraries.putAll(libraries);
        copy.functions.putAll(functions);
        return copy;
    }

    Collection<FunctionLibrary> libraries() {
        return libraries.values();
    }

    int functionCount() {
        return libraries.values().stream().mapToInt(library -> library.functions().size()).sum();
    }

    boolean contains(Bytes library) {
        return libraries.containsKey(library);
    }

    FunctionLibrary.@Nullable Function function(Bytes name) {
        return functions.get(name.toLowerCase());
    }

    /**
     * Adds {@code library}, of whose name there is none.
     *
     * @throws CommandException when another has a function of the same name
     */
    void add(FunctionLibrary library) {
        for (FunctionLibrary.Function function : library.functions()) {
            if (function(function.name()) != null) {
                throw new CommandException(ErrorKind.FUNCTION_EXISTS, function.name());
            }
        }
        libraries.put(library.name(), library);
        for (FunctionLibrary.Function function : library.functions()) {
            functions.putIfAbsent(function.name().toLowerCase(), function);
        }
    }

    /** Removes a library; false when there is none of this name. */
    boolean remove(Bytes name) {
        FunctionLibrary library = libraries.remove(name);
        if (library == null) {
            return false;
        }
        library.functions().forEach(function -> functions.remove(function.name().toLowerCase()));
        return true;
    }
}
