/** Tests of the virtual machine that look inside. */
@NullMarked
package dev.lockstep.lua.vm;

import org.jspecify.annotations.NullMarked;
