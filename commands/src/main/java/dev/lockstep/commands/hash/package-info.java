/** Hashes. */
@NullMarked
package dev.lockstep.commands.hash;

import org.jspecify.annotations.NullMarked;
