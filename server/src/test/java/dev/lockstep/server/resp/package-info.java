@NullMarked
package dev.lockstep.server.resp;

import org.jspecify.annotations.NullMarked;
