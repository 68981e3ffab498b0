/**
 * What every command goes through: rows that describe it, the dispatcher that judges and runs it,
 * the state of a server and of its clients. Knows no single command and no socket; confined to the
 * server's thread.
 */
@NullMarked
package dev.lockstep.command;

import org.jspecify.annotations.NullMarked;
