package dev.lockstep.conformance.bench;

/** The machine's monotonic clock. */
final class Stopwatch {

    private Stopwatch() {}

    @AllowForbidden("a benchmark measures real time")
    static long nanos() {
        return System.nanoTime();
    }
}
