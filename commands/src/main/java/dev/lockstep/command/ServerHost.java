package dev.lockstep.command;

/** What a server asks of the program around it. Called on the server's thread. */
public interface ServerHost {

    /** Ends the server after the command at hand. */
    void shutdown();

    /**
     * Lets the server begin anew after the command at hand, which is not answered: its connections
     * and scripts go, the data stay as they are then.
     *
     * @param delayNanos how long nobody is served
     */
    void restart(long delayNanos);

    /** Serves other clients for a moment while a script overruns: they may ask to kill it. */
    void serveOthers();

    /** Lets {@code nanos} pass: on a real clock by waiting, on a virtual one by moving it. */
    void sleep(long nanos);

    /**
     * Nanoseconds since some moment, really passed whatever the server's clock says: only for
     * telling for how long a script has kept the thread.
     */
    long elapsedNanos();

    /** Whether the server is about to end, so that what runs for long should give up. */
    boolean isStopping();

    /** The port that clients connect to, or 0 without one. */
    int port();
}
