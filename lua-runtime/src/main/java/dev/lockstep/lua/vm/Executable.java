package dev.lockstep.lua.vm;

/**
 * A form in which the code of a function can be run: by the {@link Interpreter}, or as the JVM
 * bytecode that {@link BytecodeCompiler} has made of it.
 */
interface Executable {

    /**
     * Runs {@code call}, the innermost, from where it stands, until it ends, calls a function
     * written in Lua, or yields. No Java frame outlives that, which is what coroutines and deep
     * recursion rest on.
     */
    void run(Coroutine coroutine, Call call, Prototype function, int base);
}
