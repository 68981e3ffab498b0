package dev.lockstep.server.net;

import dev.lockstep.command.Config;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the settings allow connections, read once after each change of them.
 *
 * @param idleNanos how long a connection may be idle, or 0 for ever
 * @param keepAliveSeconds how long TCP waits before it probes a silent peer, or 0 for ever
 * @param normalOutput how much a client may leave unread
 * @param subscriberOutput how much a client may leave unread that is subscribed to anything
 */
record ConnectionLimits(
        long maxClients,
        long maxBulkLength,
        long maxArguments,
        long queryBufferLimit,
        long idleNanos,
        int keepAliveSeconds,
        OutputLimit normalOutput,
        OutputLimit subscriberOutput) {

    /**
     * How much may be unread.
     *
     * @param hardBytes bytes that are too many at once, or 0 for any number
     * @param softBytes bytes that are too many for more than {@code softNanos}, or 0
     */
    record OutputLimit(long hardBytes, long softBytes, long softNanos) {

        boolean limits() {
            return hardBytes > 0 || softBytes > 0;
        }
    }

    private static final long MAX_ARGUMENTS_FORMERLY = 1024 * 1024;

    static ConnectionLimits of(Config config, Profile profile) {
        String output = config.text("client-output-buffer-limit");
        return new ConnectionLimits(
                config.number("maxclients"),
                config.number("proto-max-bulk-len"),
                profile.has(Feature.HUGE_REQUESTS) ? Integer.MAX_VALUE : MAX_ARGUMENTS_FORMERLY,
                config.number("client-query-buffer-limit"),
                TimeUnit.SECONDS.toNanos(config.number("timeout")),
                (int) config.number("tcp-keepalive"),
                outputLimit(output, "normal"),
                outputLimit(output, "pubsub"));
    }

    /** Hard limit, soft limit and seconds of one class out of {@code normal 0 0 0 slave …}. */
    private static OutputLimit outputLimit(String setting, String clientClass) {
        List<String> words = List.of(setting.split(" ", -1));
        int at = words.indexOf(clientClass);
        return new OutputLimit(
                Long.parseLong(words.get(at + 1)),
                Long.parseLong(words.get(at + 2)),
                TimeUnit.SECONDS.toNanos(Long.parseLong(words.get(at + 3))));
    }
}
