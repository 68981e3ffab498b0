package dev.lockstep.conformance;

import java.net.URI;
import java.time.Instant;

/** A server that transcripts are performed on: Lockstep, or a real one. */
public interface Subject {

    /**
     * What the clock shows when a transcript begins: a full second, minute, hour and day, so that
     * windows begin with it.
     */
    Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Product and version, for messages. */
    String name();

    /** The profile that the server is or plays, such as {@code redis-7.0}. */
    String profile();

    URI uri();

    /** Why the server's clock is not ours to set; empty when it is. */
    String clockAbsence();

    /** Whether the server goes by a clock that we set. */
    default boolean isOnOurClock() {
        return clockAbsence().isEmpty();
    }

    /** What the server's clock shows; only where it is ours. */
    Instant time();

    /** Sets the server's clock, and returns when the server has seen it; only where it is ours. */
    void setTime(Instant time);
}
