package dev.lockstep.command;

import java.util.Map;
import java.util.TreeMap;

/** Counters that INFO shows. */
public final class Statistics {

    private long connections;
    private long rejectedConnections;
    private long commands;
    private long inputBytes;
    private long outputBytes;
    private long errorReplies;
    private final Map<String, Long> errorsByCode = new TreeMap<>();

    void countConnection() {
        connections++;
    }

    public void countRejectedConnection() {
        rejectedConnections++;
    }

    void countCommand() {
        commands++;
    }

    public void countInput(long bytes) {
        inputBytes += bytes;
    }

    public void countOutput(long bytes) {
        outputBytes += bytes;
    }

    /** Counts an error reply under its code, the first word of its text. */
    public void countError(String text) {
        errorReplies++;
        int blank = text.indexOf(' ');
        errorsByCode.merge(blank < 0 ? text : text.substring(0, blank), 1L, Long::sum);
    }

    public long connections() {
        return connections;
    }

    public long rejectedConnections() {
        return rejectedConnections;
    }

    public long commands() {
        return commands;
    }

    public long inputBytes() {
        return inputBytes;
    }

    public long outputBytes() {
        return outputBytes;
    }

    public long errorReplies() {
        return errorReplies;
    }

    /** How often each error code was sent, by code. */
    public Map<String, Long> errorsByCode() {
        return errorsByCode;
    }

    public void reset() {
        connections = 0;
        rejectedConnections = 0;
        commands = 0;
        inputBytes = 0;
        outputBytes = 0;
        errorReplies = 0;
        errorsByCode.clear();
    }
}
