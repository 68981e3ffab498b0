package dev.lockstep.conformance;

import dev.lockstep.LockstepServer;
import java.net.URI;
import java.time.Instant;

/** Lockstep with a clock that only the transcript moves. */
public final class LockstepSubject implements Subject, AutoCloseable {

    private final LockstepServer server;

    private LockstepSubject(LockstepServer server) {
        this.server = server;
    }

    /** A new server that plays {@code profile}. */
    public static LockstepSubject playing(String profile) {
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
    public String clockAbsence() {
        return "";
    }

    @Override
    public Instant time() {
        return server.clock().instant();
    }

    @Override
    public void setTime(Instant time) {
        server.clock().setTime(time);
    }

    @Override
    public void close() {
        server.close();
    }
}
