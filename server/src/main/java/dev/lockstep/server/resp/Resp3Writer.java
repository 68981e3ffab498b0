package dev.lockstep.server.resp;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Doubles;
import java.util.List;

/** Writes replies as RESP3. One writer serves all connections of a server, one after the other. */
public final class Resp3Writer implements Reply.Visitor<ReplyBuffer> {

    private static final byte[] LINE_END = {(byte) 0x0d, (byte) 0x0a};

    private final boolean shortestDoubles;
    private ReplyBuffer out = new ReplyBuffer();

    public Resp3Writer(Profile profile) {
        shortestDoubles = profile.has(Feature.SHORTEST_DOUBLES);
    }

    /** Appends {@code reply} to {@code target}. */
    public void write(Reply reply, ReplyBuffer target) {
        out = target;
        reply.accept(this);
    }

    @Override
    public ReplyBuffer status(Bytes text) {
        out.line('+', text);
        return out;
    }

    @Override
    public ReplyBuffer failure(Bytes text) {
        out.line('-', text);
        return out;
    }

    @Override
    public ReplyBuffer integer(long value) {
        out.header(':', value);
        return out;
    }

    @Override
    public ReplyBuffer bulk(Bytes value) {
        out.bulk(value);
        return out;
    }

    @Override
    public ReplyBuffer dbl(double value) {
        out.line(',', shortestDoubles ? Doubles.shortest(value) : Doubles.precise(value));
        return out;
    }

    @Override
    public ReplyBuffer bool(boolean value) {
        out.line('#', value ? "t" : "f");
        return out;
    }

    @Override
    public ReplyBuffer bigNumber(Bytes digits) {
        out.line('(', digits);
        return out;
    }

    @Override
    public ReplyBuffer verbatim(String format, Bytes text) {
        Bytes prefix = Bytes.of(format + ":");
        out.header('=', prefix.length() + (long) text.length());
        out.raw(prefix);
        out.raw(text);
        out.raw(LINE_END);
        return out;
    }

    @Override
    public ReplyBuffer array(List<Reply> elements) {
        out.header('*', elements.size());
        return each(elements);
    }

    @Override
    public ReplyBuffer set(List<Reply> elements) {
        out.header('~', elements.size());
        return each(elements);
    }

    @Override
    public ReplyBuffer map(List<Reply> keysAndValues) {
        out.header('%', keysAndValues.size() / 2);
        return each(keysAndValues);
    }

    @Override
    public ReplyBuffer pairs(List<Reply> firstsAndSeconds) {
        out.header('*', firstsAndSeconds.size() / 2);
        for (int i = 0; i < firstsAndSeconds.size(); i += 2) {
            out.header('*', 2);
            firstsAndSeconds.get(i).accept(this);
            firstsAndSeconds.get(i + 1).accept(this);
        }
        return out;
    }

    @Override
    public ReplyBuffer push(List<Reply> elements) {
        out.header('>', elements.size());
        return each(elements);
    }

    @Override
    public ReplyBuffer attributed(List<Reply> attributes, Reply reply) {
        out.header('|', attributes.size() / 2);
        each(attributes);
        return reply.accept(this);
    }

    @Override
    public ReplyBuffer sequence(List<Reply> replies) {
        return each(replies);
    }

    @Override
    public ReplyBuffer nil(Reply.Nil kind) {
        out.line('_', Bytes.EMPTY);
        return out;
    }

    private ReplyBuffer each(List<Reply> elements) {
        for (int i = 0; i < elements.size(); i++) {
            elements.get(i).accept(this);
        }
        return out;
    }
}
