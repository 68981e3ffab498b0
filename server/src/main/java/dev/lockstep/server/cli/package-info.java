/** The server as a program of its own. */
@NullMarked
package dev.lockstep.server.cli;

import org.jspecify.annotations.NullMarked;
