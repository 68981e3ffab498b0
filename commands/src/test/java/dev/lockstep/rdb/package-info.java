@NullMarked
package dev.lockstep.rdb;

import org.jspecify.annotations.NullMarked;
