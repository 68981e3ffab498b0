package dev.lockstep.command;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import java.util.Map;
import java.util.TreeMap;

/** Counters that INFO shows. */
public final class Statistics {

    /** How many error codes newer servers count apart: scripts can make up any. */
    private static final int MAX_CODES = 128;

    private static final String DISABLED = "ERRORSTATS_DISABLED";
    private static final String OVERFLOW = "ERRORSTATS_OVERFLOW";

    private final boolean stopsAtTooManyCodes;
    private final boolean joinsTooManyCodes;
    private long connections;
    private long rejectedConnections;
    private long commands;
    private long inputBytes;
    private long inputs;
    private long outputBytes;
    private long outputs;
    private long errorReplies;
    private long deniedLogins;
    private final Map<String, Long> errorsByCode = new TreeMap<>();

    Statistics(Profile profile) {
        stopsAtTooManyCodes = profile.has(Feature.ERROR_CODES_STOP);
        joinsTooManyCodes = profile.has(Feature.ERROR_CODES_JOIN);
    }

    void countConnection() {
        connections++;
    }

    public void countRejectedConnection() {
        rejectedConnections++;
    }

    void countCommand() {
        commands++;
    }

    /** Counts one read from a client. */
    public void countInput(long bytes) {
        inputs++;
        inputBytes += bytes;
    }

    /** Counts one write to a client. */
    public void countOutput(long bytes) {
        outputs++;
        outputBytes += bytes;
    }

    /** Counts a wrong user name or password. */
    public void countDeniedLogin() {
        deniedLogins++;
    }

    /** Counts an error reply under its code, the first word of a text of several. */
    public void countError(String text) {
        errorReplies++;
        int blank = text.indexOf(' ');
        String code = blank < 0 ? "ERR" : text.substring(0, blank);
        boolean tooMany = errorsByCode.size() >= MAX_CODES && !errorsByCode.containsKey(code);
        if (tooMany && joinsTooManyCodes) {
            count(OVERFLOW);
        } else if (tooMany && stopsAtTooManyCodes) {
            errorsByCode.clear();
            count(DISABLED);
        } else if (!errorsByCode.containsKey(DISABLED)) {
            count(code);
        }
    }

    private void count(String code) {
        errorsByCode.merge(code, 1L, Long::sum);
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

    public long inputs() {
        return inputs;
    }

    public long outputBytes() {
        return outputBytes;
    }

    public long outputs() {
        return outputs;
    }

    public long errorReplies() {
        return errorReplies;
    }

    public long deniedLogins() {
        return deniedLogins;
    }

    /** How often each error code was sent, by code. */
    public Map<String, Long> errorsByCode() {
        return errorsByCode;
    }

    /** Puts the counters back to zero, but for denied logins: so does CONFIG RESETSTAT. */
    public void reset() {
        connections = 0;
        rejectedConnections = 0;
        commands = 0;
        inputBytes = 0;
        inputs = 0;
        outputBytes = 0;
        outputs = 0;
        errorReplies = 0;
        errorsByCode.clear();
    }
}
