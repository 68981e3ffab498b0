/**
 * The Lua 5.1 virtual machine: values, tables, coroutines, the interpreter and the interface for
 * host functions. Knows nothing of source text, of libraries or of Redis.
 *
 * <p>A value is {@code null} (nil), a {@link java.lang.Boolean}, a {@link java.lang.Double}, a
 * {@link dev.lockstep.value.Bytes}, a {@link dev.lockstep.lua.vm.LuaTable}, a {@link
 * dev.lockstep.lua.vm.LuaFunction}, a {@link dev.lockstep.lua.vm.Coroutine} or a {@link
 * dev.lockstep.lua.vm.UserData}. All state hangs on a {@link dev.lockstep.lua.vm.LuaState}: two of
 * them share nothing.
 *
 * <p>A function is a {@link dev.lockstep.lua.vm.Prototype} in the instructions of {@link
 * dev.lockstep.lua.vm.Op}. What each of them does is written down once, in {@code Operations}; the
 * {@code Interpreter} performs them one by one, and what has become hot, {@code BytecodeCompiler}
 * turns into a JVM method that calls the same operations in a row. So a program means the same
 * either way, and only the time tells: an interpreter inside a virtual machine spends most of its
 * own on finding out what is next, which HotSpot cannot see through, and HotSpot compiles a long
 * loop over a switch anew for whatever a program does that none has done before.
 *
 * <p>None of this is safe for use by more than one thread at a time.
 */
@NullMarked
package dev.lockstep.lua.vm;

import org.jspecify.annotations.NullMarked;
