/**
 * The form in which servers write data down: strings, their compression, and the frame around what
 * {@code DUMP} and {@code FUNCTION DUMP} reply. Knows bytes only.
 */
@NullMarked
package dev.lockstep.rdb;

import org.jspecify.annotations.NullMarked;
