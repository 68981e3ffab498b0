package dev.lockstep.conformance.check;

import java.util.Arrays;
import java.util.Optional;

/** Something about a script that is worth a look, though it may be meant. */
enum Advice {
    KEY_NOT_NAMED(
            "LC101",
            "touches a key that is not in KEYS",
            "A cluster finds the node by KEYS, and so do ACLs and proxies."),
    OTHER_SLOT(
            "LC102",
            "keys are in different slots",
            "A cluster refuses them; a hash tag, {user:1}:a and {user:1}:b, keeps them together."),
    NO_TTL(
            "LC103",
            "writes a key without a time to live",
            "What nobody deletes stays, one key for each user or address that ever came."),
    CALLERS_CLOCK(
            "LC104",
            "takes the time from its caller",
            "Callers' clocks differ, and the one that is ahead wins; redis.call('TIME') is the"
                    + " same for all."),
    SPLIT_UPDATE(
            "LC105",
            "decides without counting, or writes what its caller worked out",
            "Between two calls somebody else may write: one script should do both."),
    GROWING_WORK(
            "LC106",
            "work grows with what is stored",
            "Everybody waits while a script runs, and it runs longer with each element."),
    REFUSED_AS_READ_ONLY(
            "LC107",
            "says that it does not write, and writes",
            "The server refuses the command: the flag no-writes has to go, or the command."),
    REFUSED_ON_CLUSTER(
            "LC108",
            "calls what a cluster does not have",
            "A node of a cluster has one database and its own keys only."),
    FLOAT_STATE(
            "LC109",
            "fractions are not written alike by all versions",
            "Two servers, or a test and production, do not hold the same text; whole numbers,"
                    + " or string.format, are the same everywhere.");

    private final String number;
    private final String title;
    private final String reason;

    Advice(String number, String title, String reason) {
        this.number = number;
        this.title = title;
        this.reason = reason;
    }

    /** By which it can be ignored. */
    String number() {
        return number;
    }

    /** What was seen, in a few words. */
    String title() {
        return title;
    }

    /** Why it is worth a look. */
    String reason() {
        return reason;
    }

    static Optional<Advice> numbered(String number) {
        return Arrays.stream(values()).filter(it -> it.number.equals(number)).findFirst();
    }

    /**
     * Advice on one script.
     *
     * @param detail what exactly was seen
     */
    record Given(Advice advice, String detail) {
        @Override
        public String toString() {
            return advice.number() + " " + advice.title() + ": " + detail;
        }
    }
}
