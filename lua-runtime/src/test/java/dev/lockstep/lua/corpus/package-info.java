/** Scripts with the replies of real servers, run on the engine inside a stand-in for a server. */
@NullMarked
package dev.lockstep.lua.corpus;

import org.jspecify.annotations.NullMarked;
