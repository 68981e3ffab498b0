/** The module {@code redis-cell}: a rate limiter as one command, and the algorithm behind it. */
@NullMarked
package dev.lockstep.commands.throttle;

import org.jspecify.annotations.NullMarked;
