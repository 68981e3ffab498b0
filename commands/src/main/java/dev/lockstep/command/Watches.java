package dev.lockstep.command;

import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.KeyspaceListener;
import dev.lockstep.profile.Feature;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who watches which key. A watching client is marked when the key is touched, and EXEC then fails.
 */
public final class Watches implements KeyspaceListener {

    record WatchedKey(int db, Bytes key) {}

    /** A key that was past its deadline when the client came to watch it, and still is. */
    private record WatchedStale(Client client, WatchedKey key) {}

    private final Map<WatchedKey, Set<Client>> watchers = new HashMap<>();
    private final Set<WatchedStale> watchedStale = new HashSet<>();

    /** {@code client} watches {@code key} of {@code db} from now on. */
    public void watch(Client client, Db db, Bytes key) {
        WatchedKey watched = new WatchedKey(db.index(), key);
        if (watchers.computeIfAbsent(watched, k -> new LinkedHashSet<>()).add(client)) {
            client.watchedKeys().add(watched);
            if (client.context().has(Feature.WATCH_SEES_STALE_AS_MISSING) && db.isStale(key)) {
                watchedStale.add(new WatchedStale(client, watched));
            }
        }
    }

    /** How many keys somebody watches. */
    public int watchedKeys() {
        return watchers.size();
    }

    /** {@code client} watches nothing any more. */
    public void unwatchAll(Client client) {
        for (WatchedKey watched : client.watchedKeys()) {
            watchedStale.remove(new WatchedStale(client, watched));
            Set<Client> clients = watchers.get(watched);
            if (clients != null) {
                clients.remove(client);
                if (clients.isEmpty()) {
                    watchers.remove(watched);
                }
            }
        }
        client.watchedKeys().clear();
        client.setWatchBroken(false);
    }

    /**
     * Whether EXEC of {@code client} must not run: a watched key was touched, or has reached its
     * deadline meanwhile even if nobody has looked at it.
     */
    public boolean isBroken(ServerState server, Client client) {
        for (WatchedKey watched : client.watchedKeys()) {
            if (server.keyspace().db(watched.db).isStale(watched.key)
                    && !watchedStale.contains(new WatchedStale(client, watched))) {
                return true;
            }
        }
        return client.isWatchBroken();
    }

    @Override
    public void modified(Db db, Bytes key) {
        if (watchers.isEmpty()) {
            return;
        }
        WatchedKey watched = new WatchedKey(db.index(), key);
        for (Client client : watchers.getOrDefault(watched, Set.of())) {
            // For who saw it as missing, nothing changes when it goes.
            boolean goes = db.peekEvenExpired(key) == null;
            if (!(watchedStale.remove(new WatchedStale(client, watched)) && goes)) {
                client.setWatchBroken(true);
            }
        }
    }

    @Override
    public void flushing(Db db) {
        markIfThere(db, db);
    }

    /** A key is touched when it is there before or after. */
    @Override
    public void swapping(Db first, Db second) {
        markIfThere(first, first);
        markIfThere(first, second);
        markIfThere(second, first);
        markIfThere(second, second);
    }

    /** Marks who watches a key of {@code watchedDb} that {@code db} holds. */
    private void markIfThere(Db watchedDb, Db db) {
        List<WatchedKey> touched = new ArrayList<>();
        for (WatchedKey watched : watchers.keySet()) {
            if (watched.db == watchedDb.index() && db.exists(watched.key)) {
                touched.add(watched);
            }
        }
        touched.forEach(watched -> mark(watchers.get(watched)));
    }

    private static void mark(@org.jspecify.annotations.Nullable Set<Client> clients) {
        if (clients != null) {
            clients.forEach(client -> client.setWatchBroken(true));
        }
    }
}
