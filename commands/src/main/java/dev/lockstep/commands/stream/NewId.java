package dev.lockstep.commands.stream;

import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The id that XADD is told to give an entry.
 *
 * @param id null for {@code *}, which leaves it to the server
 * @param anySequence whether only the milliseconds are told, as {@code 1700000000000-*}
 */
record NewId(@Nullable StreamId id, boolean anySequence) {

    private static final Bytes AUTO = Bytes.of("*");
    private static final byte HYPHEN = '-';

    /**
     * Reads {@code text}.
     *
     * @throws CommandException when it is no id
     */
    static NewId parse(CommandContext ctx, Bytes text) {
        if (isAuto(text)) {
            return new NewId(null, true);
        }
        Bytes spelt = text.untilNul();
        int hyphen = spelt.indexOf(HYPHEN, 0);
        boolean anySequence =
                hyphen >= 0
                        && spelt.slice(hyphen + 1, spelt.length()).equals(AUTO)
                        && ctx.has(Feature.XADD_SEQUENCE_ALONE);
        return new NewId(Ids.parse(anySequence ? spelt.slice(0, hyphen) : text), anySequence);
    }

    static boolean isAuto(Bytes text) {
        return text.untilNul().equals(AUTO);
    }

    /** Whether it is told to be the one id that no entry can have. */
    boolean isZero() {
        return StreamId.MIN.equals(id) && !anySequence;
    }

    /**
     * The id for an entry that is added to {@code stream}, whose last is not the greatest.
     *
     * @throws CommandException when the stream is beyond it
     */
    StreamId resolve(CommandContext ctx, StreamValue stream) {
        StreamId last = stream.lastId();
        if (id == null) {
            StreamId now = new StreamId(ctx.nowMillis(), 0);
            return Long.compareUnsigned(now.millis(), last.millis()) > 0
                    ? now
                    : Objects.requireNonNull(last.next());
        }
        if (!anySequence || id.millis() != last.millis()) {
            return judge(id, last, ErrorKind.STREAM_ID_TOO_SMALL);
        }
        StreamId next = new StreamId(last.millis(), last.sequence() + 1);
        return judge(next, last, ErrorKind.STREAM_SEQUENCE_EXHAUSTED);
    }

    private static StreamId judge(StreamId wanted, StreamId last, ErrorKind otherwise) {
        if (!wanted.isAfter(last)) {
            throw new CommandException(otherwise);
        }
        return wanted;
    }
}
