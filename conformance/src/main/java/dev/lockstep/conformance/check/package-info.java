/**
 * The command line {@code lockstep-check}: a team's own scripts on Lockstep and on real servers,
 * with what differs and what to look at. It knows servers by their addresses only.
 */
@NullMarked
package dev.lockstep.conformance.check;

import org.jspecify.annotations.NullMarked;
