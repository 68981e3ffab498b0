package dev.lockstep.conformance;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.ByteArrayOutputStream;

/** Keeps the bytes that a client's channel receives, before the client sees them. */
final class Wiretap extends ChannelInboundHandlerAdapter {

    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    synchronized void forget() {
        received.reset();
    }

    synchronized byte[] received() {
        return received.toByteArray();
    }

    private synchronized void keep(ByteBuf bytes) {
        byte[] copy = new byte[bytes.readableBytes()];
        bytes.getBytes(bytes.readerIndex(), copy);
        received.writeBytes(copy);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes) {
            keep(bytes);
        }
        ctx.fireChannelRead(message);
    }
}
