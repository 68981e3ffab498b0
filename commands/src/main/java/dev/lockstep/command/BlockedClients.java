package dev.lockstep.command;

import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.KeyspaceListener;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Clients that wait for keys to hold something, as those who have said BLPOP or XREAD. Whoever has
 * waited for a key the longest is served first.
 *
 * <p>A handler describes what it does as a {@link KeyWait} and runs that.
 *
 * <p>A key that appears is signalled by itself, whichever command made it. One that adds to a value
 * that is there already, as XADD does, calls {@link #signal}. Who waits for a signalled key is
 * served after the command, transaction or script, keys in the order in which they were signalled.
 */
public final class BlockedClients implements KeyspaceListener {

    private record Place(int db, Bytes key) {}

    private final ServerState server;
    private final Map<Place, Set<Waiting>> waitingAt = new LinkedHashMap<>();
    private final Map<Value.Type, Integer> waitingFor = new EnumMap<>(Value.Type.class);
    private final Set<Place> signalled = new LinkedHashSet<>();
    private boolean serving;

    BlockedClients(ServerState server) {
        this.server = server;
    }

    /** A client and what it waits for. */
    private final class Waiting implements Client.Blocked {
        private final Client client;
        private final int db;
        private final KeyWait wait;

        Waiting(Client client, KeyWait wait) {
            this.client = client;
            this.db = client.db();
            this.wait = wait;
        }

        void enqueue() {
            waitingFor.merge(wait.type(), 1, Integer::sum);
            for (Bytes key : wait.keys()) {
                waitingAt.computeIfAbsent(new Place(db, key), p -> new LinkedHashSet<>()).add(this);
            }
        }

        void dequeue() {
            waitingFor.merge(wait.type(), -1, Integer::sum);
            for (Bytes key : wait.keys()) {
                Place place = new Place(db, key);
                Set<Waiting> others = waitingAt.get(place);
                if (others != null && others.remove(this) && others.isEmpty()) {
                    waitingAt.remove(place);
                }
            }
        }

        boolean wants(@Nullable Entry entry) {
            return wait.caresForMissingKey() || holds(entry, wait.type());
        }

        boolean isOver() {
            return client.blocked() != this;
        }

        @Override
        public Reply timedOut() {
            return Reply.NIL_ARRAY;
        }

        @Override
        public void cancelled() {
            dequeue();
        }
    }

    private static boolean holds(@Nullable Entry entry, Value.Type type) {
        return entry != null && entry.value().type() == type;
    }

    /** As {@link KeyWait#orBlock}. */
    Reply run(CommandContext ctx, KeyWait wait, long deadlineNanos) {
        Reply reply = wait.attempt(ctx, wait.keys());
        if (reply != null) {
            return reply;
        }
        if (ctx.client().caller() != Caller.CLIENT) {
            return wait.nothing();
        }
        Waiting waiting = new Waiting(ctx.client(), wait);
        waiting.enqueue();
        server.block(ctx.client(), waiting, deadlineNanos);
        return Reply.NONE;
    }

    /** Has those served who wait for {@code key}, after the command at hand. */
    public void signal(Db db, Bytes key) {
        if (!waitingAt.isEmpty()) {
            signal(new Place(db.index(), key), db.peekEvenExpired(key));
        }
    }

    /**
     * It is enough that somebody waits for the key, and somebody for the type that it holds: what
     * it holds may be another by the time that it is looked at, but its turn stays.
     */
    private void signal(Place place, @Nullable Entry entry) {
        Collection<Waiting> waiting = waitingAt(place);
        boolean wanted = entry != null && waitingFor.getOrDefault(entry.value().type(), 0) > 0;
        if ((wanted && !waiting.isEmpty())
                || waiting.stream().anyMatch(one -> one.wait.caresForMissingKey())) {
            signalled.add(place);
        }
    }

    private Collection<Waiting> waitingAt(Place place) {
        return waitingAt.getOrDefault(place, Set.of());
    }

    /** How many keys somebody waits for. */
    public int keyCount() {
        return waitingAt.size();
    }

    /** For how many keys somebody waits who wants to know when they are gone. */
    public long missingKeyCount() {
        return waitingAt.values().stream()
                .filter(all -> all.stream().anyMatch(one -> one.wait.caresForMissingKey()))
                .count();
    }

    // What happens to keys

    @Override
    public void event(KeyEvent kind, String name, Db db, Bytes key) {
        if (kind == KeyEvent.NEW) {
            signal(db, key);
        }
    }

    @Override
    public void modified(Db db, Bytes key) {
        if (waitingAt.isEmpty()) {
            return;
        }
        Place place = new Place(db.index(), key);
        Entry entry = db.peekEvenExpired(key);
        for (Waiting waiting : waitingAt(place)) {
            if (waiting.wait.caresForMissingKey() && !holds(entry, waiting.wait.type())) {
                signalled.add(place);
            }
        }
    }

    @Override
    public void flushing(Db db) {
        for (Place place : waitingAt.keySet()) {
            if (place.db == db.index()) {
                signal(place, null);
            }
        }
    }

    @Override
    public void swapping(Db first, Db second) {
        for (Place place : waitingAt.keySet()) {
            if (place.db == first.index()) {
                signal(place, second.peekEvenExpired(place.key));
            } else if (place.db == second.index()) {
                signal(place, first.peekEvenExpired(place.key));
            }
        }
    }

    // Serving

    /** Serves who waits for what has been signalled, and for what that signals in turn. */
    void serve() {
        if (signalled.isEmpty() || serving || server.runningScript() != null) {
            return;
        }
        serving = true;
        try {
            while (!signalled.isEmpty()) {
                Iterator<Place> places = signalled.iterator();
                Place next = places.next();
                places.remove();
                serve(next);
            }
        } finally {
            serving = false;
        }
    }

    /** Serves each client once at most: one that goes on waiting must not come round again. */
    private void serve(Place place) {
        Db db = server.keyspace().db(place.db);
        Entry atFirst = db.peek(place.key);
        boolean skippedGoLast = server.profile().has(Feature.SKIPPED_CLIENTS_GO_LAST);
        for (Waiting waiting : new ArrayList<>(waitingAt(place))) {
            if (waiting.isOver()) {
                continue;
            }
            Entry now = db.peek(place.key);
            if (waiting.wants(now)) {
                serve(waiting, place.key);
            } else if (skippedGoLast && atFirst != null) {
                boolean emptied = now == null && holds(atFirst, Value.Type.ZSET);
                if (emptied || holds(atFirst, waiting.wait.type())) {
                    break; // for a list that is found out only by one who wants some of it
                }
                moveToEnd(place, waiting);
            }
        }
    }

    private void moveToEnd(Place place, Waiting waiting) {
        Collection<Waiting> all = waitingAt(place);
        all.remove(waiting);
        all.add(waiting);
    }

    private void serve(Waiting waiting, Bytes key) {
        Client client = waiting.client;
        boolean reruns = server.profile().has(Feature.BLOCKED_COMMANDS_RUN_AGAIN);
        if (reruns && server.dispatcher().postponesAgain(client)) {
            server.unblock(client, null);
            return;
        }
        List<Bytes> keys = reruns ? waiting.wait.keys() : List.of(key);
        Reply reply = server.dispatcher().runAgain(client, waiting.wait, keys);
        if (reply != null) {
            server.unblock(client, reply);
        } else if (reruns) { // it has blocked anew, behind the others
            waiting.dequeue();
            waiting.enqueue();
        }
    }
}
