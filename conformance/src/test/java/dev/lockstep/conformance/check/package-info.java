/** The command line that checks a team's own scripts, with servers and without. */
@NullMarked
package dev.lockstep.conformance.check;

import org.jspecify.annotations.NullMarked;
