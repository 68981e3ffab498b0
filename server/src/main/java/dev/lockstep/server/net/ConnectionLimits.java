package dev.lockstep.server.net;

import dev.lockstep.command.Config;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the settings allow connections, read once after each change of them.
 *
 * @param idleNanos how long a connection may be idle, or 0 for ever
 * @param keepAliveSeconds how long TCP waits before it probes a silent peer, or 0 for ever
 * @param outputHardLimit bytes that a client may leave unread, or 0 for any number
 * @param outputSoftLimit bytes that it may leave unread for {@code outputSoftNanos}, or 0
 */
record ConnectionLimits(
        long maxClients,
        long maxBulkLength,
        long maxArguments,
        long queryBufferLimit,
        long idleNanos,
        int keepAliveSeconds,
        long outputHardLimit,
        long outputSoftLimit,
        long outputSoftNanos) {

    private static final long MAX_ARGUMENTS_FORMERLY = 1024 * 1024;

    static ConnectionLimits of(Config config, Profile profile) {
        String[] output = outputOfNormalClients(config.get("client-output-buffer-limit"));
        return new ConnectionLimits(
                config.number("maxclients"),
                config.number("proto-max-bulk-len"),
                profile.has(Feature.HUGE_REQUESTS) ? Integer.MAX_VALUE : MAX_ARGUMENTS_FORMERLY,
                config.number("client-query-buffer-limit"),
                TimeUnit.SECONDS.toNanos(config.number("timeout")),
                (int) config.number("tcp-keepalive"),
                Long.parseLong(output[0]),
                Long.parseLong(output[1]),
                TimeUnit.SECONDS.toNanos(Long.parseLong(output[2])));
    }

    /** Hard limit, soft limit and seconds out of {@code normal 0 0 0 slave …}. */
    private static String[] outputOfNormalClients(@Nullable String setting) {
        String[] words = setting == null ? new String[0] : setting.split(" ", -1);
        for (int i = 0; i + 3 < words.length; i++) {
            if (words[i].equals("normal")) {
                return new String[] {words[i + 1], words[i + 2], words[i + 3]};
            }
        }
        return new String[] {"0", "0", "0"};
    }

    boolean limitsOutput() {
        return outputHardLimit > 0 || outputSoftLimit > 0;
    }
}
