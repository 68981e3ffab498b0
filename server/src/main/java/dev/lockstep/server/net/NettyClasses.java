package dev.lockstep.server.net;

import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Loads what a server needs of Netty while its commands are being made. Each takes a good part of
 * the first start in a JVM, and neither needs the other.
 */
final class NettyClasses {

    private static final CompletableFuture<Void> LOADED =
            CompletableFuture.runAsync(NettyClasses::load);

    private NettyClasses() {}

    /** Begins, unless that has been done in this JVM. */
    static void loadInBackground() {
        // The class has begun with it.
    }

    /** Returns once all is loaded: two threads in the initializers of one library may deadlock. */
    static void await() {
        LOADED.join();
    }

    /** Makes one of each and throws it away. */
    @SuppressWarnings("FutureReturnValueIgnored") // asked for below
    private static void load() {
        new SharedBuffers().release();
        ListenerChannel channel = new ListenerChannel();
        ManualIoEventLoop netty =
                new ManualIoEventLoop(Thread.currentThread(), NioIoHandler.newFactory());
        channel.unsafe().register(netty, channel.newPromise());
        netty.runNow();
        channel.unsafe().close(channel.newPromise());
        netty.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        while (!netty.isTerminated()) {
            netty.runNow();
        }
    }
}
