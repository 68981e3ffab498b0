package dev.lockstep.command;

import java.util.List;

/** A family of commands, whose rows are made when they are first wanted. */
@FunctionalInterface
public interface CommandFamily {

    /** The rows of the family; every call returns the same. */
    List<CommandSpec> rows();
}
