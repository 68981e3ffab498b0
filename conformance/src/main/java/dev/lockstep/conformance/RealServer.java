package dev.lockstep.conformance;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A real server, on its own clock. */
public final class RealServer implements Subject, AutoCloseable {

    /** Ten times a second, by default. */
    private static final long HOUSEKEEPING_MICROS = 100_000;

    private final URI uri;
    private final @Nullable ServerProcess process;
    private final String name;
    private final String profile;

    private RealServer(URI uri, @Nullable ServerProcess process, Map<String, String> info) {
        this.uri = uri;
        this.process = process;
        String product = info.getOrDefault("server_name", "redis");
        String version =
                info.getOrDefault(product + "_version", info.getOrDefault("redis_version", "0.0"));
        this.name = product + " " + version;
        this.profile = product + "-" + version.substring(0, version.lastIndexOf('.'));
    }

    /** A server that somebody else started, at {@code uri}. */
    static RealServer at(URI uri, Clients clients) {
        return asked(uri, null, clients);
    }

    /** A server of ours, which ends when this is closed. */
    static RealServer of(ServerProcess process, Clients clients) {
        return asked(process.uri(), process, clients);
    }

    private static RealServer asked(URI uri, @Nullable ServerProcess process, Clients clients) {
        try (Connection connection = clients.connect(uri.toString(), uri, Clients.Protocol.RESP2)) {
            Map<String, String> info =
                    connection
                            .text("INFO", "server")
                            .lines()
                            .filter(line -> line.indexOf(':') > 0)
                            .collect(
                                    Collectors.toMap(
                                            line -> line.substring(0, line.indexOf(':')),
                                            line -> line.substring(line.indexOf(':') + 1)));
            return new RealServer(uri, process, info);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String profile() {
        return profile;
    }

    @Override
    public URI uri() {
        return uri;
    }

    @Override
    public boolean ownClock() {
        return true;
    }

    @Override
    public long nowMicros(Connection connection) {
        List<Answer> time = connection.send("TIME").elements();
        return Long.parseLong(time.get(0).text()) * 1_000_000 + Long.parseLong(time.get(1).text());
    }

    /**
     * Waits by the server's own clock, which alone knows when the time has come: blocked at first,
     * and by asking where a server looks after its blocked clients too seldom.
     */
    @Override
    public void passUntil(Connection connection, long epochMicros) {
        long leftMicros = epochMicros - nowMicros(connection);
        while (leftMicros > 0) {
            if (leftMicros > HOUSEKEEPING_MICROS) {
                double seconds = (double) (leftMicros - HOUSEKEEPING_MICROS) / 1_000_000;
                connection.send(
                        "BLPOP", "nobody-pushes-here", String.format(Locale.ROOT, "%.3f", seconds));
            }
            leftMicros = epochMicros - nowMicros(connection);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }

    @Override
    public String toString() {
        return name + " at " + uri;
    }
}
