package dev.lockstep.lua.compiler;

import dev.lockstep.value.Bytes;

/** A local variable (manual 2.6) as the parser has resolved it. */
final class LocalVariable {

    final Bytes name;

    /** Whether an inner function uses it. */
    boolean captured;

    /** Where it lives while it is active; the code generator decides. */
    int register = -1;

    int startPc;

    LocalVariable(Bytes name) {
        this.name = name;
    }
}
