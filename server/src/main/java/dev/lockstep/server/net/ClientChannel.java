package dev.lockstep.server.net;

import io.netty.channel.ChannelId;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The socket of one client. Asks for more when all that was handed to it has gone out. */
final class ClientChannel extends NioSocketChannel {

    private @Nullable BooleanSupplier source;

    ClientChannel(SocketChannel socket) {
        super(null, socket);
    }

    /** Where more comes from: it writes to this channel, and tells whether it did. */
    void setSource(BooleanSupplier source) {
        this.source = source;
    }

    @Override
    protected ChannelId newId() {
        return new PlainChannelId();
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer in) throws Exception {
        do {
            super.doWrite(in);
        } while (in.isEmpty() && source != null && source.getAsBoolean());
    }
}
