package dev.lockstep.server.net;

import dev.lockstep.command.Client;
import dev.lockstep.command.ClientConnection;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.server.resp.ProtocolException;
import dev.lockstep.server.resp.ReplyBuffer;
import dev.lockstep.server.resp.RequestDecoder;
import dev.lockstep.value.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection. In the I/O phase it takes in what has arrived; in the command phase it
 * cuts that into requests and runs them, one after the other, and collects their replies, which the
 * loop has it flush once a turn.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write that fails closes the channel, which we hear of
final class Connection extends ChannelInboundHandlerAdapter
        implements ClientConnection, RequestDecoder.Limits {

    /** How many requests of one client are run before it is another's turn. */
    private static final int REQUESTS_PER_TURN = 1000;

    /** With this much input that cannot be run yet, nothing more is read. */
    private static final int INPUT_HIGH_MARK = 1024 * 1024;

    private final ServerLoop loop;
    private final ClientChannel channel;
    private final Client client;
    private final InputBuffer input = new InputBuffer();
    private final RequestDecoder decoder = new RequestDecoder(this);
    private final ReplyBuffer output = new ReplyBuffer();

    private long lastInputNanos;
    private long bytesReceived;
    private long bytesSent;
    private long overSoftLimitSinceNanos;
    private boolean ready; // in the loop's list of connections with something to run
    private boolean dirty; // in the loop's list of connections with something to flush
    private boolean executing;
    private long requestLength;
    private boolean sending; // the channel has not taken all that it was handed
    private boolean ending; // nothing more is read or run; closed once the output is out
    private boolean peerDone; // the peer will send no more; closed once its requests have run
    private boolean gone;

    Connection(ServerLoop loop, ClientChannel channel) {
        this.loop = loop;
        this.channel = channel;
        this.client = loop.state().connect(this);
        this.lastInputNanos = loop.state().nowNanos();
        channel.setSource(this::sendMore);
    }

    Client client() {
        return client;
    }

    // I/O phase

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            if (!ending) {
                int length = bytes.readableBytes();
                bytesReceived += length;
                loop.state().statistics().countInput(length);
                lastInputNanos = loop.state().nowNanos();
                input.append(bytes);
                judgeInputLength();
            }
        } finally {
            bytes.release();
        }
        wake();
    }

    /** Ends a client that sends an endless request, and stops reading from one that is ahead. */
    private void judgeInputLength() {
        int waiting = input.length();
        if (waiting + decoder.bytesHeld() > loop.limits().queryBufferLimit()) {
            abort();
        } else if (waiting > INPUT_HIGH_MARK) {
            channel.config().setAutoRead(false);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            peerDone = true;
            wake();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof java.io.IOException)) { // a reset peer is nothing to report
            loop.reportBug(cause);
        }
        abort();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ending = true;
        gone = true;
        if (!executing) {
            forget();
        }
    }

    /** The client is no more; told twice, the second time changes nothing. */
    private void forget() {
        loop.state().disconnect(client);
        loop.remove(this);
        output.clear();
        input.clear();
    }

    // Command phase

    /** Asks the loop for a turn. */
    private void wake() {
        if (!ready && !executing) {
            ready = true;
            loop.addReady(this);
        }
    }

    boolean isExecuting() {
        return executing;
    }

    /**
     * Runs requests that have arrived, a bounded number; asks for another turn if more are left.
     */
    void takeTurn() {
        ready = false;
        if (executing) {
            return; // it will see for itself what has arrived meanwhile
        }
        executing = true;
        boolean more = false;
        try {
            more = run(REQUESTS_PER_TURN);
        } catch (ProtocolException e) {
            refuse(e);
        } catch (RuntimeException | Error e) {
            loop.reportBug(e);
            abort();
        } finally {
            executing = false;
        }
        afterTurn(more);
    }

    private boolean run(int limit) throws ProtocolException {
        for (int i = 0; i < limit; i++) {
            if (ending || client.isBlocked()) {
                return false;
            }
            long held = decoder.bytesHeld();
            int from = input.from();
            Bytes[] request = decoder.decode(input.data(), from, input.to());
            requestLength = held + decoder.position() - from;
            input.advanceTo(decoder.position());
            if (request == null) {
                return false;
            }
            if (isWebRequest(request)) {
                abort();
                return false;
            }
            Reply reply = loop.state().dispatcher().execute(client, request);
            append(reply);
        }
        return true;
    }

    /** A browser that was tricked into talking to us is cut off, as it is by Redis. */
    private static boolean isWebRequest(Bytes[] request) {
        int length = request[0].length();
        return (length == 4 && request[0].equalsIgnoreCase("POST"))
                || (length == 5 && request[0].equalsIgnoreCase("Host:"));
    }

    private void refuse(ProtocolException refusal) {
        loop.state().statistics().countError(refusal.text());
        append(new Reply.Failure(Bytes.latin1(refusal.text())));
        end();
    }

    private void afterTurn(boolean more) {
        input.trim();
        if (gone) {
            forget();
        } else if (more) {
            wake();
        } else if (peerDone && !ending) {
            end();
        } else if (!channel.config().isAutoRead() && input.length() <= INPUT_HIGH_MARK) {
            channel.config().setAutoRead(true);
        }
    }

    private void append(Reply reply) {
        if (reply == Reply.NONE || gone) {
            return;
        }
        loop.write(reply, client.protocol(), output);
        if (!dirty) {
            dirty = true;
            loop.addDirty(this);
        }
        judgeOutputLength();
    }

    /** Ends a client that does not read what it has asked for. */
    void judgeOutputLength() {
        ConnectionLimits.OutputLimit limit =
                client.isSubscribed()
                        ? loop.limits().subscriberOutput()
                        : loop.limits().normalOutput();
        if (!limit.limits()) {
            overSoftLimitSinceNanos = 0;
            return;
        }
        long length = outputBufferLength();
        if (limit.hardBytes() > 0 && length >= limit.hardBytes()) {
            abort();
        } else if (limit.softBytes() <= 0 || length < limit.softBytes()) {
            overSoftLimitSinceNanos = 0;
        } else if (overSoftLimitSinceNanos == 0) {
            overSoftLimitSinceNanos = loop.state().nowNanos();
            long deadlineNanos = overSoftLimitSinceNanos + limit.softNanos() + 1;
            loop.state().timers().at(deadlineNanos, this::judgeOutputLength);
        } else if (loop.state().nowNanos() - overSoftLimitSinceNanos > limit.softNanos()) {
            abort();
        }
    }

    // Output

    /** Hands the channel what it takes at once; the rest follows when it has room again. */
    void flush() {
        dirty = false;
        while (!output.isEmpty() && !sending && !gone) {
            ByteBuf bytes = loop.buffers().output();
            output.drain(SharedBuffers.LENGTH, bytes::writeBytes);
            bytesSent += bytes.readableBytes();
            loop.state().statistics().countOutput(bytes.readableBytes());
            channel.writeAndFlush(bytes.retain(), channel.voidPromise());
            sending = loop.buffers().isOutputInUse();
        }
        if (ending && output.isEmpty() && !sending) {
            channel.close();
        }
    }

    /** All that the channel had is out: gives it more, if there is more. */
    private boolean sendMore() {
        if (!sending) {
            return false;
        }
        sending = false;
        flush();
        return sending;
    }

    /** Runs nothing more, and closes once what has been written is out. */
    private void end() {
        ending = true;
        input.clear();
        if (!dirty) {
            dirty = true;
            loop.addDirty(this);
        }
    }

    /** Closes at once, whatever is still to be sent. */
    void abort() {
        ending = true;
        output.clear();
        channel.close();
    }

    // ClientConnection

    @Override
    public void send(Reply reply) {
        append(reply);
    }

    @Override
    public void resume() {
        wake();
    }

    @Override
    public void close() {
        if (executing) {
            end();
            return;
        }
        ending = true; // another client says so: what is not out at once is lost
        flush();
        channel.close();
        gone = true;
        forget();
    }

    @Override
    public String address() {
        return text(channel.remoteAddress());
    }

    @Override
    public String localAddress() {
        return text(channel.localAddress());
    }

    private static String text(@Nullable SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            return "?:0"; // the peer was gone before it was asked
        }
        String host = inet.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + inet.getPort();
    }

    @Override
    public int queryBufferLength() {
        long waiting = input.length() + decoder.bytesHeld();
        if (executing && client.context().has(Feature.QUERY_BUFFER_HOLDS_REQUEST)) {
            waiting += requestLength;
        }
        return (int) Math.min(Integer.MAX_VALUE, waiting);
    }

    @Override
    public long outputBufferLength() {
        ChannelOutboundBuffer sent = channel.unsafe().outboundBuffer();
        return output.length() + (sent == null ? 0 : sent.totalPendingWriteBytes());
    }

    @Override
    public long bytesReceived() {
        return bytesReceived;
    }

    @Override
    public long bytesSent() {
        return bytesSent;
    }

    /** When the client was last heard of, for the idle timeout. */
    long lastInputNanos() {
        return lastInputNanos;
    }

    /** Whether the client may be silent for as long as it likes. */
    boolean mayBeIdle() {
        return client.isBlocked() || client.isMonitor() || client.isSubscribed();
    }

    // RequestDecoder.Limits

    @Override
    public long maxBulkLength() {
        return loop.limits().maxBulkLength();
    }

    @Override
    public long maxArguments() {
        return loop.limits().maxArguments();
    }

    @Override
    public boolean isUnauthenticated() {
        return !client.isAuthenticated();
    }
}
