package dev.lockstep.command;

import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a handler works with: its client, the database that client has selected, the server, and the
 * one time of the running command. Valid during the call, on the server's thread.
 */
public final class CommandContext {

    private final ServerState server;
    private final Client client;

    CommandContext(ServerState server, Client client) {
        this.server = server;
        this.client = client;
    }

    public ServerState server() {
        return server;
    }

    public Client client() {
        return client;
    }

    public Profile profile() {
        return server.profile();
    }

    public boolean has(Feature feature) {
        return server.profile().has(feature);
    }

    public Config config() {
        return server.config();
    }

    /** The selected database. */
    public Db db() {
        return server.keyspace().db(client.db());
    }

    /** The entry of {@code key}, of which a copy or a part is to be stored elsewhere. */
    public @Nullable Entry source(Bytes key) {
        return has(Feature.READS_SOURCES) ? db().find(key) : db().findForWrite(key);
    }

    /** The server's seeded generator: nothing random may come from elsewhere. */
    public RandomGenerator random() {
        return server.random();
    }

    /** Milliseconds since the epoch; stands still while a command, script or transaction runs. */
    public long nowMillis() {
        return server.nowMillis();
    }

    /** As {@link #nowMillis} in microseconds. */
    public long nowMicros() {
        return server.nowNanos() / 1000;
    }

    /** As {@link #nowMillis} in nanoseconds. */
    public long nowNanos() {
        return server.nowNanos();
    }

    /** Tells watchers and caches that {@code key} of the selected database has changed. */
    public void modified(Bytes key) {
        server.modified(db(), key);
    }

    /** Tells that {@code key} has changed, and sends the keyspace event {@code name}. */
    public void modified(KeyEvent kind, String name, Bytes key) {
        modified(key);
        notify(kind, name, key);
    }

    /** As {@link #modified(KeyEvent, String, Bytes)}, for so many changes within the key. */
    public void modified(KeyEvent kind, String name, Bytes key, int changes) {
        modified(kind, name, key);
        server.countChanges(changes - 1L);
    }

    /**
     * So many elements have gone from the collection at {@code key}: says so, and deletes the key
     * when it is {@code emptied}.
     */
    public void shrunk(KeyEvent kind, String name, Bytes key, boolean emptied, int changes) {
        if (emptied) {
            db().remove(key);
        }
        modified(kind, name, key, changes);
        if (emptied) {
            notify(KeyEvent.GENERIC, "del", key);
        }
    }

    /**
     * Puts {@code result} in place of what is at {@code destination}, or deletes that when there is
     * no result.
     */
    public void store(Bytes destination, @Nullable Value result, KeyEvent kind, String name) {
        if (result != null) {
            db().put(destination, result);
            modified(kind, name, destination);
        } else if (db().remove(destination) != null) {
            modified(KeyEvent.GENERIC, "del", destination);
        }
    }

    /** Sends the keyspace event {@code name} for {@code key} of the selected database. */
    public void notify(KeyEvent kind, String name, Bytes key) {
        server.keyspace().event(kind, name, db(), key);
    }
}
