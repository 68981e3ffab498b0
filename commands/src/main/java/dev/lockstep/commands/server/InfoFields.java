package dev.lockstep.commands.server;

import static java.util.Map.entry;

import dev.lockstep.command.Client;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.PubSub.Kind;
import dev.lockstep.command.ServerState;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** The fields of INFO that the server knows, each with what it shows. */
final class InfoFields {

    private static final long MILLIS_PER_SECOND = 1000;
    private static final long NANOS_PER_MICRO = 1000;
    private static final long SECONDS_PER_DAY = 24 * 60 * 60;

    /** The clock by which keys are evicted counts seconds in 24 bits. */
    private static final long LRU_CLOCK_MASK = 0xFFFFFF;

    private static final Map<String, Function<ServerState, Object>> VALUES =
            Map.ofEntries(
                    // Server
                    entry("process_id", server -> ProcessHandle.current().pid()),
                    entry("run_id", server -> server.runId().latin1()),
                    entry("tcp_port", server -> server.host().port()),
                    entry("server_time_usec", server -> server.nowNanos() / NANOS_PER_MICRO),
                    entry("uptime_in_seconds", InfoFields::uptimeSeconds),
                    entry("uptime_in_days", server -> uptimeSeconds(server) / SECONDS_PER_DAY),
                    entry("hz", server -> server.config().text("hz")),
                    entry("configured_hz", server -> server.config().text("hz")),
                    entry("lru_clock", InfoFields::lruClock),
                    entry("availability_zone", server -> server.config().text("availability-zone")),
                    entry("listener0", InfoFields::listener),
                    // Clients
                    entry("connected_clients", server -> server.clients().size()),
                    entry("maxclients", server -> server.config().text("maxclients")),
                    entry("blocked_clients", server -> count(server, Client::isBlocked)),
                    entry(
                            "watching_clients",
                            server -> count(server, client -> client.watchedKeyCount() > 0)),
                    entry(
                            "clients_in_timeout_table",
                            server -> count(server, Client::isBlockedForTime)),
                    entry("total_blocking_keys", server -> server.blockedClients().keyCount()),
                    entry(
                            "total_blocking_keys_on_nokey",
                            server -> server.blockedClients().missingKeyCount()),
                    entry("pubsub_clients", server -> count(server, Client::isSubscribed)),
                    entry("total_watched_keys", server -> server.watches().watchedKeys()),
                    // Memory
                    entry("number_of_cached_scripts", published("number_of_cached_scripts")),
                    entry("number_of_functions", published("number_of_functions")),
                    entry("number_of_libraries", published("number_of_libraries")),
                    entry("maxmemory", server -> server.config().text("maxmemory")),
                    entry("maxmemory_human", server -> human(server.config().number("maxmemory"))),
                    entry("maxmemory_policy", server -> server.config().text("maxmemory-policy")),
                    // Persistence
                    entry("rdb_changes_since_last_save", ServerState::dirty),
                    entry(
                            "rdb_last_save_time",
                            server -> server.lastSaveMillis() / MILLIS_PER_SECOND),
                    // Threads
                    entry("io_thread_0", InfoFields::thread),
                    // Stats
                    entry("total_connections_received", s -> s.statistics().connections()),
                    entry("total_commands_processed", s -> s.statistics().commands()),
                    entry("total_net_input_bytes", s -> s.statistics().inputBytes()),
                    entry("total_net_output_bytes", s -> s.statistics().outputBytes()),
                    entry("rejected_connections", s -> s.statistics().rejectedConnections()),
                    entry("expired_keys", server -> server.keyspace().expired()),
                    entry("evicted_keys", server -> server.keyspace().evicted()),
                    entry("keyspace_hits", server -> server.keyspace().hits()),
                    entry("keyspace_misses", server -> server.keyspace().misses()),
                    entry("pubsub_channels", subscribed(Kind.CHANNEL)),
                    entry("pubsub_patterns", subscribed(Kind.PATTERN)),
                    entry("pubsubshard_channels", subscribed(Kind.SHARD_CHANNEL)),
                    entry("total_error_replies", s -> s.statistics().errorReplies()),
                    entry("total_reads_processed", s -> s.statistics().inputs()),
                    entry("total_writes_processed", s -> s.statistics().outputs()),
                    entry("acl_access_denied_auth", s -> s.statistics().deniedLogins()),
                    // Replication
                    entry("master_replid", server -> server.replicationId().latin1()),
                    entry(
                            "repl_backlog_size",
                            server -> server.config().text("repl-backlog-size")));

    private InfoFields() {}

    static String value(CommandContext ctx, String field) {
        Function<ServerState, Object> value = VALUES.get(field);
        if (value == null) {
            throw new IllegalStateException("nobody knows " + field);
        }
        return value.apply(ctx.server()).toString();
    }

    private static Function<ServerState, Object> published(String field) {
        return server -> server.infoValue(field);
    }

    private static Function<ServerState, Object> subscribed(Kind kind) {
        return server -> server.pubSub().names(kind).size();
    }

    private static long uptimeSeconds(ServerState server) {
        return (server.nowMillis() - server.startedMillis()) / MILLIS_PER_SECOND;
    }

    private static long lruClock(ServerState server) {
        return server.nowMillis() / MILLIS_PER_SECOND & LRU_CLOCK_MASK;
    }

    private static String listener(ServerState server) {
        StringBuilder listener = new StringBuilder("name=tcp");
        for (String address : server.config().text("bind").split(" ", -1)) {
            listener.append(",bind=").append(address);
        }
        return listener.append(",port=").append(server.host().port()).toString();
    }

    private static String thread(ServerState server) {
        return String.format(
                Locale.ROOT,
                "clients=%d,reads=%d,writes=%d",
                server.clients().size(),
                server.statistics().inputs(),
                server.statistics().outputs());
    }

    private static long count(ServerState server, Predicate<Client> which) {
        return server.clients().stream().filter(which).count();
    }

    /** A number of bytes in the largest unit that it fills. */
    static String human(long bytes) {
        if (bytes < 1024) {
            return bytes + "B";
        }
        double value = bytes;
        int unit = -1;
        while (value >= 1024 && unit < 4) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.2f%c", value, "KMGTP".charAt(unit));
    }
}
