@NullMarked
package dev.lockstep;

import org.jspecify.annotations.NullMarked;
