/**
 * The same calls on Lockstep and on real servers, compared. Owns transcripts, the servers that are
 * compared, and the comparison. Of Lockstep it sees what any user sees: the public API.
 */
@NullMarked
package dev.lockstep.conformance;

import org.jspecify.annotations.NullMarked;
