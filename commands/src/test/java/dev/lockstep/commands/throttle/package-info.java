@NullMarked
package dev.lockstep.commands.throttle;

import org.jspecify.annotations.NullMarked;
