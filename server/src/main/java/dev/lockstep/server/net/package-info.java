/**
 * One thread that serves sockets: it reads, executes, writes, and looks at the clock, in turn. The
 * only package that uses Netty.
 */
@NullMarked
package dev.lockstep.server.net;

import org.jspecify.annotations.NullMarked;
