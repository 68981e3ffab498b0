/** The samples of the README, as tests. */
@NullMarked
package dev.lockstep.conformance.readme;

import org.jspecify.annotations.NullMarked;
