package dev.lockstep.lua.commands;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;
import java.util.List;

/** The keys of a script or function, and what comes after them. */
record ScriptArguments(List<Bytes> keys, List<Bytes> values) {

    /**
     * The rest of {@code args}, of which the first {@code keyCount} are keys.
     *
     * @throws CommandException when there are not so many, or the number is negative
     */
    static ScriptArguments of(long keyCount, Args args) {
        if (keyCount > args.remaining()) {
            throw new CommandException(ErrorKind.KEY_COUNT_TOO_HIGH);
        }
        if (keyCount < 0) {
            throw new CommandException(ErrorKind.NEGATIVE_KEY_COUNT);
        }
        List<Bytes> rest = args.rest();
        return new ScriptArguments(
                rest.subList(0, (int) keyCount), rest.subList((int) keyCount, rest.size()));
    }
}
