/** The server's side of things: the loop, the protocol, the command line, our own module. */
@NullMarked
package dev.lockstep.server;

import org.jspecify.annotations.NullMarked;
