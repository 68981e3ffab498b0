package dev.lockstep.command;

import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.Locale;

/** Shows commands to the clients that have said MONITOR. */
final class MonitorFeed {

    private final ServerState server;

    MonitorFeed(ServerState server) {
        this.server = server;
    }

    void show(Client client, Command command, Bytes[] argv) {
        if (server.monitors().isEmpty()
                || command.has(Flag.SKIP_MONITOR)
                || command.has(Flag.ADMIN)) {
            return;
        }
        Reply line = new Reply.Status(Bytes.of(line(client, argv)));
        for (Client monitor : server.monitors()) {
            monitor.connection().send(line);
        }
    }

    private String line(Client client, Bytes[] argv) {
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
        for (Bytes argument : argv) {
            line.append(' ').append(argument);
        }
        return line.toString();
    }
}
