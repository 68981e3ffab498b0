/**
 * The Lua 5.1 virtual machine: values, tables, coroutines, the interpreter and the interface for
 * host functions. Knows nothing of source text, of libraries or of Redis.
 *
 * <p>A value is {@code null} (nil), a {@link java.lang.Boolean}, a {@link java.lang.Double}, a
 * {@link dev.lockstep.value.Bytes}, a {@link dev.lockstep.lua.vm.LuaTable}, a {@link
 * dev.lockstep.lua.vm.LuaFunction}, a {@link dev.lockstep.lua.vm.Coroutine} or a {@link
 * dev.lockstep.lua.vm.UserData}. All state hangs on a {@link dev.lockstep.lua.vm.LuaState}: two of
 * them share nothing. None of this is safe for use by more than one thread at a time.
 */
@NullMarked
package dev.lockstep.lua.vm;

import org.jspecify.annotations.NullMarked;
