package dev.lockstep.reply;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * What a command answers: one immutable value with a kind, independent of the protocol that carries
 * it. Kinds that only RESP3 has are written to RESP2 in the form that Redis gives them there.
 *
 * <p>Lists handed to a reply are taken over and must not change afterwards.
 *
 * <pre>{@code
 * Reply reply = Reply.array(Reply.of(1), Reply.bulk("99"));
 * }</pre>
 */
public sealed interface Reply {

    Reply OK = new Status(Bytes.of("OK"));
    Reply QUEUED = new Status(Bytes.of("QUEUED"));
    Reply PONG = new Status(Bytes.of("PONG"));
    Reply ZERO = new Int(0);
    Reply ONE = new Int(1);
    Reply MINUS_ONE = new Int(-1);
    Reply MINUS_TWO = new Int(-2);
    Reply EMPTY_BULK = new Bulk(Bytes.EMPTY);
    Reply EMPTY_ARRAY = new Array(List.of());
    Reply EMPTY_SET = new SetOf(List.of());

    /** The missing value where a bulk string was asked for: {@code $-1}, or {@code _} in RESP3. */
    Reply NIL = Nil.BULK;

    /** The missing value where an array was asked for: {@code *-1}, or {@code _} in RESP3. */
    Reply NIL_ARRAY = Nil.ARRAY;

    /**
     * No reply now: the client is blocked and answered later, or has asked for silence. An encoder
     * writes nothing.
     */
    Reply NONE = new Sequence(List.of());

    /** A simple string such as {@code +OK}. */
    record Status(Bytes text) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.status(text);
        }
    }

    /** An error: {@code text} begins with its code, as in {@code ERR syntax error}. */
    record Failure(Bytes text) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.failure(text);
        }
    }

    record Int(long value) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.integer(value);
        }
    }

    record Bulk(Bytes value) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.bulk(value);
        }
    }

    /** A double; a bulk string in RESP2. Its text depends on the profile. */
    record Dbl(double value) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.dbl(value);
        }
    }

    /** A boolean; 1 or 0 in RESP2. */
    record Bool(boolean value) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.bool(value);
        }
    }

    /** A big number in decimal; a bulk string in RESP2. */
    record BigNumber(Bytes digits) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.bigNumber(digits);
        }
    }

    /** Text with a three-letter format such as {@code txt}; a bulk string in RESP2. */
    record Verbatim(String format, Bytes text) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.verbatim(format, text);
        }
    }

    record Array(List<Reply> elements) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.array(elements);
        }
    }

    /** A set; an array in RESP2. */
    record SetOf(List<Reply> elements) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.set(elements);
        }
    }

    /** A map, keys and values in turn; a flat array in RESP2. */
    record MapOf(List<Reply> keysAndValues) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.map(keysAndValues);
        }
    }

    /** Pairs, first and second in turn: arrays of two in RESP3, a flat array in RESP2. */
    record Pairs(List<Reply> firstsAndSeconds) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.pairs(firstsAndSeconds);
        }
    }

    /** An out-of-band message; an array in RESP2. */
    record Push(List<Reply> elements) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.push(elements);
        }
    }

    /**
     * A reply with attributes, keys and values in turn, in front of it; RESP2 has only the reply.
     */
    record Attributed(List<Reply> attributes, Reply reply) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.attributed(attributes, reply);
        }
    }

    /** Several replies to one command, one after the other. */
    record Sequence(List<Reply> replies) implements Reply {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.sequence(replies);
        }
    }

    /** The two missing values of RESP2, which RESP3 has as one. */
    enum Nil implements Reply {
        BULK,
        ARRAY;

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.nil(this);
        }
    }

    /** Calls the method of {@code visitor} for this kind. */
    <R> R accept(Visitor<R> visitor);

    /** One method for each kind, so that a new kind breaks the build where it matters. */
    interface Visitor<R> {
        R status(Bytes text);

        R failure(Bytes text);

        R integer(long value);

        R bulk(Bytes value);

        R dbl(double value);

        R bool(boolean value);

        R bigNumber(Bytes digits);

        R verbatim(String format, Bytes text);

        R array(List<Reply> elements);

        R set(List<Reply> elements);

        R map(List<Reply> keysAndValues);

        R pairs(List<Reply> firstsAndSeconds);

        R push(List<Reply> elements);

        R attributed(List<Reply> attributes, Reply reply);

        R sequence(List<Reply> replies);

        R nil(Nil kind);
    }

    static Reply of(long value) {
        return value == 0 ? ZERO : value == 1 ? ONE : new Int(value);
    }

    /** The integer 1 or 0, which is how most commands say yes or no. */
    static Reply of(boolean yes) {
        return yes ? ONE : ZERO;
    }

    static Reply of(double value) {
        return new Dbl(value);
    }

    static Reply status(String text) {
        return new Status(Bytes.of(text));
    }

    /** An error whose {@code text} begins with its code. */
    static Reply failure(String text) {
        return new Failure(Bytes.of(text));
    }

    static Reply bulk(Bytes value) {
        return new Bulk(value);
    }

    static Reply bulk(String value) {
        return new Bulk(Bytes.of(value));
    }

    /** Plain text for people. */
    static Reply verbatim(Bytes text) {
        return new Verbatim("txt", text);
    }

    static Reply bulkOrNil(@org.jspecify.annotations.Nullable Bytes value) {
        return value == null ? NIL : new Bulk(value);
    }

    static Reply array(Reply... elements) {
        return new Array(List.of(elements));
    }

    static Reply array(List<Reply> elements) {
        return new Array(elements);
    }

    /** {@code first} and {@code then}, one after the other. */
    static Reply sequence(List<Reply> first, List<Reply> then) {
        List<Reply> all = new ArrayList<>(first);
        all.addAll(then);
        all.removeIf(reply -> reply == NONE);
        return all.isEmpty() ? NONE : all.size() == 1 ? all.get(0) : new Sequence(all);
    }

    /** An array of bulk strings. */
    static Reply bulks(Iterable<Bytes> values) {
        return new Array(eachAsBulk(values));
    }

    /** A set of bulk strings. */
    static Reply setOf(Iterable<Bytes> values) {
        return new SetOf(eachAsBulk(values));
    }

    private static List<Reply> eachAsBulk(Iterable<Bytes> values) {
        List<Reply> elements = new ArrayList<>();
        for (Bytes value : values) {
            elements.add(bulk(value));
        }
        return elements;
    }
}
