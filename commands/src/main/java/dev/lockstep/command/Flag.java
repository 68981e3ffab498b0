package dev.lockstep.command;

import java.util.Locale;

/** The flags of a row, in the order in which {@code COMMAND INFO} prints them. */
public enum Flag {
    WRITE,
    READONLY,
    DENYOOM,
    MODULE,
    ADMIN,
    PUBSUB,
    NOSCRIPT,
    RANDOM,
    SORT_FOR_SCRIPT,
    BLOCKING,
    LOADING,
    STALE,
    SKIP_MONITOR,
    SKIP_SLOWLOG,
    ASKING,
    FAST,
    NO_AUTH,
    MAY_REPLICATE,
    NO_MANDATORY_KEYS,
    PROTECTED,
    NO_ASYNC_LOADING,
    NO_MULTI,
    /** Follows from the key specifications; rows need not say it. */
    MOVABLEKEYS,
    ALLOW_BUSY,
    /** Runs inside MULTI instead of being queued; not printed. */
    NEVER_QUEUED;

    private final String redisName = name().toLowerCase(Locale.ROOT);

    public String redisName() {
        return redisName;
    }

    public boolean isPrinted() {
        return this != NEVER_QUEUED;
    }
}
