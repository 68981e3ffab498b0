/**
 * The wire protocol: requests in, replies out, on plain byte arrays. Knows no socket and no
 * command.
 */
@NullMarked
package dev.lockstep.server.resp;

import org.jspecify.annotations.NullMarked;
