package dev.lockstep.conformance;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A connection that hides nothing: words go out as they are, and replies come back as they are on
 * the wire. Words are texts of a char for each byte. For use by one thread.
 */
public final class Connection implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** More than a server takes that is busy with other things. */
    private static final int MOST_LOOKS = 1_000_000;

    /** What CLIENT LIST has of a client that is there and does not wait. */
    private static final Pattern IDLE = Pattern.compile(" flags=[^b ]* ");

    private final String name;
    private final Socket socket;
    private final InputStream in;
    private String id = "";
    private boolean silenced;

    private Connection(String name, Socket socket) throws IOException {
        this.name = name;
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /**
     * Connects to {@code uri}, {@code redis://[user:password@]host:port}.
     *
     * @param name of the server, for messages
     */
    static Connection open(String name, URI uri, Protocol protocol) {
        return open(name, uri, protocol, PATIENCE);
    }

    /**
     * The same, with another patience.
     *
     * @param patience how long a reply may take
     */
    public static Connection open(String name, URI uri, Protocol protocol, Duration patience) {
        try {
            Socket socket = new Socket();
            socket.connect(
                    new InetSocketAddress(uri.getHost(), uri.getPort()), (int) patience.toMillis());
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) patience.toMillis());
            Connection connection = new Connection(name, socket);
            connection.introduce(uri, protocol);
            return connection;
        } catch (IOException e) {
            String address = uri.getHost() + ":" + uri.getPort();
            throw new UncheckedIOException(name + " at " + address + ": " + e.getMessage(), e);
        }
    }

    private void introduce(URI uri, Protocol protocol) {
        if (uri.getUserInfo() != null) {
            List<String> words = new ArrayList<>(List.of("AUTH"));
            for (String part : uri.getUserInfo().split(":", 2)) {
                if (!part.isEmpty()) {
                    words.add(part);
                }
            }
            Answer answer = send(words);
            if (answer.isError()) {
                throw new IllegalStateException(name + " answers AUTH with " + answer.text());
            }
        }
        if (protocol == Protocol.RESP3) {
            send("HELLO", "3");
        }
    }

    /** Asks by which number the server knows this connection, for {@link #start}. */
    public Connection identified() {
        Answer answer = send("CLIENT", "ID");
        id = answer.isError() ? "" : answer.text();
        return this;
    }

    /** The number that {@link #identified} has asked for; nothing when it was refused. */
    public String id() {
        return id;
    }

    /** Sends a command and waits for the reply. */
    public Answer send(String... words) {
        return send(List.of(words));
    }

    /** Sends a command and waits for the reply. */
    public Answer send(List<String> words) {
        write(List.of(words));
        return read();
    }

    /** Sends commands together and waits for as many replies. */
    public List<Answer> sendAll(List<List<String>> commands) {
        write(commands);
        List<Answer> answers = new ArrayList<>(commands.size());
        for (int i = 0; i < commands.size(); i++) {
            answers.add(read());
        }
        return answers;
    }

    /**
     * Sends a command and returns when the server has taken it up: it answers, or has this client
     * wait. That something else which was sent later is answered would not tell: between two
     * connections there is no order. Of a connection that has been told to keep silent, or where
     * the server may not be asked for its clients, there is nothing to see.
     *
     * @param other a connection to the same server
     */
    public void start(List<String> words, Connection other) {
        write(List.of(words));
        silenced |=
                words.size() > 2
                        && words.get(0).equalsIgnoreCase("CLIENT")
                        && words.get(1).equalsIgnoreCase("REPLY");
        for (int i = 0; i < MOST_LOOKS; i++) {
            Answer line = other.send("CLIENT", "LIST", "ID", id);
            if (silenced || hasInput() || !IDLE.matcher(line.text()).find()) {
                return;
            }
        }
        throw new IllegalStateException(name + " does not take up " + String.join(" ", words));
    }

    private boolean hasInput() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            return true; // whoever reads will be told
        }
    }

    /** Sends commands together and waits for nothing. */
    public void write(List<List<String>> commands) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (List<String> words : commands) {
            bytes.writeBytes(latin1("*" + words.size() + "\r\n"));
            for (String word : words) {
                bytes.writeBytes(latin1("$" + word.length() + "\r\n" + word + "\r\n"));
            }
        }
        try {
            socket.getOutputStream().write(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(name + " hears nothing more: " + e.getMessage(), e);
        }
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Waits for the next reply or message. */
    public Answer read() {
        try {
            Answer answer = AnswerReader.read(in);
            silenced = false;
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not answer: " + e.getMessage(), e);
        }
    }

    /** The text of the reply to {@code words}, which must not be an error. */
    public String text(String... words) {
        Answer answer = send(words);
        if (answer.isError()) {
            throw new IllegalStateException(
                    name + " answers " + String.join(" ", words) + " with " + answer.text());
        }
        return answer.text();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
