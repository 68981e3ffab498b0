package dev.lockstep.lua.engine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** The processor time of the running thread, in seconds, for {@code os.clock}. */
final class ProcessorTime implements DoubleSupplier {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Found when a script asks first: the platform's management takes long to load. */
    private @Nullable ThreadMXBean threads;

    @Override
    public double getAsDouble() {
        if (threads == null) {
            threads = ManagementFactory.getThreadMXBean();
        }
        return threads.getCurrentThreadCpuTime() / NANOS_PER_SECOND;
    }
}
