package dev.lockstep.command;

import java.util.EnumSet;
import java.util.Set;

/** The groups of commands as {@code COMMAND DOCS} names them. */
public enum Group {
    GENERIC("generic", AclCategory.KEYSPACE),
    STRING("string", AclCategory.STRING),
    LIST("list", AclCategory.LIST),
    SET("set", AclCategory.SET),
    SORTED_SET("sorted-set", AclCategory.SORTEDSET),
    HASH("hash", AclCategory.HASH),
    PUBSUB("pubsub"),
    TRANSACTIONS("transactions", AclCategory.TRANSACTION),
    CONNECTION("connection", AclCategory.CONNECTION),
    SERVER("server"),
    SCRIPTING("scripting", AclCategory.SCRIPTING),
    HYPERLOGLOG("hyperloglog", AclCategory.HYPERLOGLOG),
    CLUSTER("cluster"),
    GEO("geo", AclCategory.GEO),
    STREAM("stream", AclCategory.STREAM),
    BITMAP("bitmap", AclCategory.BITMAP),
    MODULE("module");

    private final String redisName;
    private final Set<AclCategory> categories = EnumSet.noneOf(AclCategory.class);

    Group(String redisName, AclCategory... categories) {
        this.redisName = redisName;
        this.categories.addAll(Set.of(categories));
    }

    public String redisName() {
        return redisName;
    }

    /** The categories of a command of this group whose row names none. */
    Set<AclCategory> categories() {
        return categories;
    }
}
