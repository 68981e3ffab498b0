package dev.lockstep.lua.vm;

import dev.lockstep.value.Bytes;

/**
 * What the values of one state take up, in estimated bytes, and the bound on it. Everything that is
 * made is charged; when more has been made since the last look than the bound leaves room for, the
 * reachable values are measured, and only what is really alive counts. Also has the numbers that
 * stand for the addresses of values, and the hashes of strings.
 */
final class Memory {

    /** How much may be made between two measurements, at the least. */
    private static final long STEP = 16L << 20;

    private final LuaState state;
    private final long limitBytes;
    private final int maxStringBytes;
    private final boolean sampledHashes;
    private long usedBytes; // at the last measurement, and all that was made since
    private long nextMeasurement;
    private int serials;

    Memory(LuaState state, long limitBytes, boolean sampledHashes) {
        this.state = state;
        this.limitBytes = limitBytes;
        this.maxStringBytes = (int) Math.min(limitBytes / 2, Integer.MAX_VALUE - 64);
        this.sampledHashes = sampledHashes;
        this.nextMeasurement = Math.min(limitBytes, STEP);
    }

    int hash(Bytes text) {
        return sampledHashes ? text.sampledLuaHash() : text.luaHash();
    }

    int nextSerial() {
        return ++serials;
    }

    long usedBytes() {
        return usedBytes;
    }

    /** Accounts for {@code bytes} that are about to be made. */
    void charge(long bytes) {
        usedBytes += bytes;
        if (usedBytes > nextMeasurement) {
            measure(bytes);
        }
    }

    /** Accounts for a string of {@code length} bytes, which may be too long for any. */
    void chargeString(long length) {
        if (length > maxStringBytes) {
            throw state.exhausted();
        }
        charge(length + 32);
    }

    private void measure(long upcoming) {
        long alive = new Reachable(state).footprint();
        usedBytes = alive + upcoming;
        if (usedBytes > limitBytes) {
            nextMeasurement = limitBytes;
            throw state.exhausted();
        }
        nextMeasurement = Math.min(limitBytes, usedBytes + Math.max(STEP, usedBytes));
    }

    void collected(long alive) {
        usedBytes = alive;
        nextMeasurement = Math.min(limitBytes, usedBytes + Math.max(STEP, usedBytes));
    }
}
