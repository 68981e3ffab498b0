package dev.lockstep.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A server of ours in a process, a folder and on a port of its own. Ends with {@link #close}, and
 * with this JVM at the latest.
 */
public final class ServerProcess implements AutoCloseable {

    /** Between our asking for a free port and the server's taking it, somebody else may. */
    private static final int ATTEMPTS = 5;

    private static final Duration READY_WITHIN = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 1;

    private final Process process;
    private final Path folder;
    private final int port;
    private final Thread atExit = new Thread(this::end, "ends a real server");

    private ServerProcess(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts the real server {@code executable}, without persistence. */
    public static ServerProcess start(Path executable) {
        return start(withoutPersistence(executable.toAbsolutePath().toString()), Map.of());
    }

    /**
     * Starts the real server {@code executable} to be looked into: it has the command DEBUG, and
     * does its housekeeping as often as can be.
     *
     * @param environment what is added to the process's environment
     */
    static ServerProcess startObserved(Path executable, Map<String, String> environment) {
        String program = executable.toAbsolutePath().toString();
        List<String> command = withoutPersistence(program);
        command.addAll(List.of("--hz", "500"));
        if (!version(program).contains("v=6.")) { // which has DEBUG without being asked
            command.addAll(List.of("--enable-debug-command", "yes"));
        }
        return start(command, environment);
    }

    private static List<String> withoutPersistence(String program) {
        return new ArrayList<>(
                List.of(program, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"));
    }

    private static String version(String program) {
        try {
            Process process = new ProcessBuilder(program, "--version").start();
            try (InputStream out = process.getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.US_ASCII);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(program, e);
        }
    }

    /**
     * Runs {@code command}, to which {@code --port} is added.
     *
     * @throws IllegalStateException with the server's own words, when it does not come up
     */
    public static ServerProcess start(List<String> command) {
        return start(command, Map.of());
    }

    private static ServerProcess start(List<String> command, Map<String, String> environment) {
        String lastWords = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            ServerProcess server = launch(command, environment);
            if (server.isReady()) {
                return server;
            }
            lastWords = server.log();
            server.close();
        }
        throw new IllegalStateException(command.get(0) + " does not start: " + lastWords);
    }

    private static ServerProcess launch(List<String> command, Map<String, String> environment) {
        try {
            int port = freePort();
            List<String> withPort = new ArrayList<>(command);
            withPort.addAll(List.of("--port", String.valueOf(port)));
            Path folder = Files.createTempDirectory("server");
            ProcessBuilder builder =
                    new ProcessBuilder(withPort)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("log").toFile());
            builder.environment().putAll(environment);
            return new ServerProcess(builder.start(), folder, port);
        } catch (IOException e) {
            throw new UncheckedIOException(command.get(0), e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean isReady() {
        return becomes(this::accepts);
    }

    /**
     * Returns once the server has printed {@code words}.
     *
     * @throws IllegalStateException with what it has printed instead, when it does not
     */
    public void awaitPrinted(String words) {
        if (!becomes(() -> log().contains(words))) {
            throw new IllegalStateException("no '" + words + "' in: " + log());
        }
    }

    /** Whether the server has printed {@code words} so far. */
    public boolean hasPrinted(String words) {
        return log().contains(words);
    }

    /** Whether {@code state} comes to hold while the process lives. */
    private boolean becomes(BooleanSupplier state) {
        try {
            for (long waited = 0; waited < READY_WITHIN.toMillis(); waited += POLL_MILLIS) {
                if (state.getAsBoolean()) {
                    return process.isAlive();
                }
                if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean accepts() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public URI uri() {
        return URI.create("redis://127.0.0.1:" + port);
    }

    /** The processor time that it has taken. */
    public Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        end();
    }

    private void end() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
