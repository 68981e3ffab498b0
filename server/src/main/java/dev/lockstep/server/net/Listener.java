package dev.lockstep.server.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.channel.socket.nio.NioChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jdk.net.ExtendedSocketOptions;

/** Listens on a server's addresses and makes a connection of each client that arrives. */
final class Listener {

    private static final byte[] TOO_MANY_CLIENTS =
            "-ERR max number of clients reached\r\n".getBytes(StandardCharsets.US_ASCII);

    /** A silent peer is probed this often before it counts as gone. */
    private static final int KEEP_ALIVE_PROBES = 3;

    private final ServerLoop loop;
    private final ManualIoEventLoop netty;
    private final List<ListeningSocket> sockets = new ArrayList<>();

    Listener(ServerLoop loop, ManualIoEventLoop netty) {
        this.loop = loop;
        this.netty = netty;
    }

    /** Listens on one port of all {@code hosts}, a free one for 0, and returns it. */
    int open(List<String> hosts, int port) throws IOException {
        int chosen = port;
        for (String host : hosts) {
            InetSocketAddress address = new InetSocketAddress(host, chosen);
            if (address.isUnresolved()) {
                throw new IOException("unknown address " + host);
            }
            ListeningSocket socket = new ListeningSocket(this);
            sockets.add(socket);
            try {
                chosen = socket.listen(address, netty);
            } catch (IOException e) {
                String where = host + ":" + chosen;
                throw new IOException("cannot listen on " + where + ": " + e.getMessage(), e);
            }
        }
        return chosen;
    }

    void close() {
        sockets.forEach(ListeningSocket::close);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the client may be gone: no matter
    void accept(SocketChannel socket) {
        NettyClasses.awaitClients();
        ClientChannel channel = new ClientChannel(socket);
        SocketChannelConfig config = channel.config();
        config.setAllocator(SharedBuffers.ALLOCATOR);
        config.setRecvByteBufAllocator(loop.buffers());
        config.setAllowHalfClosure(true);
        config.setTcpNoDelay(true);
        if (loop.connections().size() >= loop.limits().maxClients()) {
            loop.state().statistics().countRejectedConnection();
            channel.unsafe().register(netty, channel.newPromise());
            channel.writeAndFlush(Unpooled.wrappedBuffer(TOO_MANY_CLIENTS))
                    .addListener(ChannelFutureListener.CLOSE);
            return;
        }
        keepAlive(config, loop.limits().keepAliveSeconds());
        Connection connection = new Connection(loop, channel);
        channel.pipeline().addLast(connection);
        loop.add(connection);
        channel.unsafe().register(netty, channel.newPromise());
    }

    private static void keepAlive(SocketChannelConfig config, int seconds) {
        if (seconds == 0) {
            return;
        }
        config.setKeepAlive(true);
        config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), seconds);
        int interval = Math.max(1, seconds / KEEP_ALIVE_PROBES);
        config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), interval);
        config.setOption(
                NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), KEEP_ALIVE_PROBES);
    }

    void reportBug(RuntimeException bug) {
        loop.reportBug(bug);
    }
}
