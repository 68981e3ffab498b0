/** What tests of the server share: a client that speaks RESP and hides nothing. */
@NullMarked
package dev.lockstep.server.testing;

import org.jspecify.annotations.NullMarked;
