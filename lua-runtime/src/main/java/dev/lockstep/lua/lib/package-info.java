/**
 * The libraries that Redis gives to a script, apart from {@code redis} itself: base, table, string,
 * math, coroutine, os, bit, struct, cmsgpack and cjson. Each is one class with a list of function
 * names and a switch over them, because a class per function would cost every start of a server.
 */
@NullMarked
package dev.lockstep.lua.lib;

import org.jspecify.annotations.NullMarked;
