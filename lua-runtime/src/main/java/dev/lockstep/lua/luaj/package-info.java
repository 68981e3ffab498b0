/**
 * The LuaJ interpreter behind the engine interface, mended where that is possible from outside.
 *
 * <p>LuaJ is a Lua 5.2 with integers and doubles, Redis has Lua 5.1 with doubles only. Replaced
 * here are the functions that print or read numbers, {@code string.format}, {@code pcall} and its
 * like, what 5.2 has dropped ({@code unpack}, {@code loadstring}, {@code table.getn} and more), the
 * random sequence, and the globals, which are read-only; {@code cjson}, {@code cmsgpack}, {@code
 * struct} and {@code bit} are those of Lockstep's own engine. What is left is LuaJ's own: error
 * texts, syntax, patterns, the order of tables, coroutines and the depth of recursion.
 *
 * <p>There is one metatable of strings for the whole JVM, which is replaced by a read-only one; and
 * the memory of scripts has no bound but the heap.
 */
@NullMarked
package dev.lockstep.lua.luaj;

import org.jspecify.annotations.NullMarked;
