/** Commands on keys whatever they hold, and on whole databases. */
@NullMarked
package dev.lockstep.commands.generic;

import org.jspecify.annotations.NullMarked;
