package dev.lockstep.conformance.bench;

import dev.lockstep.conformance.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;

/** A server under load, in a process of its own. */
final class Target implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 5000;

    private final ServerProcess process;
    private final long startNanos;

    private Target(ServerProcess process, long startNanos) {
        this.process = process;
        this.startNanos = startNanos;
    }

    /** A real server, from its binary. */
    static Target real(Path binary) {
        long beganNanos = Stopwatch.nanos();
        return new Target(ServerProcess.start(binary), Stopwatch.nanos() - beganNanos);
    }

    /** Lockstep's jar on this JVM's kind of Java, playing {@code profile}. */
    static Target lockstep(Path jar, String profile) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        long beganNanos = Stopwatch.nanos();
        return new Target(
                ServerProcess.start(List.of(java, "-jar", jar.toString(), "--profile", profile)),
                Stopwatch.nanos() - beganNanos);
    }

    /** Returns once the jar has said that it is ready, which is later than it accepts. */
    void awaitReady() {
        process.awaitPrinted("lockstep ready");
    }

    int port() {
        return process.port();
    }

    /** From the start of the process to the first connection that it accepts. */
    long startNanos() {
        return startNanos;
    }

    /** Runs one command on a connection of its own. */
    void send(List<String> words) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port()),
                    TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            OutputStream output = socket.getOutputStream();
            output.write(LoadGenerator.encode(words));
            InputStream input = socket.getInputStream();
            if (input.read() == '-') {
                throw new IOException("refused: " + words.get(0));
            }
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
