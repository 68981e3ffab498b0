@NullMarked
package dev.lockstep.lua;

import org.jspecify.annotations.NullMarked;
