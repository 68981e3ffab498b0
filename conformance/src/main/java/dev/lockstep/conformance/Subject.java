package dev.lockstep.conformance;

import java.net.URI;

/** A server that scenarios are performed on: Lockstep, or a real one. */
public interface Subject {

    /** Product and version, for messages. */
    String name();

    /** The profile that the server is or plays, such as {@code redis-7.0}. */
    String profile();

    URI uri();

    /** Whether time passes by itself there. */
    boolean ownClock();

    /** What the server's clock shows, in microseconds since the epoch. */
    long nowMicros(Connection connection);

    /** Returns when the server's clock shows {@code epochMicros} or later. */
    void passUntil(Connection connection, long epochMicros);
}
