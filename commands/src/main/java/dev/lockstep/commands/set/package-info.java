/** Sets. */
@NullMarked
package dev.lockstep.commands.set;

import org.jspecify.annotations.NullMarked;
