package dev.lockstep.commands.connection;

import dev.lockstep.command.Client;
import dev.lockstep.command.Command;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.PubSub.Kind;
import dev.lockstep.profile.Profile;
import dev.lockstep.profile.Range;
import dev.lockstep.value.Bytes;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The line that CLIENT INFO and CLIENT LIST show of a client. Sizes of memory are those of an idle
 * client of the real server: nothing here is allocated as there.
 */
final class ClientLine {

    /** A field, the servers that show it, and its text. */
    private record Field(
            String name, Range range, BiFunction<CommandContext, Client, Object> value) {}

    private static final int FIRST_FILE_DESCRIPTOR = 7;
    private static final int REPLY_BUFFER = 16384;

    private static final List<Field> FIELDS =
            List.of(
                    field("id", (ctx, client) -> client.id()),
                    field("addr", (ctx, client) -> client.connection().address()),
                    field("laddr", (ctx, client) -> client.connection().localAddress()),
                    field("fd", (ctx, client) -> FIRST_FILE_DESCRIPTOR + client.id()),
                    field("name", (ctx, client) -> client.name().latin1()),
                    field("age", (ctx, client) -> secondsSince(ctx, client.createdMillis())),
                    field("idle", (ctx, client) -> secondsSince(ctx, client.lastCommandMillis())),
                    field("flags", (ctx, client) -> flags(client)),
                    field("db", (ctx, client) -> client.db()),
                    field("sub", (ctx, client) -> client.subscriptions(Kind.CHANNEL).size()),
                    field("psub", (ctx, client) -> client.subscriptions(Kind.PATTERN).size()),
                    field(
                            "ssub",
                            Range.since("7.0"),
                            (ctx, client) -> client.subscriptions(Kind.SHARD_CHANNEL).size()),
                    field("multi", (ctx, client) -> queued(client)),
                    field("watch", Range.since("7.2"), (ctx, client) -> client.watchedKeyCount()),
                    field("qbuf", (ctx, client) -> client.connection().queryBufferLength()),
                    field("qbuf-free", (ctx, client) -> 0),
                    field("argv-mem", (ctx, client) -> 0),
                    field("multi-mem", Range.since("7.0"), (ctx, client) -> 0),
                    field("rbs", Range.since("7.0"), (ctx, client) -> REPLY_BUFFER),
                    field("rbp", Range.since("7.0"), (ctx, client) -> REPLY_BUFFER),
                    field("obl", (ctx, client) -> 0),
                    field("oll", (ctx, client) -> 0),
                    field("omem", (ctx, client) -> client.connection().outputBufferLength()),
                    field("tot-mem", (ctx, client) -> client.memory()),
                    field("events", (ctx, client) -> "r"),
                    field("cmd", ClientLine::lastCommand),
                    field("user", (ctx, client) -> "default"),
                    field("redir", (ctx, client) -> -1),
                    field("resp", Range.since("7.0"), (ctx, client) -> client.protocol()),
                    field(
                            "lib-name",
                            Range.since("7.2"),
                            (ctx, client) -> client.libraryName().latin1()),
                    field(
                            "lib-ver",
                            Range.since("7.2"),
                            (ctx, client) -> client.libraryVersion().latin1()),
                    field("io-thread", Range.REDIS.from("8.0"), (ctx, client) -> 0),
                    field(
                            "tot-net-in",
                            Range.VALKEY,
                            (ctx, client) -> client.connection().bytesReceived()),
                    field(
                            "tot-net-out",
                            Range.VALKEY,
                            (ctx, client) -> client.connection().bytesSent()),
                    field("tot-cmds", Range.VALKEY, (ctx, client) -> client.commandsRun()));

    private ClientLine() {}

    private static Field field(String name, BiFunction<CommandContext, Client, Object> value) {
        return new Field(name, Range.ALL, value);
    }

    private static Field field(
            String name, Range range, BiFunction<CommandContext, Client, Object> value) {
        return new Field(name, range, value);
    }

    /** The lines of {@code clients}, each ended by a line feed. */
    static Bytes of(CommandContext ctx, Iterable<Client> clients) {
        StringBuilder lines = new StringBuilder();
        for (Client client : clients) {
            append(lines, ctx, client);
        }
        return Bytes.latin1(lines.toString());
    }

    private static void append(StringBuilder line, CommandContext ctx, Client client) {
        Profile profile = ctx.profile();
        String separator = "";
        for (Field field : FIELDS) {
            if (profile.in(field.range)) {
                line.append(separator).append(field.name).append('=');
                line.append(field.value.apply(ctx, client));
                separator = " ";
            }
        }
        line.append('\n');
    }

    private static long secondsSince(CommandContext ctx, long millis) {
        return Math.max(0, ctx.nowMillis() - millis) / 1000;
    }

    private static int queued(Client client) {
        return client.transaction() == null ? -1 : client.transaction().commands().size();
    }

    private static String lastCommand(CommandContext ctx, Client client) {
        Command command = client.lastCommand();
        return command == null ? "NULL" : command.shownName(ctx.profile());
    }

    private static String flags(Client client) {
        StringBuilder flags = new StringBuilder();
        append(flags, client.isMonitor(), 'O');
        append(flags, client.isSubscribed(), 'P');
        append(flags, client.transaction() != null, 'x');
        append(flags, client.isBlocked(), 'b');
        append(flags, client.isWatchBroken(), 'd');
        append(flags, client.isClosing(), 'c');
        append(flags, client.isNoEvict(), 'e');
        append(flags, client.isNoTouch(), 'T');
        return flags.length() == 0 ? "N" : flags.toString();
    }

    private static void append(StringBuilder flags, boolean holds, char letter) {
        if (holds) {
            flags.append(letter);
        }
    }
}
