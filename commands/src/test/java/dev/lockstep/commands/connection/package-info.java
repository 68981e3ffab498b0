@NullMarked
package dev.lockstep.commands.connection;

import org.jspecify.annotations.NullMarked;
