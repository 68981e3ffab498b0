package dev.lockstep.command;

import dev.lockstep.keyspace.Snapshot;
import org.jspecify.annotations.Nullable;

/** What DEBUG has turned on or off, and the data that it has put by. */
public final class DebugSwitches {

    private boolean activeExpiry = true;
    private boolean cronPaused;
    private boolean scriptsMayAll;
    private boolean checksumsSkipped;
    private @Nullable Snapshot saved;
    private @Nullable Snapshot aof;

    /** As when the server was started. */
    void reset() {
        activeExpiry = true;
        cronPaused = false;
        scriptsMayAll = false;
        checksumsSkipped = false;
        saved = null;
        aof = null;
    }

    /** Whether keys end by themselves, not only when looked at. */
    boolean expiresKeys() {
        return activeExpiry && !cronPaused;
    }

    /** SET-ACTIVE-EXPIRE. */
    public void setActiveExpiry(boolean activeExpiry) {
        this.activeExpiry = activeExpiry;
    }

    /** PAUSE-CRON: what real servers do every now and then they no longer do. */
    public void setCronPaused(boolean cronPaused) {
        this.cronPaused = cronPaused;
    }

    /** Whether scripts may call even what is not meant for them. */
    public boolean scriptsMayAll() {
        return scriptsMayAll;
    }

    /** SET-DISABLE-DENY-SCRIPTS. */
    public void setScriptsMayAll(boolean scriptsMayAll) {
        this.scriptsMayAll = scriptsMayAll;
    }

    /** Whether what is restored may have a wrong checksum. */
    public boolean skipsChecksums() {
        return checksumsSkipped;
    }

    /** SET-SKIP-CHECKSUM-VALIDATION. */
    public void setChecksumsSkipped(boolean checksumsSkipped) {
        this.checksumsSkipped = checksumsSkipped;
    }

    /** What BGREWRITEAOF has written last while there was to be no AOF, or null. */
    public @Nullable Snapshot aof() {
        return aof;
    }

    public void setAof(Snapshot aof) {
        this.aof = aof;
    }

    /** What SAVE or RELOAD has saved last, as the file of a real server, or null. */
    public @Nullable Snapshot saved() {
        return saved;
    }

    public void setSaved(Snapshot saved) {
        this.saved = saved;
    }
}
