/** The LuaJ interpreter behind the engine interface, mended where that is possible from outside. */
@NullMarked
package dev.lockstep.lua.luaj;

import org.jspecify.annotations.NullMarked;
