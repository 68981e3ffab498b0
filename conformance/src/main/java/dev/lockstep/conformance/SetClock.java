package dev.lockstep.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * The wall clock of a real server, set by us: a number in a file that we and the server have
 * mapped. The server reads it through the library that {@link ClockLibrary} builds.
 */
final class SetClock {

    private static final VarHandle LONG =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final Path library;
    private final Path file;
    private final ByteBuffer epochNanos;

    /** A clock that stands at {@code start}. */
    SetClock(Path library, Instant start) {
        this.library = library;
        try {
            file = Files.createTempFile(library.getParent(), "clock", "");
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                epochNanos = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        set(start);
    }

    /** What the server's process must find in its environment. */
    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "LOCKSTEP_CLOCK", file.toString());
    }

    Instant time() {
        return Instant.EPOCH.plusNanos((long) LONG.getVolatile(epochNanos, 0));
    }

    void set(Instant time) {
        LONG.setVolatile(epochNanos, 0, ChronoUnit.NANOS.between(Instant.EPOCH, time));
    }
}
