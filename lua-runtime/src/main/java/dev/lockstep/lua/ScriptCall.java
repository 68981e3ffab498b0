package dev.lockstep.lua;

import org.jspecify.annotations.Nullable;

/** A call of a {@link ScriptFunction}: its arguments, and who calls. Valid during the call. */
public interface ScriptCall {

    /** The number of arguments. */
    int count();

    /** Argument {@code index}, counted from 0; there must be so many. */
    @Nullable Object get(int index);

    /** The chunk name of the caller, or {@code =[C]} if that is a host function. */
    String callerSource();

    /** The line at which the caller calls, or -1 if it is a host function. */
    int callerLine();
}
