package dev.lockstep.commands.string;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of SET and GETEX. Only the syntax is judged here, not the number of a time. */
record SetOptions(
        Condition condition,
        boolean get,
        boolean keepTtl,
        boolean persist,
        @Nullable Expiry expiry) {

    /** Whether SET depends on the key being there. */
    enum Condition {
        ALWAYS,
        /** NX. */
        IF_MISSING,
        /** XX. */
        IF_PRESENT;

        boolean holds(boolean exists) {
            return this == ALWAYS || exists == (this == IF_PRESENT);
        }
    }

    private static final List<Expiry.Unit> UNITS = List.of(Expiry.Unit.values());

    private static final SetOptions NONE =
            new SetOptions(Condition.ALWAYS, false, false, false, null);

    /** Reads the options of SET. */
    static SetOptions ofSet(Args args, boolean getWithNx) {
        if (!args.hasNext()) {
            return NONE;
        }
        SetOptions options = NONE;
        while (args.hasNext()) {
            options = options.andSet(args.next(), args);
        }
        if (options.get && options.condition == Condition.IF_MISSING && !getWithNx) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        return options;
    }

    /** Reads the options of GETEX. */
    static SetOptions ofGetEx(Args args) {
        SetOptions options = NONE;
        while (args.hasNext()) {
            Bytes word = args.next();
            if (options.expiry == null && word.equalsIgnoreCase("PERSIST")) {
                options = new SetOptions(Condition.ALWAYS, false, false, true, null);
            } else {
                options = options.andExpiry(word, args);
            }
        }
        return options;
    }

    private SetOptions andSet(Bytes word, Args args) {
        if (word.equalsIgnoreCase("NX") && condition != Condition.IF_PRESENT) {
            return new SetOptions(Condition.IF_MISSING, get, keepTtl, persist, expiry);
        }
        if (word.equalsIgnoreCase("XX") && condition != Condition.IF_MISSING) {
            return new SetOptions(Condition.IF_PRESENT, get, keepTtl, persist, expiry);
        }
        if (word.equalsIgnoreCase("GET")) {
            return new SetOptions(condition, true, keepTtl, persist, expiry);
        }
        if (word.equalsIgnoreCase("KEEPTTL") && expiry == null) {
            return new SetOptions(condition, get, true, persist, null);
        }
        return andExpiry(word, args);
    }

    /** A time excludes another one and whatever else is about the deadline. */
    private SetOptions andExpiry(Bytes word, Args args) {
        for (Expiry.Unit unit : UNITS) {
            if (word.equalsIgnoreCase(unit.name()) && allows(unit)) {
                return new SetOptions(condition, get, false, false, new Expiry(unit, args.next()));
            }
        }
        throw new CommandException(ErrorKind.SYNTAX);
    }

    private boolean allows(Expiry.Unit unit) {
        return !keepTtl && !persist && (expiry == null || expiry.unit() == unit);
    }
}
