package dev.lockstep.commands.string;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;

/** A time as SET, SETEX and GETEX take it: a unit, and a number that is read later. */
record Expiry(Unit unit, Bytes number) {

    private static final long MILLIS_PER_SECOND = 1000;

    /** How a number tells a deadline. */
    enum Unit {
        EX(MILLIS_PER_SECOND, false),
        PX(1, false),
        EXAT(MILLIS_PER_SECOND, true),
        PXAT(1, true);

        private final long millis;
        private final boolean absolute;

        Unit(long millis, boolean absolute) {
            this.millis = millis;
            this.absolute = absolute;
        }

        /** Whether the number counts from the epoch. */
        boolean isAbsolute() {
            return absolute;
        }
    }

    /**
     * The deadline in milliseconds since the epoch, which may be past when the unit is absolute.
     *
     * @param command the command's name, for the error
     */
    long deadlineMillis(CommandContext ctx, String command) {
        long value = Args.toLong(number);
        if (value <= 0 || value > Long.MAX_VALUE / unit.millis) {
            throw new CommandException(ErrorKind.INVALID_EXPIRE, command);
        }
        long millis = value * unit.millis;
        if (unit.absolute) {
            return millis;
        }
        if (millis > Long.MAX_VALUE - ctx.nowMillis()) {
            throw new CommandException(ErrorKind.INVALID_EXPIRE, command);
        }
        return ctx.nowMillis() + millis;
    }
}
