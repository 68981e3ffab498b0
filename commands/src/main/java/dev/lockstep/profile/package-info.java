/**
 * Which server is played: versions are data. Rows, error texts and options carry ranges; handlers
 * ask for a {@link dev.lockstep.profile.Feature} and never compare versions.
 */
@NullMarked
package dev.lockstep.profile;

import org.jspecify.annotations.NullMarked;
