package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;

/** Told what happens to keys, on the server's thread. */
public interface KeyspaceListener {

    /** The value, deadline or existence of {@code key} has changed: WATCH and caches care. */
    default void modified(Db db, Bytes key) {}

    /** A keyspace event, named as in Redis: {@code set}, {@code expired}, {@code del}. */
    default void event(KeyEvent kind, String name, Db db, Bytes key) {}

    /** All keys of {@code db} are about to go. */
    default void flushing(Db db) {}

    /** The keys of two databases are about to change places. */
    default void swapping(Db first, Db second) {}
}
