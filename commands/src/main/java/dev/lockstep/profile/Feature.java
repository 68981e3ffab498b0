package dev.lockstep.profile;

/** A difference between servers that a handler has to know, each with the servers that have it. */
public enum Feature {
    /** Doubles are printed in the shortest form that reads back, not with 17 digits. */
    SHORTEST_DOUBLES(Range.since("7.2")),
    /** Each subcommand has a row of its own, with its own arity and flags. */
    SUBCOMMAND_ROWS(Range.since("7.0")),
    /** Small hashes and sorted sets are listpacks, formerly ziplists. */
    LISTPACK(Range.since("7.0")),
    /** TIME answers the same within one script or transaction. */
    FROZEN_SCRIPT_TIME(Range.since("7.2"));

    private final Range range;

    Feature(Range range) {
        this.range = range;
    }

    public Range range() {
        return range;
    }
}
