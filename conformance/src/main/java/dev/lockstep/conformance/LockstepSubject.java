package dev.lockstep.conformance;

import dev.lockstep.LockstepServer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Lockstep with a clock that only the scenario moves. */
public final class LockstepSubject implements Subject, AutoCloseable {

    /** A full second, minute, hour and day, so that windows begin with the scenario. */
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final LockstepServer server;

    private LockstepSubject(LockstepServer server) {
        this.server = server;
    }

    /** A new server that plays {@code profile}. */
    static LockstepSubject playing(String profile) {
        return new LockstepSubject(
                LockstepServer.builder().profile(profile).virtualClock(START).start());
    }

    @Override
    public String name() {
        return "lockstep as " + profile();
    }

    @Override
    public String profile() {
        return server.profile().profileName();
    }

    @Override
    public URI uri() {
        return URI.create(server.uri());
    }

    @Override
    public boolean ownClock() {
        return false;
    }

    @Override
    public long nowMicros(Connection connection) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, server.clock().instant());
    }

    @Override
    public void passUntil(Connection connection, long epochMicros) {
        Instant target = Instant.EPOCH.plus(epochMicros, ChronoUnit.MICROS);
        server.clock().advance(Duration.between(server.clock().instant(), target));
    }

    @Override
    public void close() {
        server.close();
    }
}
