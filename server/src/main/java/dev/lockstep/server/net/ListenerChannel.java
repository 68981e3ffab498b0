package dev.lockstep.server.net;

import io.netty.channel.ChannelId;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;

/** The socket on which clients arrive. */
final class ListenerChannel extends NioServerSocketChannel {

    @Override
    protected ChannelId newId() {
        return new PlainChannelId();
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
        SocketChannel socket = javaChannel().accept();
        if (socket == null) {
            return 0;
        }
        accepted.add(new ClientChannel(this, socket));
        return 1;
    }
}
