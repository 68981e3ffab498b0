/**
 * What {@code COMMAND DOCS} tells about commands: since when they exist, what they cost, which
 * arguments they take. Values read from text resources when they are asked for. Depends on nothing.
 */
@NullMarked
package dev.lockstep.command.docs;

import org.jspecify.annotations.NullMarked;
