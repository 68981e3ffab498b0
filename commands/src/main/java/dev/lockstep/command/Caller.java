package dev.lockstep.command;

/** Who asks for a command: the differences between them are the dispatcher's. */
public enum Caller {
    /** A connection, one command at a time. */
    CLIENT,
    /** EXEC, with what was queued. */
    EXEC,
    /** A script, through {@code redis.call}. */
    SCRIPT
}
