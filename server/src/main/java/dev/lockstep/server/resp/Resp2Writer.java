package dev.lockstep.server.resp;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Doubles;
import java.util.List;

/** Writes replies as RESP2. One writer serves all connections of a server, one after the other. */
public final class Resp2Writer implements Reply.Visitor<ReplyBuffer> {

    private final boolean shortestDoubles;
    private ReplyBuffer out = new ReplyBuffer();

    public Resp2Writer(Profile profile) {
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
        out.bulk(shortestDoubles ? Doubles.shortest(value) : Doubles.precise(value));
        return out;
    }

    @Override
    public ReplyBuffer bool(boolean value) {
        out.header(':', value ? 1 : 0);
        return out;
    }

    @Override
    public ReplyBuffer bigNumber(Bytes digits) {
        out.bulk(digits);
        return out;
    }

    @Override
    public ReplyBuffer verbatim(String format, Bytes text) {
        out.bulk(text);
        return out;
    }

    @Override
    public ReplyBuffer array(List<Reply> elements) {
        out.header('*', elements.size());
        return each(elements);
    }

    @Override
    public ReplyBuffer set(List<Reply> elements) {
        return array(elements);
    }

    @Override
    public ReplyBuffer map(List<Reply> keysAndValues) {
        return array(keysAndValues);
    }

    @Override
    public ReplyBuffer pairs(List<Reply> firstsAndSeconds) {
        return array(firstsAndSeconds);
    }

    @Override
    public ReplyBuffer push(List<Reply> elements) {
        return array(elements);
    }

    @Override
    public ReplyBuffer attributed(List<Reply> attributes, Reply reply) {
        return reply.accept(this);
    }

    @Override
    public ReplyBuffer sequence(List<Reply> replies) {
        return each(replies);
    }

    @Override
    public ReplyBuffer nil(Reply.Nil kind) {
        out.header(kind == Reply.Nil.BULK ? '$' : '*', -1);
        return out;
    }

    private ReplyBuffer each(List<Reply> elements) {
        for (int i = 0; i < elements.size(); i++) {
            elements.get(i).accept(this);
        }
        return out;
    }
}
