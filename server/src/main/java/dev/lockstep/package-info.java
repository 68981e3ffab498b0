/**
 * Lockstep's own interface: a server to start in a test, and its clock. Everything here may be
 * called from any thread.
 */
@NullMarked
package dev.lockstep;

import org.jspecify.annotations.NullMarked;
