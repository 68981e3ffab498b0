package dev.lockstep.conformance.bench;

import dev.lockstep.LockstepServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The command line of the benchmark: throughput, latency and time to start of Lockstep, each as a
 * ratio to a real server's in the same run. Ratios above 1 are in Lockstep's favour.
 *
 * <p>{@code Benchmark REAL_SERVER_BINARY LOCKSTEP_JAR [PROFILE] [SECONDS_PER_TURN] [ROUNDS]}
 */
public final class Benchmark {

    private static final int CONNECTIONS = 50;
    private static final int STARTS = 5;
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final PrintStream out;
    private final Target real;
    private final Target lockstep;
    private final long turnNanos;
    private final int rounds;

    private Benchmark(
            PrintStream out, Target real, Target lockstep, double turnSeconds, int rounds) {
        this.out = out;
        this.real = real;
        this.lockstep = lockstep;
        this.turnNanos = (long) (turnSeconds * 1e9);
        this.rounds = rounds;
    }

    /** Runs everything and prints it. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2) {
            System.err.println(
                    "usage: Benchmark REAL_SERVER_BINARY LOCKSTEP_JAR [PROFILE] [SECONDS]"
                            + " [ROUNDS]");
            System.exit(2);
        }
        Path binary = Path.of(arguments[0]).toAbsolutePath();
        Path jar = Path.of(arguments[1]).toAbsolutePath();
        String profile = arguments.length > 2 ? arguments[2] : "redis-7.0";
        double seconds = arguments.length > 3 ? Double.parseDouble(arguments[3]) : 1;
        int rounds = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 5;
        startTimes(System.out, binary, jar, profile);
        try (Target real = Target.real(binary);
                Target lockstep = Target.lockstep(jar, profile)) {
            Benchmark benchmark = new Benchmark(System.out, real, lockstep, seconds, rounds);
            benchmark.throughput(Workload.all(CONNECTIONS, 1));
            benchmark.throughput(Workload.all(CONNECTIONS, 16));
            benchmark.latency(Workload.all(1, 1));
        }
    }

    private static void startTimes(PrintStream out, Path binary, Path jar, String profile)
            throws IOException {
        out.println("Time to start, milliseconds");
        long[] embeddedNanos = new long[20];
        for (int i = 0; i < embeddedNanos.length; i++) {
            long beganNanos = Stopwatch.nanos();
            LockstepServer.builder().start().close();
            embeddedNanos[i] = Stopwatch.nanos() - beganNanos;
        }
        row(out, "first server in a JVM", millis(embeddedNanos[0]));
        long[] next = Arrays.copyOfRange(embeddedNanos, 1, embeddedNanos.length);
        row(out, "next servers in it, median", millis(median(next)));
        long[] jarNanos = new long[STARTS];
        long[] realNanos = new long[STARTS];
        for (int i = 0; i < STARTS; i++) {
            try (Target server = Target.lockstep(jar, profile)) {
                jarNanos[i] = server.startNanos();
            }
            try (Target server = Target.real(binary)) {
                realNanos[i] = server.startNanos();
            }
        }
        row(out, "jar, until it accepts, median", millis(median(jarNanos)));
        row(out, "real server, likewise", millis(median(realNanos)));
    }

    private void throughput(List<Workload> workloads) throws IOException {
        Workload first = workloads.get(0);
        out.printf(
                Locale.ROOT,
                "%nThroughput, %d connections, depth %d: median of %d rounds%n%-26s %12s %12s"
                        + " %8s%n",
                first.connections(),
                first.depth(),
                rounds,
                "",
                "real/s",
                "lockstep/s",
                "ratio");
        for (Workload workload : workloads) {
            warmUp(workload);
            List<Double> realRates = new ArrayList<>();
            List<Double> ourRates = new ArrayList<>();
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                double theirs = load(real, workload, round).perSecond();
                double ours = load(lockstep, workload, round).perSecond();
                realRates.add(theirs);
                ourRates.add(ours);
                ratios.add(ours / theirs);
            }
            out.printf(
                    Locale.ROOT,
                    "%-26s %12.0f %12.0f %8.2f%n",
                    workload.name(),
                    median(realRates),
                    median(ourRates),
                    median(ratios));
        }
    }

    private void latency(List<Workload> workloads) throws IOException {
        out.printf(
                Locale.ROOT,
                "%nLatency, one connection, microseconds%n%-26s %12s %12s %8s %12s %12s%n",
                "",
                "real p50",
                "lockstep p50",
                "ratio",
                "real p99",
                "lockstep p99");
        for (Workload workload : workloads) {
            warmUp(workload);
            LoadGenerator.Result theirs = load(real, workload, 0);
            LoadGenerator.Result ours = load(lockstep, workload, 0);
            out.printf(
                    Locale.ROOT,
                    "%-26s %12.1f %12.1f %8.2f %12.1f %12.1f%n",
                    workload.name(),
                    theirs.latencyMicros(0.5),
                    ours.latencyMicros(0.5),
                    theirs.latencyMicros(0.5) / ours.latencyMicros(0.5),
                    theirs.latencyMicros(0.99),
                    ours.latencyMicros(0.99));
        }
    }

    private void warmUp(Workload workload) throws IOException {
        for (Target server : List.of(real, lockstep)) {
            server.send(List.of("FLUSHALL"));
            for (List<String> words : workload.prepare()) {
                server.send(words);
            }
        }
        new LoadGenerator(workload, lockstep.port(), -1).run(WARM_UP_NANOS);
    }

    private LoadGenerator.Result load(Target server, Workload workload, int round)
            throws IOException {
        return new LoadGenerator(workload, server.port(), round).run(turnNanos);
    }

    private static void row(PrintStream out, String name, double millis) {
        out.printf(Locale.ROOT, "%-34s %8.1f%n", name, millis);
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
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
