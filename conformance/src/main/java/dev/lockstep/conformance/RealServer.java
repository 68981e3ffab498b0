package dev.lockstep.conformance;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A real server: on a clock of ours where it takes one, else on the machine's. */
public final class RealServer implements Subject, AutoCloseable {

    /** How many seconds the clock of INFO counts before it begins anew. */
    private static final long LRU_CLOCK_PERIOD = 1 << 24;

    private static final int ROUNDS_TO_SEE_THE_TIME = 1_000_000;

    private final URI uri;
    private final @Nullable ServerProcess process;
    private final @Nullable SetClock clock;
    private final String clockAbsence;
    private final Connection asking;
    private final String name;
    private final String profile;

    private RealServer(
            URI uri,
            @Nullable ServerProcess process,
            @Nullable SetClock clock,
            String clockAbsence) {
        this.uri = uri;
        this.process = process;
        this.asking = Connection.open(uri.toString(), uri, Protocol.RESP2);
        Map<String, String> info = info();
        String product = info.getOrDefault("server_name", "redis");
        String version =
                info.getOrDefault(product + "_version", info.getOrDefault("redis_version", "0.0"));
        this.name = product + " " + version;
        this.profile = product + "-" + version.substring(0, version.lastIndexOf('.'));
        boolean taken = clock != null && clock.time().equals(machineOrOurTime());
        this.clock = taken ? clock : null;
        this.clockAbsence =
                clock == null || taken
                        ? clockAbsence
                        : "it preloads nothing, as is so with what is linked statically";
    }

    /** A server that somebody else started, at {@code uri}. */
    static RealServer at(URI uri) {
        return new RealServer(uri, null, null, "somebody else started it");
    }

    /**
     * A server of ours, which ends when this is closed.
     *
     * @param clock that it was given
     * @param clockAbsence why it was given none
     */
    static RealServer of(ServerProcess process, @Nullable SetClock clock, String clockAbsence) {
        return new RealServer(process.uri(), process, clock, clockAbsence);
    }

    private Map<String, String> info() {
        return asking.text("INFO", "server")
                .lines()
                .filter(line -> line.indexOf(':') > 0)
                .collect(
                        Collectors.toMap(
                                line -> line.substring(0, line.indexOf(':')),
                                line -> line.substring(line.indexOf(':') + 1)));
    }

    private Instant machineOrOurTime() {
        Answer time = asking.send("TIME");
        return Instant.ofEpochSecond(
                Long.parseLong(time.elements().get(0).text()),
                Duration.ofNanos(1000 * Long.parseLong(time.elements().get(1).text())).toNanos());
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
    public String clockAbsence() {
        return clockAbsence;
    }

    @Override
    public Instant time() {
        return ours().time();
    }

    /**
     * Sets the clock. The server looks at it for each command, but for its idle times only in its
     * housekeeping, which is waited for.
     */
    @Override
    public void setTime(Instant time) {
        ours().set(time);
        String seen = String.valueOf(time.getEpochSecond() % LRU_CLOCK_PERIOD);
        for (int i = 0; i < ROUNDS_TO_SEE_THE_TIME; i++) {
            if (seen.equals(info().get("lru_clock"))) {
                return;
            }
        }
        throw new IllegalStateException(name + " does not see " + time);
    }

    private SetClock ours() {
        if (clock == null) {
            throw new IllegalStateException(name + " is on the machine's clock: " + clockAbsence);
        }
        return clock;
    }

    @Override
    public void close() {
        asking.close();
        if (process != null) {
            process.close();
        }
    }

    @Override
    public String toString() {
        return name + " at " + uri;
    }
}
