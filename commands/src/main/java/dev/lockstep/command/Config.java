package dev.lockstep.command;

import dev.lockstep.profile.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of one server, under their names in {@code redis.conf}. */
public final class Config {

    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<Runnable> listeners = new ArrayList<>();

    public Config(Profile profile) {
        values.put("databases", "16");
        values.put("requirepass", "");
        values.put("maxclients", "10000");
        values.put("timeout", "0");
        values.put("tcp-keepalive", "300");
        values.put("proto-max-bulk-len", "536870912");
        values.put("client-query-buffer-limit", "1073741824");
        values.put("busy-reply-threshold", "5000");
        String packed = profile.has(dev.lockstep.profile.Feature.LISTPACK) ? "listpack" : "ziplist";
        values.put("hash-max-" + packed + "-entries", "512");
        values.put("hash-max-" + packed + "-value", "64");
        values.put("zset-max-" + packed + "-entries", "128");
        values.put("zset-max-" + packed + "-value", "64");
    }

    /** The value of {@code name}, or null when there is no such setting. */
    public @Nullable String get(String name) {
        return values.get(name);
    }

    /** The value of a setting that is a number. */
    public long number(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("no such setting: " + name);
        }
        return Long.parseLong(value);
    }

    /** The value of {@code name}, which is a setting. */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("no such setting: " + name);
        }
        return value;
    }

    /** Whether clients may come in without a password. */
    public boolean isPasswordFree() {
        return "".equals(get("requirepass"));
    }

    public void set(String name, String value) {
        values.put(name, value);
        listeners.forEach(Runnable::run);
    }

    /** Runs {@code listener} after each change. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }
}
