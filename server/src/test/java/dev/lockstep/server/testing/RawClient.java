package dev.lockstep.server.testing;

import dev.lockstep.LockstepServer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A socket to a server. What is sent and what comes back is text with one char for each byte, so
 * that a test sees every byte of a reply: {@code "$1\r\nv\r\n"}.
 */
public final class RawClient implements AutoCloseable {

    /** Long enough for a machine under load; no test waits for it to pass. */
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    public static RawClient connect(LockstepServer server) throws IOException {
        return new RawClient(new Socket(server.host(), server.port()));
    }

    /** A client whose socket holds little, so that unread replies pile up at the server. */
    public static RawClient connectNarrow(LockstepServer server) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(64 * 1024);
        socket.connect(new java.net.InetSocketAddress(server.host(), server.port()));
        return new RawClient(socket);
    }

    public RawClient send(String bytes) throws IOException {
        out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        return this;
    }

    /** {@code words} as a request. */
    public static String request(String... words) {
        StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            request.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return request.toString();
    }

    /** Sends a command and returns its reply, to the byte. */
    public String call(String... words) throws IOException {
        send(request(words));
        return reply();
    }

    /** The next reply, to the byte, however deep its elements are nested. */
    public String reply() throws IOException {
        StringBuilder reply = new StringBuilder();
        for (long missing = 1; missing > 0; missing--) {
            missing += appendElement(reply);
        }
        return reply.toString();
    }

    /** Appends one element without those that it has, and returns their number. */
    private int appendElement(StringBuilder reply) throws IOException {
        String line = line();
        reply.append(line).append("\r\n");
        char type = line.charAt(0);
        if ("$=*~>%".indexOf(type) < 0) {
            return 0;
        }
        int length = Integer.parseInt(line.substring(1));
        if (length < 0) {
            return 0;
        }
        if ("$=".indexOf(type) >= 0) {
            reply.append(bytes(length + 2));
            return 0;
        }
        return type == '%' ? 2 * length : length;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < 2 || line.charAt(line.length() - 2) != '\r') {
            int b = in.read();
            if (b < 0) {
                throw new EOFException("the server has closed the connection");
            }
            line.append((char) b);
        }
        return line.substring(0, line.length() - 2);
    }

    private String bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the server has closed the connection");
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** All that comes until the server closes the connection, however it does. */
    public String untilClosed() {
        StringBuilder all = new StringBuilder();
        try {
            for (int b = in.read(); b >= 0; b = in.read()) {
                all.append((char) b);
            }
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the connection stays open", e);
        } catch (IOException e) {
            all.append(""); // reset: closed as well
        }
        return all.toString();
    }

    /** Says that nothing more will be sent. */
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    public int localPort() {
        return socket.getLocalPort();
    }

    /** Closes the connection with a reset in place of an orderly end. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
