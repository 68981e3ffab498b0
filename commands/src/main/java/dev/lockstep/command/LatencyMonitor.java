package dev.lockstep.command;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Spikes of latency by event, kept from {@code latency-monitor-threshold} milliseconds on. */
public final class LatencyMonitor {

    /** The worst of one second. */
    public record Sample(long unixSeconds, long millis) {}

    /** What is known of an event: its last samples, the oldest first, and the highest of all. */
    public static final class Series {
        private final Deque<Sample> samples = new ArrayDeque<>();
        private long highestMillis;

        public List<Sample> samples() {
            return List.copyOf(samples);
        }

        public Sample latest() {
            return samples.getLast();
        }

        public long highestMillis() {
            return highestMillis;
        }

        private void add(long unixSeconds, long millis) {
            highestMillis = Math.max(highestMillis, millis);
            Sample last = samples.peekLast();
            if (last != null && last.unixSeconds == unixSeconds) {
                samples.removeLast();
                samples.addLast(new Sample(unixSeconds, Math.max(last.millis, millis)));
                return;
            }
            samples.addLast(new Sample(unixSeconds, millis));
            if (samples.size() > MAX_SAMPLES) {
                samples.removeFirst();
            }
        }
    }

    private static final int MAX_SAMPLES = 160;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final ServerState server;
    private final Map<String, Series> events = new TreeMap<>();
    private long thresholdMillis;

    LatencyMonitor(ServerState server) {
        this.server = server;
        server.config().onChange(this::configChanged);
        configChanged();
    }

    private void configChanged() {
        thresholdMillis = server.config().number("latency-monitor-threshold");
    }

    /** A command has ended. */
    void add(Command command, long durationNanos) {
        long millis = durationNanos / NANOS_PER_MILLI;
        if (thresholdMillis > 0
                && millis >= thresholdMillis
                && !command.has(Flag.SKIP_SLOWLOG)) { // what EXEC runs is counted by itself
            events.computeIfAbsent(
                            command.has(Flag.FAST) ? "fast-command" : "command",
                            event -> new Series())
                    .add(server.clockNanos() / NANOS_PER_SECOND, millis);
        }
    }

    /** All events with samples, by name. */
    public Map<String, Series> events() {
        return events;
    }

    /** What is known of {@code event}, or null when nothing is. */
    public @Nullable Series series(String event) {
        return events.get(event);
    }

    /** Forgets {@code names}; returns how many there were. */
    public int forget(Collection<String> names) {
        int forgotten = 0;
        for (String name : new ArrayList<>(names)) {
            forgotten += events.remove(name) == null ? 0 : 1;
        }
        return forgotten;
    }

    /** Whether spikes are kept at all. */
    public boolean isOn() {
        return thresholdMillis > 0;
    }
}
