package dev.lockstep.command;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A command of one server: its row as the profile has it, and how often it was called. */
public final class Command {

    private final CommandSpec spec;
    private final Map<String, Command> subcommands = new HashMap<>();
    private final int nameWords;
    private final boolean exec;
    private long calls;
    private long nanos;
    private long rejectedCalls;
    private long failedCalls;
    private final LatencyHistogram latencies = new LatencyHistogram();

    Command(CommandSpec spec) {
        this.spec = spec;
        this.nameWords = spec.fullName().indexOf('|') < 0 ? 1 : 2;
        this.exec = spec.fullName().equals("exec");
        for (CommandSpec child : spec.subcommands()) {
            subcommands.put(child.name(), new Command(child));
        }
    }

    public CommandSpec spec() {
        return spec;
    }

    public String fullName() {
        return spec.fullName();
    }

    /** The name as {@code profile} shows it: older servers know no names of subcommands. */
    public String shownName(Profile profile) {
        String name = fullName();
        int bar = name.indexOf('|');
        return bar < 0 || profile.has(Feature.SUBCOMMAND_ROWS) ? name : name.substring(0, bar);
    }

    public boolean has(Flag flag) {
        return spec.has(flag);
    }

    boolean isExec() {
        return exec;
    }

    /** How many words name it: 2 for a subcommand, whose container's name comes first. */
    int nameWords() {
        return nameWords;
    }

    public boolean isContainer() {
        return !subcommands.isEmpty();
    }

    /** The subcommand called {@code name}, or null. */
    public @Nullable Command subcommand(Bytes name) {
        return subcommands.get(name.latin1().toLowerCase(Locale.ROOT));
    }

    public Iterable<Command> subcommands() {
        return subcommands.values();
    }

    void countCall(long durationNanos, boolean latencyTracked) {
        calls++;
        nanos += durationNanos;
        if (latencyTracked) {
            latencies.record(durationNanos);
        }
    }

    public void countRejected() {
        rejectedCalls++;
    }

    public void countFailed() {
        failedCalls++;
    }

    public long calls() {
        return calls;
    }

    public long micros() {
        return nanos / 1000;
    }

    public long rejectedCalls() {
        return rejectedCalls;
    }

    public long failedCalls() {
        return failedCalls;
    }

    /** How long calls took, as far as that was tracked. */
    public LatencyHistogram latencies() {
        return latencies;
    }

    public void resetStatistics() {
        calls = 0;
        nanos = 0;
        rejectedCalls = 0;
        failedCalls = 0;
        latencies.clear();
        subcommands.values().forEach(Command::resetStatistics);
    }
}
