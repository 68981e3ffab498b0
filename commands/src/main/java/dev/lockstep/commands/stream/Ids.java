package dev.lockstep.commands.stream;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.ArrayList;
import java.util.List;

/** Arguments that are ids of entries, or the ends of a range of them. Stateless. */
final class Ids {

    private static final Bytes SMALLEST = Bytes.of("-");
    private static final Bytes GREATEST = Bytes.of("+");
    private static final long GREATEST_SEQUENCE = -1;

    private Ids() {}

    /**
     * {@code text} as an id; its sequence is 0 when it has none.
     *
     * @throws CommandException when it is no id
     */
    static StreamId parse(Bytes text) {
        return parse(text, 0);
    }

    private static StreamId parse(Bytes text, long missingSequence) {
        StreamId id = StreamId.parse(text, missingSequence);
        if (id == null) {
            throw new CommandException(ErrorKind.STREAM_ID_INVALID);
        }
        return id;
    }

    /** All arguments that are left, each an id. */
    static List<StreamId> rest(Args args) {
        List<StreamId> ids = new ArrayList<>(args.remaining());
        while (args.hasNext()) {
            ids.add(parse(args.next()));
        }
        return ids;
    }

    /** The first id in a range that begins at {@code text}; a parenthesis excludes the id. */
    static StreamId rangeStart(Bytes text) {
        if (!isExclusive(text)) {
            return orSpecial(text, 0);
        }
        StreamId next = parse(text.slice(1, text.length())).next();
        if (next == null) {
            throw new CommandException(ErrorKind.STREAM_RANGE_START);
        }
        return next;
    }

    /** The last id in a range that ends at {@code text}; a parenthesis excludes the id. */
    static StreamId rangeEnd(Bytes text) {
        if (!isExclusive(text)) {
            return orSpecial(text, GREATEST_SEQUENCE);
        }
        StreamId previous = parse(text.slice(1, text.length()), GREATEST_SEQUENCE).previous();
        if (previous == null) {
            throw new CommandException(ErrorKind.STREAM_RANGE_END);
        }
        return previous;
    }

    private static boolean isExclusive(Bytes text) {
        return text.length() > 1 && text.at(0) == '(';
    }

    /** {@code text} as an id, where {@code -} and {@code +} are the smallest and the greatest. */
    static StreamId orSpecial(Bytes text, long missingSequence) {
        Bytes spelt = text.untilNul();
        if (spelt.equals(SMALLEST)) {
            return StreamId.MIN;
        }
        return spelt.equals(GREATEST) ? StreamId.MAX : parse(text, missingSequence);
    }
}
