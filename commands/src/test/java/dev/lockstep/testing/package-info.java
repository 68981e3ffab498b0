/** What tests of command families share: a server without sockets, on a clock of its own. */
@NullMarked
package dev.lockstep.testing;

import org.jspecify.annotations.NullMarked;
