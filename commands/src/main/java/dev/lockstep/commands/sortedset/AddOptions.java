package dev.lockstep.commands.sortedset;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;

/** The options of ZADD: which members to touch, and what to do and answer. */
record AddOptions(
        boolean onlyNew,
        boolean onlyPresent,
        boolean onlyGreater,
        boolean onlyLess,
        boolean countChanged,
        boolean increment) {

    /** Reads all options and judges whether they and the pairs behind them go together. */
    static AddOptions parse(Args args, boolean increments) {
        AddOptions options = read(args, increments);
        int words = args.remaining();
        if (words == 0 || words % 2 != 0) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        if (options.onlyNew && options.onlyPresent) {
            throw new CommandException(ErrorKind.XX_AND_NX);
        }
        boolean compares = options.onlyGreater || options.onlyLess;
        if ((compares && options.onlyNew) || (options.onlyGreater && options.onlyLess)) {
            throw new CommandException(ErrorKind.GT_LT_AND_NX);
        }
        if (options.increment && words > 2) {
            throw new CommandException(ErrorKind.INCR_SINGLE_PAIR);
        }
        return options;
    }

    private static AddOptions read(Args args, boolean increments) {
        boolean nx = false;
        boolean xx = false;
        boolean gt = false;
        boolean lt = false;
        boolean ch = false;
        boolean incr = increments;
        while (args.hasNext() && args.peek().length() <= "INCR".length()) {
            if (args.skip("NX")) {
                nx = true;
            } else if (args.skip("XX")) {
                xx = true;
            } else if (args.skip("GT")) {
                gt = true;
            } else if (args.skip("LT")) {
                lt = true;
            } else if (args.skip("CH")) {
                ch = true;
            } else if (args.skip("INCR")) {
                incr = true;
            } else {
                break;
            }
        }
        return new AddOptions(nx, xx, gt, lt, ch, incr);
    }

    /** Whether {@code score} may take the place of {@code present}. */
    boolean allow(double score, double present) {
        return !(onlyGreater && score <= present) && !(onlyLess && score >= present);
    }
}
