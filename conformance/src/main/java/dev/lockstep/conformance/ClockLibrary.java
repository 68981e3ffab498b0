package dev.lockstep.conformance;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The C library that puts a real server on a clock of ours, built with the machine's compiler when
 * it is wanted. Where there is none, servers stay on the machine's clock.
 */
final class ClockLibrary implements AutoCloseable {

    private static final String SOURCE = "set-clock.c";
    private static final String COMPILER = "cc";

    private final Path folder;
    private final @Nullable Path library;
    private final String absence;

    private ClockLibrary(Path folder, @Nullable Path library, String absence) {
        this.folder = folder;
        this.library = library;
        this.absence = absence;
    }

    static ClockLibrary build() {
        try {
            Path folder = Files.createTempDirectory("clock");
            Path source = folder.resolve(SOURCE);
            try (InputStream in = ClockLibrary.class.getResourceAsStream("clock/" + SOURCE)) {
                if (in == null) {
                    throw new IllegalStateException(SOURCE + " is not in the jar");
                }
                Files.copy(in, source);
            }
            return compile(folder, source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClockLibrary compile(Path folder, Path source) {
        Path library = folder.resolve("set-clock.so");
        List<String> command =
                List.of(
                        COMPILER,
                        "-shared",
                        "-fPIC",
                        "-O2",
                        "-o",
                        library.toString(),
                        source.toString());
        try {
            Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
            String words = new String(compiler.getInputStream().readAllBytes(), US_ASCII).strip();
            return compiler.waitFor() == 0
                    ? new ClockLibrary(folder, library, "")
                    : new ClockLibrary(folder, null, COMPILER + " does not build it: " + words);
        } catch (IOException e) {
            return new ClockLibrary(folder, null, "there is no C compiler, " + COMPILER);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ClockLibrary(folder, null, "the compiler was interrupted");
        }
    }

    /** A clock for one server, if there can be one. */
    Optional<SetClock> newClock(Instant start) {
        return Optional.ofNullable(library).map(built -> new SetClock(built, start));
    }

    /** Why there are no clocks. */
    String absence() {
        return absence;
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
