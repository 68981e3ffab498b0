/**
 * Byte strings and number text: the smallest things that replies, keys and scripts are made of.
 * Depends on nothing.
 */
@NullMarked
package dev.lockstep.value;

import org.jspecify.annotations.NullMarked;
