/** What settings there are, and which values they take: data about {@code redis.conf}. */
@NullMarked
package dev.lockstep.command.config;

import org.jspecify.annotations.NullMarked;
