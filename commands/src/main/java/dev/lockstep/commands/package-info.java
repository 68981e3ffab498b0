/** The command families, a package each, and the list of them. */
@NullMarked
package dev.lockstep.commands;

import org.jspecify.annotations.NullMarked;
