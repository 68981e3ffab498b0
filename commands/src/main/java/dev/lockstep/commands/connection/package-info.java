/** Commands about the connection itself. */
@NullMarked
package dev.lockstep.commands.connection;

import org.jspecify.annotations.NullMarked;
