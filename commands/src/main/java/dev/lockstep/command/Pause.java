package dev.lockstep.command;

import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.time.TimerQueue.Timer;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CLIENT PAUSE: commands are put off until it ends, and no key is deleted by its deadline. */
public final class Pause {

    /** Which commands a pause puts off. */
    public enum Kind {
        WRITE,
        ALL
    }

    private final ServerState server;
    private final List<Client> waiting = new ArrayList<>();
    private @Nullable Kind kind;
    private long endNanos;
    private @Nullable Timer timer;

    Pause(ServerState server) {
        this.server = server;
    }

    /**
     * Puts commands off until {@code untilNanos}; a pause that lasts longer, or is wider, stays.
     */
    public void begin(Kind wanted, long untilNanos) {
        if (kind == null || wanted == Kind.ALL) {
            kind = wanted;
        }
        server.keyspace().setKeepsExpired(true);
        if (timer == null || untilNanos > endNanos) {
            if (timer != null) {
                timer.cancel();
            }
            endNanos = untilNanos;
            timer = server.timers().at(untilNanos, this::end);
        }
    }

    /** Ends the pause, and runs what was put off in the order of arrival. */
    public void end() {
        if (timer != null) {
            timer.cancel();
        }
        timer = null;
        kind = null;
        server.keyspace().setKeepsExpired(false);
        List<Client> resumed = new ArrayList<>(waiting);
        waiting.clear();
        resumed.forEach(this::resume);
    }

    private void resume(Client client) {
        Bytes[] argv = client.postponed();
        if (argv == null) {
            return;
        }
        client.setPostponed(null);
        Reply reply = server.dispatcher().execute(client, argv);
        client.connection().send(reply);
        if (!client.isBlocked()) {
            client.connection().resume();
        }
    }

    /**
     * Sends {@code error} to {@code client}, which CLIENT UNBLOCK lets go. Older servers run its
     * command at the end of the pause all the same.
     *
     * @return false when the client does not wait for the end
     */
    public boolean unblock(Client client, Reply error) {
        if (client.postponed() == null) {
            return false;
        }
        client.connection().send(client.orSilence(error));
        if (server.profile().has(Feature.UNBLOCKING_DROPS_POSTPONED)) {
            client.setPostponed(null);
            waiting.remove(client);
            client.connection().resume();
        }
        return true;
    }

    public boolean isActive() {
        return kind != null;
    }

    /** What is put off, or null when nothing is. */
    public @Nullable Kind kind() {
        return kind;
    }

    /** When the pause ends, in nanoseconds since the epoch. */
    public long endNanos() {
        return endNanos;
    }

    /** Puts {@code argv} off if the pause is about such a command. */
    boolean postpones(Client client, Command command, Bytes[] argv) {
        if (command.fullName().equals("quit")) {
            return false;
        }
        if (kind == null || (kind == Kind.WRITE && !mayWrite(client, command))) {
            return false;
        }
        client.setPostponed(argv);
        waiting.add(client);
        return true;
    }

    private static boolean mayWrite(Client client, Command command) {
        if (command.has(Flag.WRITE) || command.has(Flag.MAY_REPLICATE)) {
            return true;
        }
        Transaction transaction = client.transaction();
        return transaction != null
                && command.isExec()
                && transaction.commands().stream()
                        .anyMatch(
                                queued ->
                                        queued.command().has(Flag.WRITE)
                                                || queued.command().has(Flag.MAY_REPLICATE));
    }
}
