/** Lists. */
@NullMarked
package dev.lockstep.commands.list;

import org.jspecify.annotations.NullMarked;
