package dev.lockstep.lua;

import dev.lockstep.value.Bytes;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of one server by their SHA-1. Newer servers keep those that came with EVAL only as
 * long as there are not too many of them; those of SCRIPT LOAD stay.
 */
final class ScriptCache {

    /** How many scripts of EVAL are kept where they make room for each other. */
    private static final int EVICTABLE = 500;

    private final Map<Bytes, Script> loaded = new LinkedHashMap<>();
    private final Map<Bytes, Script> evaluated = new LinkedHashMap<>(16, 0.75f, true);
    private final boolean evicts;

    ScriptCache(boolean evicts) {
        this.evicts = evicts;
    }

    /** The script with this SHA-1 in small digits, which counts as used now; or null. */
    @Nullable Script find(Bytes sha) {
        Script script = loaded.get(sha);
        return script != null ? script : evaluated.get(sha);
    }

    int size() {
        return loaded.size() + evaluated.size();
    }

    boolean contains(Bytes sha) {
        return loaded.containsKey(sha) || evaluated.containsKey(sha);
    }

    /** Keeps a script for as long as the cache lives. */
    void load(Script script) {
        evaluated.remove(script.sha());
        loaded.put(script.sha(), script);
    }

    /** Keeps a script that came with EVAL. */
    void evaluated(Script script) {
        if (!evicts) {
            loaded.put(script.sha(), script);
            return;
        }
        if (evaluated.size() >= EVICTABLE) {
            Iterator<Bytes> oldest = evaluated.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        evaluated.put(script.sha(), script);
    }
}
