@NullMarked
package dev.lockstep.commands.transactions;

import org.jspecify.annotations.NullMarked;
