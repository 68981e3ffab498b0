package dev.lockstep.server.net;

import io.netty.channel.ChannelId;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** The socket of one client. Tells when all that was handed to it has gone out. */
final class ClientChannel extends NioSocketChannel {

    private @Nullable Runnable drainedListener;

    ClientChannel(ListenerChannel parent, SocketChannel socket) {
        super(parent, socket);
    }

    void onDrained(Runnable listener) {
        drainedListener = listener;
    }

    @Override
    protected ChannelId newId() {
        return new PlainChannelId();
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer in) throws Exception {
        super.doWrite(in);
        if (in.isEmpty() && drainedListener != null) {
            drainedListener.run();
        }
    }
}
