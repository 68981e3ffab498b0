package dev.lockstep.conformance.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Keeps a number of connections busy from one thread: each sends its batch, waits for all replies,
 * and sends the next. An error reply ends the run, so that no figure stands for refused commands.
 */
final class LoadGenerator {

    private static final int PREPARED_BATCHES = 512;
    private static final int READ_BUFFER_BYTES = 64 * 1024;

    /** What a run has seen. */
    record Result(long replies, long nanos, LongList sortedLatencyNanos) {

        double perSecond() {
            return replies * 1e9 / nanos;
        }

        double latencyMicros(double quantile) {
            int index =
                    (int)
                            Math.min(
                                    sortedLatencyNanos.size() - 1L,
                                    (long) (quantile * sortedLatencyNanos.size()));
            return sortedLatencyNanos.get(index) / 1e3;
        }
    }

    private static final class Connection {
        private final SocketChannel channel;
        private final ReplyCounter replies = new ReplyCounter();
        private ByteBuffer sending = ByteBuffer.allocate(0);
        private int awaited;
        private long sentNanos;

        private Connection(SocketChannel channel) {
            this.channel = channel;
        }
    }

    private final Workload workload;
    private final InetSocketAddress server;
    private final List<ByteBuffer> batches = new ArrayList<>();
    private final ByteBuffer input = ByteBuffer.allocateDirect(READ_BUFFER_BYTES);
    private final LongList latencies = new LongList();
    private int nextBatch;
    private long replies;

    LoadGenerator(Workload workload, int port, long seed) {
        this.workload = workload;
        this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < PREPARED_BATCHES; i++) {
            batches.add(batch(random));
        }
    }

    private ByteBuffer batch(SplittableRandom random) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < workload.depth(); i++) {
            bytes.writeBytes(encode(workload.command().apply(random)));
        }
        ByteBuffer batch = ByteBuffer.allocateDirect(bytes.size());
        return batch.put(bytes.toByteArray()).flip();
    }

    static byte[] encode(List<String> words) {
        StringBuilder request = new StringBuilder("*" + words.size() + "\r\n");
        for (String word : words) {
            request.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return request.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Loads the server for {@code durationNanos}. */
    Result run(long durationNanos) throws IOException {
        try (Selector selector = Selector.open()) {
            List<Connection> connections = connect(selector);
            try {
                return run(selector, connections, durationNanos);
            } finally {
                for (Connection connection : connections) {
                    connection.channel.close();
                }
            }
        }
    }

    private List<Connection> connect(Selector selector) throws IOException {
        List<Connection> connections = new ArrayList<>();
        for (int i = 0; i < workload.connections(); i++) {
            SocketChannel channel = SocketChannel.open(server);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            Connection connection = new Connection(channel);
            channel.register(selector, SelectionKey.OP_READ, connection);
            connections.add(connection);
        }
        return connections;
    }

    private Result run(Selector selector, List<Connection> connections, long durationNanos)
            throws IOException {
        long startNanos = Stopwatch.nanos();
        for (Connection connection : connections) {
            send(connection, startNanos);
        }
        long nowNanos = startNanos;
        while (nowNanos - startNanos < durationNanos) {
            selector.select(1000);
            nowNanos = Stopwatch.nanos();
            for (SelectionKey key : selector.selectedKeys()) {
                serve(key, nowNanos);
            }
            selector.selectedKeys().clear();
        }
        return new Result(replies, nowNanos - startNanos, latencies.sorted());
    }

    private void serve(SelectionKey key, long nowNanos) throws IOException {
        Connection connection = (Connection) key.attachment();
        if (connection.sending.hasRemaining()) {
            connection.channel.write(connection.sending);
        }
        input.clear();
        if (connection.channel.read(input) < 0) {
            throw new IOException("the server closed a connection");
        }
        int seen = connection.replies.count(input.flip());
        replies += seen;
        connection.awaited -= seen;
        if (connection.awaited == 0) {
            latencies.add(nowNanos - connection.sentNanos);
            send(connection, nowNanos);
        }
        boolean writable = connection.sending.hasRemaining();
        key.interestOps(SelectionKey.OP_READ | (writable ? SelectionKey.OP_WRITE : 0));
    }

    private void send(Connection connection, long nowNanos) throws IOException {
        connection.sending = batches.get(nextBatch++ % PREPARED_BATCHES).duplicate();
        connection.awaited = workload.depth();
        connection.sentNanos = nowNanos;
        connection.channel.write(connection.sending);
    }
}
