/**
 * The data: databases, their entries with deadlines, the values of each type, and who watches a
 * key. Confined to the server's thread, so nothing here is synchronized. Knows no command.
 */
@NullMarked
package dev.lockstep.keyspace;

import org.jspecify.annotations.NullMarked;
