package dev.lockstep.commands.bitmap;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What BITOP does to strings, bit by bit; behind the end of one, its bits are zero. */
enum BitOperation {
    AND,
    OR,
    XOR,
    NOT;

    static BitOperation parse(Args args) {
        for (BitOperation operation : values()) {
            if (args.skip(operation.name())) {
                return operation;
            }
        }
        throw new CommandException(ErrorKind.SYNTAX);
    }

    /** The result for {@code sources}, as long as the longest; a missing one is empty. */
    Bytes apply(List<@Nullable StringValue> sources) {
        int length = 0;
        for (StringValue source : sources) {
            length = Math.max(length, source == null ? 0 : source.length());
        }
        byte[] result = new byte[length];
        for (int i = 0; i < length; i++) {
            result[i] = (byte) byteAt(sources, i);
        }
        return Bytes.wrap(result);
    }

    private int byteAt(List<@Nullable StringValue> sources, int index) {
        int combined = byteAt(sources.get(0), index);
        if (this == NOT) {
            return ~combined;
        }
        for (int i = 1; i < sources.size(); i++) {
            combined = combine(combined, byteAt(sources.get(i), index));
        }
        return combined;
    }

    private int combine(int first, int second) {
        return switch (this) {
            case AND -> first & second;
            case OR -> first | second;
            case XOR -> first ^ second;
            case NOT -> throw new IllegalStateException("NOT combines nothing");
        };
    }

    private static int byteAt(@Nullable StringValue source, int index) {
        return source == null || index >= source.length() ? 0 : source.unsignedAt(index);
    }
}
