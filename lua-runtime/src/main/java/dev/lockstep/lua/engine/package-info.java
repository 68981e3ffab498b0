/** The engine that is Lockstep's own, as scripts get it. */
@NullMarked
package dev.lockstep.lua.engine;

import org.jspecify.annotations.NullMarked;
