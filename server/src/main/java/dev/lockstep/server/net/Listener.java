package dev.lockstep.server.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.channel.socket.nio.NioChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jdk.net.ExtendedSocketOptions;

/** Listens on a server's addresses and makes a connection of each client that arrives. */
@Sharable
final class Listener extends ChannelInboundHandlerAdapter {

    private static final byte[] TOO_MANY_CLIENTS =
            "-ERR max number of clients reached\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final int BACKLOG = 511;

    /** A silent peer is probed this often before it counts as gone. */
    private static final int KEEP_ALIVE_PROBES = 3;

    private final ServerLoop loop;
    private final List<ListenerChannel> channels = new ArrayList<>();

    Listener(ServerLoop loop) {
        this.loop = loop;
    }

    /** Listens on one port of all {@code hosts}, a free one for 0, and returns it. */
    int open(ManualIoEventLoop netty, List<String> hosts, int port) throws IOException {
        int chosen = port;
        for (String host : hosts) {
            InetSocketAddress address = new InetSocketAddress(host, chosen);
            if (address.isUnresolved()) {
                throw new IOException("unknown address " + host);
            }
            ListenerChannel channel = new ListenerChannel();
            channels.add(channel);
            channel.config().setBacklog(BACKLOG);
            channel.config().setAllocator(SharedBuffers.ALLOCATOR);
            channel.pipeline().addLast(this);
            channel.unsafe().register(netty, channel.newPromise());
            ChannelFuture bound = channel.bind(address);
            while (!bound.isDone()) {
                netty.runNow();
            }
            if (bound.cause() != null) {
                String where = host + ":" + chosen;
                throw new IOException(
                        "cannot listen on " + where + ": " + bound.cause().getMessage(),
                        bound.cause());
            }
            chosen = channel.localAddress().getPort();
        }
        return chosen;
    }

    void close() {
        channels.forEach(channel -> channel.unsafe().close(channel.newPromise()));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the client may be gone: no matter
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ClientChannel channel = (ClientChannel) message;
        SocketChannelConfig config = channel.config();
        config.setAllocator(SharedBuffers.ALLOCATOR);
        config.setRecvByteBufAllocator(loop.buffers());
        config.setAllowHalfClosure(true);
        config.setTcpNoDelay(true);
        ManualIoEventLoop netty = (ManualIoEventLoop) ctx.channel().eventLoop();
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

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) { // a client that was gone before it was accepted
            loop.reportBug(cause);
        }
    }
}
