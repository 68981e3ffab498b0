package dev.lockstep.conformance.bench;

import dev.lockstep.LockstepServer;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The command line of the benchmark of scripts: the CPU time that a loop inside one EVAL costs, in
 * Lockstep as a ratio to a real server's in the same run, and the time of the first script after a
 * start. Ratios below 1 are in Lockstep's favour. CPU time, because it is what a busy machine
 * distorts least; the median of many turns, because it distorts that too; after a warm-up, as for
 * everything that HotSpot runs.
 *
 * <p>{@code ScriptBenchmark REAL_SERVER_BINARY LOCKSTEP_JAR [PROFILE] [ROUNDS] [NAME_PART]}
 */
public final class ScriptBenchmark {

    private static final int FIRST_SCRIPTS = 7;
    private static final int NEW_SCRIPTS = 2000;

    /** HotSpot takes that long to compile the interpreter anew for what a script does. */
    private static final long WARM_UP_NANOS = 3_000_000_000L;

    private final PrintStream out;
    private final ScriptClient real;
    private final ScriptClient lockstep;
    private final String loopThread;
    private final int rounds;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    private ScriptBenchmark(
            PrintStream out,
            ScriptClient real,
            ScriptClient lockstep,
            String loopThread,
            int rounds) {
        this.out = out;
        this.real = real;
        this.lockstep = lockstep;
        this.loopThread = loopThread;
        this.rounds = rounds;
    }

    /** Runs everything and prints it. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2) {
            System.err.println(
                    "usage: ScriptBenchmark REAL_SERVER_BINARY LOCKSTEP_JAR [PROFILE] [ROUNDS]"
                            + " [NAME_PART]");
            System.exit(2);
        }
        Path binary = Path.of(arguments[0]).toAbsolutePath();
        String profile = arguments.length > 2 ? arguments[2] : "redis-7.0";
        int rounds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 9;
        String wanted = arguments.length > 4 ? arguments[4] : "";
        if (wanted.isEmpty()) {
            firstScripts(System.out, Path.of(arguments[1]).toAbsolutePath(), profile);
        }
        try (Target process = Target.real(binary);
                LockstepServer server = LockstepServer.builder().profile(profile).start();
                ScriptClient real = new ScriptClient(process.port());
                ScriptClient lockstep = new ScriptClient(server.port())) {
            String loopThread = "lockstep-" + server.port();
            ScriptBenchmark benchmark =
                    new ScriptBenchmark(System.out, real, lockstep, loopThread, rounds);
            benchmark.compare("Loops without commands", ScriptWorkload.loops(), wanted);
            benchmark.compare("Limiters and locks", ScriptWorkload.limiters(), wanted);
            if (wanted.isEmpty()) {
                benchmark.newScripts();
            }
        }
    }

    private static void firstScripts(PrintStream out, Path jar, String profile) throws IOException {
        long[] firstNanos = new long[FIRST_SCRIPTS];
        long[] secondNanos = new long[FIRST_SCRIPTS];
        for (int i = 0; i < FIRST_SCRIPTS; i++) {
            try (Target server = Target.lockstep(jar, profile)) {
                server.awaitReady();
                try (ScriptClient client = new ScriptClient(server.port())) {
                    client.ask("PING");
                    firstNanos[i] = evalNanos(client, Workload.TOKEN_BUCKET);
                    secondNanos[i] = evalNanos(client, Workload.TOKEN_BUCKET + "-- another");
                }
            }
        }
        out.println("A token bucket once the jar is ready, milliseconds for the client");
        row(out, "first EVAL, median", median(firstNanos) / 1e6);
        row(out, "another script, median", median(secondNanos) / 1e6);
    }

    private static long evalNanos(ScriptClient client, String source) throws IOException {
        long beganNanos = Stopwatch.nanos();
        client.ask("EVAL", source, "1", "bucket", "100", "10", "1");
        return Stopwatch.nanos() - beganNanos;
    }

    private void compare(String title, List<ScriptWorkload> workloads, String wanted)
            throws IOException {
        out.printf(
                Locale.ROOT,
                "%n%s: CPU milliseconds of one EVAL, medians of %d rounds%n%-34s %10s %10s %8s%n",
                title,
                rounds,
                "",
                "real",
                "lockstep",
                "ratio");
        for (ScriptWorkload workload : workloads) {
            if (workload.name().contains(wanted)) {
                compare(workload);
            }
        }
    }

    private void compare(ScriptWorkload workload) throws IOException {
        real.ask("FLUSHALL");
        lockstep.ask("FLUSHALL");
        long beganNanos = Stopwatch.nanos();
        while (Stopwatch.nanos() - beganNanos < WARM_UP_NANOS) {
            lockstep.ask("EVAL", workload.source(), "0");
        }
        List<Double> theirs = new ArrayList<>();
        List<Double> ours = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double realNanos = realNanos(workload.source());
            double lockstepNanos = lockstepNanos(workload.source());
            theirs.add(realNanos / 1e6);
            ours.add(lockstepNanos / 1e6);
            ratios.add(lockstepNanos / realNanos);
        }
        out.printf(
                Locale.ROOT,
                "%-34s %10.2f %10.2f %8.2f%n",
                workload.name(),
                median(theirs),
                median(ours),
                median(ratios));
    }

    private double realNanos(String source) throws IOException {
        double before = realCpuSeconds();
        real.ask("EVAL", source, "0");
        return (realCpuSeconds() - before) * 1e9;
    }

    /** What the thread that runs commands has used, as the server tells it. */
    private double realCpuSeconds() throws IOException {
        double seconds = 0;
        for (String line : real.ask("INFO", "cpu").split("\r\n", -1)) {
            if (line.matches("used_cpu_(sys|user)_main_thread:.*")) {
                seconds += Double.parseDouble(line.substring(line.indexOf(':') + 1));
            }
        }
        return seconds;
    }

    private double lockstepNanos(String source) throws IOException {
        long thread = loopThread();
        long before = threads.getThreadCpuTime(thread);
        lockstep.ask("EVAL", source, "0");
        return threads.getThreadCpuTime(thread) - before;
    }

    private long loopThread() {
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(info -> info != null && info.getThreadName().equals(loopThread))
                .findFirst()
                .orElseThrow()
                .getThreadId();
    }

    /** What a script costs that the server has never seen. */
    private void newScripts() throws IOException {
        long beganNanos = Stopwatch.nanos();
        for (int i = 0; Stopwatch.nanos() - beganNanos < WARM_UP_NANOS; i++) {
            newScript("warm-up " + i);
        }
        long before = threads.getThreadCpuTime(loopThread());
        for (int i = 0; i < NEW_SCRIPTS; i++) {
            newScript("new " + i);
        }
        double nanos = threads.getThreadCpuTime(loopThread()) - before;
        out.println();
        row(out, "a new script of 15 lines, CPU ms", nanos / NEW_SCRIPTS / 1e6);
    }

    private void newScript(String comment) throws IOException {
        String source = Workload.TOKEN_BUCKET + "-- " + comment;
        lockstep.ask("EVAL", source, "1", "bucket", "100", "10", "1");
    }

    private static void row(PrintStream out, String name, double value) {
        out.printf(Locale.ROOT, "%-34s %8.3f%n", name, value);
    }

    private static long median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
