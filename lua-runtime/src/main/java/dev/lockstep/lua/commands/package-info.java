/** The script commands: EVAL, EVALSHA, SCRIPT and their like. */
@NullMarked
package dev.lockstep.lua.commands;

import org.jspecify.annotations.NullMarked;
