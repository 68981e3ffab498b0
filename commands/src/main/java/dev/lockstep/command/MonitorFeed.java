package dev.lockstep.command;

import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Shows commands to the clients that have said MONITOR. One that asks for something itself sees it
 * after the reply.
 */
final class MonitorFeed {

    private final ServerState server;
    private final List<Reply> ownLines = new ArrayList<>();

    MonitorFeed(ServerState server) {
        this.server = server;
    }

    void show(Client client, Command command, Bytes[] argv) {
        if (!server.monitors().isEmpty()
                && !command.has(Flag.SKIP_MONITOR)
                && !command.has(Flag.ADMIN)
                && !command.has(Flag.UNLISTED)) {
            showAnyway(client, command, argv);
        }
    }

    /** Shows even a command that says by its flags that it is not shown. */
    void showAnyway(Client client, Command command, Bytes[] argv) {
        if (server.monitors().isEmpty()) {
            return;
        }
        Reply line = new Reply.Status(Bytes.of(line(client, command, argv)));
        for (Client monitor : server.monitors()) {
            if (monitor == client) {
                ownLines.add(line);
            } else {
                monitor.sendLate(line);
            }
        }
    }

    /** {@code reply}, followed by what its client has to be shown of itself. */
    Reply withOwnLines(Reply reply) {
        if (ownLines.isEmpty()) {
            return reply;
        }
        List<Reply> all = new ArrayList<>();
        if (reply != Reply.NONE) {
            all.add(reply);
        }
        all.addAll(ownLines);
        ownLines.clear();
        return all.size() == 1 ? all.get(0) : new Reply.Sequence(all);
    }

    private String line(Client client, Command command, Bytes[] argv) {
        long micros = server.nowNanos() / 1000;
        String source = client.caller() == Caller.SCRIPT ? "lua" : client.connection().address();
        StringBuilder line = new StringBuilder();
        line.append(
                String.format(
                        Locale.ROOT,
                        "%d.%06d [%d %s]",
                        micros / 1_000_000,
                        micros % 1_000_000,
                        client.db(),
                        source));
        for (Bytes word : Secrets.redacted(server.profile(), command, argv)) {
            line.append(' ').append(word);
        }
        return line.toString();
    }
}
