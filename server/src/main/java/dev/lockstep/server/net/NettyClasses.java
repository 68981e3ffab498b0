package dev.lockstep.server.net;

import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Loads what a server needs of Netty while its commands are being made: first what a start waits
 * for, then what the first client does. Each takes a good part of the first start in a JVM.
 */
public final class NettyClasses {

    private static final CompletableFuture<Void> LOOP = new CompletableFuture<>();

    private static final CompletableFuture<Void> CLIENTS =
            CompletableFuture.runAsync(NettyClasses::load);

    private NettyClasses() {}

    /** Begins, unless that has been done in this JVM. */
    public static void loadInBackground() {
        // The class has begun with it.
    }

    /**
     * Returns once a loop can be made: two threads in the initializers of one library may deadlock.
     */
    static void awaitLoop() {
        LOOP.join();
    }

    /** Returns once clients can be let in. */
    static void awaitClients() {
        CLIENTS.join();
    }

    private static void load() {
        try {
            ManualIoEventLoop loop = loadLoop();
            LOOP.complete(null);
            loadClients(loop);
        } catch (RuntimeException | Error e) {
            LOOP.completeExceptionally(e);
            throw e;
        }
    }

    private static ManualIoEventLoop loadLoop() {
        InternalLoggerFactory.setDefaultFactory(new WarningLoggers());
        ManualIoEventLoop loop =
                new ManualIoEventLoop(Thread.currentThread(), NioIoHandler.newFactory());
        loop.runNow();
        return loop;
    }

    /** Makes one of each that a client needs and throws it away. */
    @SuppressWarnings("FutureReturnValueIgnored") // asked for below
    private static void loadClients(ManualIoEventLoop loop) {
        new SharedBuffers().release();
        try {
            ClientChannel channel = new ClientChannel(SocketChannel.open());
            channel.pipeline().addLast(new ChannelInboundHandlerAdapter());
            channel.unsafe().register(loop, channel.newPromise());
            loop.runNow();
            channel.unsafe().close(channel.newPromise());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        while (!loop.isTerminated()) {
            loop.runNow();
        }
    }
}
