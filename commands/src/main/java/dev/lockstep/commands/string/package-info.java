/** Commands on strings. */
@NullMarked
package dev.lockstep.commands.string;

import org.jspecify.annotations.NullMarked;
