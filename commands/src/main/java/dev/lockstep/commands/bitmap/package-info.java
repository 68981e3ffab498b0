/** Strings as rows of bits. */
@NullMarked
package dev.lockstep.commands.bitmap;

import org.jspecify.annotations.NullMarked;
