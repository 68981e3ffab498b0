/**
 * The one clock of a server and what hangs on it. Nothing here, or anywhere in this module, reads
 * the machine's clock: time comes in through {@link dev.lockstep.time.TimeSource}.
 */
@NullMarked
package dev.lockstep.time;

import org.jspecify.annotations.NullMarked;
