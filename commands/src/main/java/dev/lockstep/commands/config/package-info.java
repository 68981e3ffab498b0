/** CONFIG. */
@NullMarked
package dev.lockstep.commands.config;

import org.jspecify.annotations.NullMarked;
