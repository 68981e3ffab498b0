package dev.lockstep.command;

/** How important a line of the server's log is, in ascending order. */
public enum LogLevel {
    DEBUG,
    VERBOSE,
    NOTICE,
    WARNING;

    /** Whether it is logged when the setting {@code loglevel} is {@code setting}. */
    boolean isIn(String setting) {
        for (LogLevel lowest : values()) {
            if (lowest.name().equalsIgnoreCase(setting)) {
                return compareTo(lowest) >= 0;
            }
        }
        return false; // "nothing"
    }
}
