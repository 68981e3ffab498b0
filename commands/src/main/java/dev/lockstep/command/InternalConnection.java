package dev.lockstep.command;

import dev.lockstep.reply.Reply;

/** The connection of what runs inside the server: its replies go nowhere. */
public final class InternalConnection implements ClientConnection {

    @Override
    public void send(Reply reply) {}

    @Override
    public void resume() {}

    @Override
    public void close() {}

    @Override
    public String address() {
        return "";
    }

    @Override
    public String localAddress() {
        return "";
    }

    @Override
    public int queryBufferLength() {
        return 0;
    }

    @Override
    public long outputBufferLength() {
        return 0;
    }
}
