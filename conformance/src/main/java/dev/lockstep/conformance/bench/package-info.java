/**
 * A benchmark that anyone can run: a real server and Lockstep side by side, in turn, with the same
 * load. It prints ratios, because only a comparison in one run means something on a busy machine.
 * Run it with {@code conformance/benchmark}.
 */
@NullMarked
package dev.lockstep.conformance.bench;

import org.jspecify.annotations.NullMarked;
