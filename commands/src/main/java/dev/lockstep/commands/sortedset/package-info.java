/** Sorted sets. */
@NullMarked
package dev.lockstep.commands.sortedset;

import org.jspecify.annotations.NullMarked;
