package dev.lockstep.lua;

import dev.lockstep.command.ServerState;
import dev.lockstep.value.Bytes;
import java.util.List;

/** One run of a script or of a function: what it may do, what it has done. */
public final class ScriptRun implements ServerState.RunningScript {

    private final ScriptKind kind;
    private final Bytes name;
    private final List<Bytes> command;
    private final boolean readOnly;
    private final boolean allowsOutOfMemory;
    private final long startedNanos;
    private boolean wrote;
    private boolean killed;
    private boolean exhausted;

    /**
     * @param name the SHA-1 of the script, or the name of the function
     * @param command what the client has sent
     * @param allowsOutOfMemory whether its flags say that it runs with memory full
     */
    ScriptRun(
            ScriptKind kind,
            Bytes name,
            List<Bytes> command,
            boolean readOnly,
            boolean allowsOutOfMemory,
            long startedNanos) {
        this.kind = kind;
        this.name = name;
        this.command = command;
        this.readOnly = readOnly;
        this.allowsOutOfMemory = allowsOutOfMemory;
        this.startedNanos = startedNanos;
    }

    public Bytes name() {
        return name;
    }

    public List<Bytes> command() {
        return command;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    /**
     * Whether there is no memory for commands that need more: judged as it was when the script
     * began, and not any more once it has written, because it cannot be stopped half-way.
     */
    boolean lacksMemory(ServerState server) {
        return !allowsOutOfMemory && !wrote && server.memoryLimit().isExceeded();
    }

    /** When it began, on the clock of {@link dev.lockstep.command.ServerHost#elapsedNanos}. */
    public long startedNanos() {
        return startedNanos;
    }

    void markWrote() {
        wrote = true;
    }

    /** Notes that memory ran out; returns whether that is the first time. */
    boolean markExhausted() {
        boolean first = !exhausted;
        exhausted = true;
        return first;
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

    @Override
    public boolean isFunction() {
        return kind == ScriptKind.FUNCTION;
    }
}
