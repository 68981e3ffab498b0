/**
 * Lua as Redis embeds it: the engine interface, the {@code redis} table, conversions between Lua
 * values and replies, the cache of scripts and the rules they run by. Knows no engine and no
 * command family: commands are reached through the dispatcher.
 */
@NullMarked
package dev.lockstep.lua;

import org.jspecify.annotations.NullMarked;
