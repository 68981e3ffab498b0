@NullMarked
package dev.lockstep.server.net;

import org.jspecify.annotations.NullMarked;
