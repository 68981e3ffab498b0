package dev.lockstep.lua;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Doubles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes Lua values of replies: as a RESP2 client would see them, or with the kinds of RESP3 once a
 * script has said {@code redis.setresp(3)}.
 */
final class ReplyToLua {

    private static final Bytes OK = Bytes.of("ok");
    private static final Bytes ERR = Bytes.of("err");
    private static final Bytes DOUBLE = Bytes.of("double");
    private static final Bytes MAP = Bytes.of("map");
    private static final Bytes SET = Bytes.of("set");
    private static final Bytes BIG_NUMBER = Bytes.of("big_number");
    private static final Bytes VERBATIM = Bytes.of("verbatim_string");
    private static final Bytes STRING = Bytes.of("string");
    private static final Bytes FORMAT = Bytes.of("format");

    private final ScriptEngine engine;
    private final boolean shortest;
    private final Reply.Visitor<Value> resp2 = new Resp2();
    private final Reply.Visitor<Value> resp3 = new Resp3();

    /** A Lua value on its way out of a visitor, which cannot return null itself. */
    private record Value(@Nullable Object lua) {}

    ReplyToLua(ScriptEngine engine, Profile profile) {
        this.engine = engine;
        this.shortest = profile.has(Feature.SHORTEST_DOUBLES);
    }

    /** The Lua value of {@code reply} for a script that has chosen {@code protocol}. */
    @Nullable Object value(Reply reply, int protocol) {
        if (reply instanceof Reply.Bulk bulk) { // most replies are one of these two
            return bulk.value();
        }
        if (reply instanceof Reply.Int number) {
            return (double) number.value();
        }
        return reply.accept(protocol == 3 ? resp3 : resp2).lua;
    }

    private ScriptTable list(List<Reply> elements, int protocol) {
        ScriptTable table = engine.newTable(elements.size(), 0);
        for (int i = 0; i < elements.size(); i++) {
            table.set(i + 1, value(elements.get(i), protocol));
        }
        return table;
    }

    private ScriptTable field(Bytes name, @Nullable Object value) {
        ScriptTable table = engine.newTable(0, 1);
        table.set(name, value);
        return table;
    }

    private class Resp2 implements Reply.Visitor<Value> {

        @Override
        public Value status(Bytes text) {
            return new Value(field(OK, text));
        }

        @Override
        public Value failure(Bytes text) {
            return new Value(field(ERR, text));
        }

        @Override
        public Value integer(long value) {
            return new Value((double) value);
        }

        @Override
        public Value bulk(Bytes value) {
            return new Value(value);
        }

        @Override
        public Value dbl(double value) {
            return new Value(
                    Bytes.latin1(shortest ? Doubles.shortest(value) : Doubles.precise(value)));
        }

        @Override
        public Value bool(boolean value) {
            return new Value(value ? 1.0 : 0.0);
        }

        @Override
        public Value bigNumber(Bytes digits) {
            return new Value(digits);
        }

        @Override
        public Value verbatim(String format, Bytes text) {
            return new Value(text);
        }

        @Override
        public Value array(List<Reply> elements) {
            return new Value(list(elements, 2));
        }

        @Override
        public Value set(List<Reply> elements) {
            return new Value(list(elements, 2));
        }

        @Override
        public Value map(List<Reply> keysAndValues) {
            return new Value(list(keysAndValues, 2));
        }

        @Override
        public Value pairs(List<Reply> firstsAndSeconds) {
            return new Value(list(firstsAndSeconds, 2));
        }

        @Override
        public Value push(List<Reply> elements) {
            return new Value(list(elements, 2));
        }

        @Override
        public Value attributed(List<Reply> attributes, Reply reply) {
            return reply.accept(this);
        }

        @Override
        public Value sequence(List<Reply> replies) {
            return replies.isEmpty() ? new Value(false) : replies.get(0).accept(this);
        }

        @Override
        public Value nil(Reply.Nil kind) {
            return new Value(false);
        }
    }

    private final class Resp3 extends Resp2 {

        @Override
        public Value dbl(double value) {
            return new Value(field(DOUBLE, value));
        }

        @Override
        public Value bool(boolean value) {
            return new Value(value);
        }

        @Override
        public Value bigNumber(Bytes digits) {
            return new Value(field(BIG_NUMBER, digits));
        }

        @Override
        public Value verbatim(String format, Bytes text) {
            ScriptTable verbatim = engine.newTable(0, 2);
            verbatim.set(STRING, text);
            verbatim.set(FORMAT, Bytes.of(format));
            return new Value(field(VERBATIM, verbatim));
        }

        @Override
        public Value array(List<Reply> elements) {
            return new Value(list(elements, 3));
        }

        @Override
        public Value set(List<Reply> elements) {
            ScriptTable members = engine.newTable(0, elements.size());
            for (Reply element : elements) {
                members.set(value(element, 3), true);
            }
            return new Value(field(SET, members));
        }

        @Override
        public Value map(List<Reply> keysAndValues) {
            ScriptTable entries = engine.newTable(0, keysAndValues.size() / 2);
            for (int i = 0; i + 1 < keysAndValues.size(); i += 2) {
                entries.set(value(keysAndValues.get(i), 3), value(keysAndValues.get(i + 1), 3));
            }
            return new Value(field(MAP, entries));
        }

        @Override
        public Value pairs(List<Reply> firstsAndSeconds) {
            ScriptTable table = engine.newTable(firstsAndSeconds.size() / 2, 0);
            for (int i = 0; i + 1 < firstsAndSeconds.size(); i += 2) {
                table.set(i / 2 + 1, list(firstsAndSeconds.subList(i, i + 2), 3));
            }
            return new Value(table);
        }

        @Override
        public Value push(List<Reply> elements) {
            return new Value(list(elements, 3));
        }

        @Override
        public Value nil(Reply.Nil kind) {
            return new Value(null);
        }
    }
}
