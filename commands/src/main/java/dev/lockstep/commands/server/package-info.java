/** Commands about the server itself: COMMAND, INFO, TIME, MONITOR, DEBUG and their like. */
@NullMarked
package dev.lockstep.commands.server;

import org.jspecify.annotations.NullMarked;
