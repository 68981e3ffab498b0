/** Streams and their consumer groups. */
@NullMarked
package dev.lockstep.commands.stream;

import org.jspecify.annotations.NullMarked;
