package dev.lockstep.command;

import dev.lockstep.reply.Reply;

/**
 * What the core needs of the connection that a client came in on. Called on the server's thread.
 */
public interface ClientConnection {

    /** Writes {@code reply} out of turn: a message, or the late answer to a blocked command. */
    void send(Reply reply);

    /** Goes on with the commands that have arrived since the client was blocked. */
    void resume();

    /** Closes the connection once what has been written is out. */
    void close();

    /** The peer's address as {@code host:port}. */
    String address();

    /** Our own end's address as {@code host:port}. */
    String localAddress();

    /** Bytes received that are not yet a whole command. */
    int queryBufferLength();

    /** Bytes written that the peer has not taken yet. */
    long outputBufferLength();

    /** Bytes received so far. */
    default long bytesReceived() {
        return 0;
    }

    /** Bytes written so far. */
    default long bytesSent() {
        return 0;
    }
}
