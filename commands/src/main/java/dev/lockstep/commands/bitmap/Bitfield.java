package dev.lockstep.commands.bitmap;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.commands.bitmap.BitfieldType.Overflow;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** BITFIELD and BITFIELD_RO: numbers of any width within a string. */
final class Bitfield {

    private enum Verb {
        GET,
        SET,
        INCRBY
    }

    /** One number to read or to change; how it overflows is told before it. */
    private record Operation(
            Verb verb, BitfieldType type, long offset, long argument, Overflow overflow) {

        long end() {
            return offset + type.width();
        }
    }

    private final CommandContext ctx;
    private final StringValue string;
    private final boolean grew;
    private int changes;

    private Bitfield(CommandContext ctx, StringValue string, boolean grew) {
        this.ctx = ctx;
        this.string = string;
        this.grew = grew;
    }

    /**
     * {@code BITFIELD key [GET type offset | [OVERFLOW WRAP|SAT|FAIL] SET|INCRBY type offset number
     * ...]}.
     */
    static Reply run(CommandContext ctx, Args args) {
        Bytes key = args.next();
        List<Operation> operations = parse(ctx, args);
        if (operations.stream().allMatch(operation -> operation.verb == Verb.GET)) {
            return read(ctx, key, operations);
        }
        StringValue found = ctx.db().write(key, StringValue.class);
        StringValue string = found == null ? StringValue.raw(Bytes.EMPTY) : found;
        int length = string.length();
        for (Operation operation : operations) {
            if (operation.verb != Verb.GET) {
                string.extend((int) ((operation.end() + Byte.SIZE - 1) / Byte.SIZE));
            }
        }
        if (found == null) {
            ctx.db().put(key, string);
        }
        Bitfield field = new Bitfield(ctx, string, string.length() > length);
        Reply reply = field.apply(operations);
        if (field.changes > 0) {
            ctx.modified(KeyEvent.STRING, "setbit", key, field.changes);
        }
        return reply;
    }

    /** {@code BITFIELD_RO key [GET type offset ...]}. */
    static Reply runReadOnly(CommandContext ctx, Args args) {
        Bytes key = args.next();
        List<Operation> operations = parse(ctx, args);
        if (operations.stream().anyMatch(operation -> operation.verb != Verb.GET)) {
            throw new CommandException(ErrorKind.BITFIELD_READ_ONLY);
        }
        return read(ctx, key, operations);
    }

    private static Reply read(CommandContext ctx, Bytes key, List<Operation> operations) {
        StringValue found = ctx.db().read(key, StringValue.class);
        StringValue string = found == null ? new StringValue(Bytes.EMPTY) : found;
        return new Bitfield(ctx, string, false).apply(operations);
    }

    private static List<Operation> parse(CommandContext ctx, Args args) {
        List<Operation> operations = new ArrayList<>();
        Overflow overflow = Overflow.WRAP;
        while (args.hasNext()) {
            if (args.remaining() >= 2 && args.skip("OVERFLOW")) {
                overflow = parseOverflow(args);
                continue;
            }
            Verb verb = parseVerb(args);
            BitfieldType type = BitfieldType.parse(args.next());
            long offset = BitOffset.parse(ctx, args.next(), type.width());
            long argument = verb == Verb.GET ? 0 : args.nextLong();
            operations.add(new Operation(verb, type, offset, argument, overflow));
        }
        return operations;
    }

    private static Overflow parseOverflow(Args args) {
        for (Overflow overflow : Overflow.values()) {
            if (args.skip(overflow.name())) {
                return overflow;
            }
        }
        throw new CommandException(ErrorKind.BITFIELD_OVERFLOW);
    }

    private static Verb parseVerb(Args args) {
        for (Verb verb : Verb.values()) {
            if (args.remaining() >= (verb == Verb.GET ? 3 : 4) && args.skip(verb.name())) {
                return verb;
            }
        }
        throw new CommandException(ErrorKind.SYNTAX);
    }

    private Reply apply(List<Operation> operations) {
        List<Reply> replies = new ArrayList<>(operations.size());
        for (Operation operation : operations) {
            long old = get(operation);
            if (operation.verb == Verb.GET) {
                replies.add(Reply.of(old));
                continue;
            }
            Long changed = changed(operation, old);
            if (changed == null) {
                changes += ctx.has(Feature.SAME_BITS_ARE_NO_CHANGE) ? 0 : 1;
                replies.add(Reply.NIL);
                continue;
            }
            set(operation, changed);
            if (grew || old != changed || !ctx.has(Feature.SAME_BITS_ARE_NO_CHANGE)) {
                changes++;
            }
            replies.add(Reply.of(operation.verb == Verb.SET ? old : changed));
        }
        return Reply.array(replies);
    }

    /** What the number becomes, or null when it must not overflow. */
    private static @Nullable Long changed(Operation operation, long old) {
        BitfieldType type = operation.type;
        boolean sets = operation.verb == Verb.SET;
        int overflow =
                sets ? type.overflow(operation.argument) : type.overflow(old, operation.argument);
        if (overflow == 0) {
            return sets ? operation.argument : old + operation.argument;
        }
        return switch (operation.overflow) {
            case FAIL -> null;
            case SAT -> type.saturate(overflow);
            case WRAP -> type.wrap(sets ? operation.argument : old + operation.argument);
        };
    }

    private long get(Operation operation) {
        long number = 0;
        for (long bit = operation.offset; bit < operation.end(); bit++) {
            int index = (int) (bit / Byte.SIZE);
            int octet = index < string.length() ? string.unsignedAt(index) : 0;
            number = number << 1 | (octet >> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1);
        }
        return operation.type.wrap(number);
    }

    private void set(Operation operation, long number) {
        int width = operation.type.width();
        for (int i = 0; i < width; i++) {
            long bit = operation.offset + i;
            int index = (int) (bit / Byte.SIZE);
            int mask = 0x80 >> (bit % Byte.SIZE);
            boolean on = (number >> (width - 1 - i) & 1) != 0;
            int octet = string.unsignedAt(index);
            string.overwrite(index, (byte) (on ? octet | mask : octet & ~mask));
        }
    }
}
