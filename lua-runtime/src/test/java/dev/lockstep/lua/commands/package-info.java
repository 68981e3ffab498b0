@NullMarked
package dev.lockstep.lua.commands;

import org.jspecify.annotations.NullMarked;
