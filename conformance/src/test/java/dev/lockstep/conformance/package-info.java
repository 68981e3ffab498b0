/** What holds Lockstep to the real servers, and the project to its own rules. */
@NullMarked
package dev.lockstep.conformance;

import org.jspecify.annotations.NullMarked;
