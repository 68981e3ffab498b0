package dev.lockstep.server.net;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/*
 * Netty's own server channel would do, but there is nothing to do in a pipeline here, and its
 * settings ask every network interface for its name: a quarter of the first start in a JVM.
 */
/** A socket on which clients arrive. */
final class ListeningSocket implements NioIoHandle {

    private static final int BACKLOG = 511;

    /** So that a flood of new clients leaves others their turn; the rest come the next time. */
    private static final int ACCEPTED_PER_TURN = 1000;

    private final Listener listener;
    private final ServerSocketChannel socket;

    ListeningSocket(Listener listener) throws IOException {
        this.listener = listener;
        this.socket = ServerSocketChannel.open();
    }

    /** Listens on {@code address}, and returns the port. */
    int listen(InetSocketAddress address, ManualIoEventLoop netty) throws IOException {
        socket.configureBlocking(false);
        socket.bind(address, BACKLOG);
        Future<IoRegistration> registration = netty.register(this);
        if (!registration.isSuccess()) { // done at once on the loop's own thread
            throw new IOException(registration.cause());
        }
        registration.getNow().submit(NioIoOps.ACCEPT);
        return ((InetSocketAddress) socket.getLocalAddress()).getPort();
    }

    @Override
    public SelectableChannel selectableChannel() {
        return socket;
    }

    @Override
    public void handle(IoRegistration registration, IoEvent event) {
        for (int i = 0; i < ACCEPTED_PER_TURN; i++) {
            try {
                SocketChannel client = socket.accept();
                if (client == null) {
                    return;
                }
                listener.accept(client);
            } catch (IOException e) {
                return; // the client was gone before it was let in, or there are too many files
            } catch (RuntimeException e) {
                listener.reportBug(e);
            }
        }
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
