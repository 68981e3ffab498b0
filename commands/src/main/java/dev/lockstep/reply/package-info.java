/**
 * Replies as values. A handler returns one; RESP2, RESP3, Lua and test printers are its encoders,
 * and nobody prints RESP to parse it back. Depends on {@code value} only.
 */
@NullMarked
package dev.lockstep.reply;

import org.jspecify.annotations.NullMarked;
