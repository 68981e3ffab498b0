package dev.lockstep.lua;

import dev.lockstep.value.Bytes;

/** What runs: a script that came with EVAL, or a function of a library. */
enum ScriptKind {
    SCRIPT("@user_script"),
    FUNCTION("@user_function");

    private final Bytes chunkName;

    ScriptKind(String chunkName) {
        this.chunkName = Bytes.of(chunkName);
    }

    /** What messages of Lua call its source. */
    Bytes chunkName() {
        return chunkName;
    }
}
