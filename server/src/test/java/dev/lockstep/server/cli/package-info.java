@NullMarked
package dev.lockstep.server.cli;

import org.jspecify.annotations.NullMarked;
