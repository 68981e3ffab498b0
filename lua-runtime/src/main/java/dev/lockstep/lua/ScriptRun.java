package dev.lockstep.lua;

import dev.lockstep.command.ServerState;

/** One run of a script: what it may do, what it has done. */
final class ScriptRun implements ServerState.RunningScript {

    private final boolean readOnly;
    private final long startedNanos;
    private boolean wrote;
    private boolean killed;

    ScriptRun(boolean readOnly, long startedNanos) {
        this.readOnly = readOnly;
        this.startedNanos = startedNanos;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    /** When it began, on the clock of {@link dev.lockstep.command.ServerHost#elapsedNanos}. */
    long startedNanos() {
        return startedNanos;
    }

    void markWrote() {
        wrote = true;
    }

    boolean isKilled() {
        return killed;
    }

    @Override
    public boolean hasWritten() {
        return wrote;
    }

    @Override
    public void kill() {
        killed = true;
    }
}
