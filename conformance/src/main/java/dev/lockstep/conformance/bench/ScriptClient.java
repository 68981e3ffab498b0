package dev.lockstep.conformance.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One connection that asks and waits. */
final class ScriptClient implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket = new Socket();
    private final InputStream input;

    ScriptClient(int port) throws IOException {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        input = new BufferedInputStream(socket.getInputStream());
    }

    /** The reply to {@code words} as text, of an array its last; an error is an exception. */
    String ask(String... words) throws IOException {
        socket.getOutputStream().write(LoadGenerator.encode(List.of(words)));
        return reply();
    }

    private String reply() throws IOException {
        String line = line();
        char kind = line.charAt(0);
        String rest = line.substring(1);
        if (kind == '-') {
            throw new IOException(rest);
        }
        if (kind == '*') {
            String last = "";
            for (int i = Integer.parseInt(rest); i > 0; i--) {
                last = reply();
            }
            return last;
        }
        if (kind != '$' || rest.equals("-1")) {
            return rest;
        }
        byte[] bulk = input.readNBytes(Integer.parseInt(rest) + 2);
        return new String(bulk, 0, bulk.length - 2, StandardCharsets.ISO_8859_1);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next = input.read();
        while (next != '\r') {
            if (next < 0) {
                throw new IOException("the server closed the connection");
            }
            line.append((char) next);
            next = input.read();
        }
        input.read();
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
