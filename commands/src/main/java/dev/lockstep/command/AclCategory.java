package dev.lockstep.command;

import java.util.Locale;

/** ACL categories, in the order in which {@code COMMAND INFO} prints them. */
public enum AclCategory {
    KEYSPACE,
    READ,
    WRITE,
    SET,
    SORTEDSET,
    LIST,
    HASH,
    STRING,
    BITMAP,
    HYPERLOGLOG,
    GEO,
    STREAM,
    PUBSUB,
    ADMIN,
    FAST,
    SLOW,
    BLOCKING,
    DANGEROUS,
    CONNECTION,
    TRANSACTION,
    SCRIPTING;

    private final String redisName = "@" + name().toLowerCase(Locale.ROOT);

    /** The name with its at sign. */
    public String redisName() {
        return redisName;
    }
}
