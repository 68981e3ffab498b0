package dev.lockstep.commands.set;

import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.SORT_FOR_SCRIPT;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.OW;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;
import static dev.lockstep.command.KeySpec.counted;
import static dev.lockstep.command.KeySpec.range;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.KeySpec;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.SetValue;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** SUNION, SINTER, SDIFF and their like. */
public final class SetAlgebraCommands {

    private static final KeySpec SOURCES = range(2, -1, 1).access(RO, ACCESS);

    public static final List<CommandSpec> ROWS =
            List.of(
                    reading("SDIFF", sets -> sets.difference().members()),
                    storing("SDIFFSTORE", SetCombination::difference),
                    reading("SINTER", sets -> sets.common(0)),
                    SetCommands.row("SINTERCARD", -3, SetAlgebraCommands::sintercard, READONLY)
                            .since("7.0.0")
                            .keys(counted(1).access(RO, ACCESS)),
                    storing("SINTERSTORE", SetCombination::intersection)
                            .in(
                                    Range.before("7.2"),
                                    row -> row.keys(at(1).access(RW, UPDATE), SOURCES)),
                    reading("SUNION", sets -> sets.union().members()),
                    storing("SUNIONSTORE", SetCombination::union));

    private SetAlgebraCommands() {}

    /** {@code SUNION key [key ...]}, likewise SINTER and SDIFF. */
    private static CommandSpec reading(
            String name, Function<SetCombination, Iterable<Bytes>> operation) {
        return SetCommands.row(
                        name,
                        -2,
                        (ctx, args) -> {
                            SetCombination sets = SetCombination.read(ctx, args.rest());
                            return Reply.setOf(operation.apply(sets));
                        },
                        READONLY,
                        SORT_FOR_SCRIPT)
                .keys(range(1, -1, 1).access(RO, ACCESS))
                .tips("nondeterministic_output_order");
    }

    /** {@code SUNIONSTORE destination key [key ...]}, likewise SINTERSTORE and SDIFFSTORE. */
    private static CommandSpec storing(String name, Function<SetCombination, SetValue> operation) {
        String event = name.toLowerCase(Locale.ROOT);
        return SetCommands.row(
                        name,
                        -3,
                        (ctx, args) -> {
                            Bytes destination = args.next();
                            SetCombination sets = SetCombination.readToStore(ctx, args.rest());
                            return store(ctx, destination, operation.apply(sets), event);
                        },
                        WRITE,
                        DENYOOM)
                .keys(at(1).access(OW, UPDATE), SOURCES);
    }

    private static Reply store(
            CommandContext ctx, Bytes destination, SetValue result, String event) {
        ctx.store(destination, result.isEmpty() ? null : result, KeyEvent.SET, event);
        return Reply.of(result.size());
    }

    /** {@code SINTERCARD numkeys key [key ...] [LIMIT limit]}. */
    private static Reply sintercard(CommandContext ctx, Args args) {
        long numkeys = args.nextPositive(ErrorKind.NUMKEYS_NOT_POSITIVE);
        if (numkeys > args.remaining()) {
            throw new CommandException(ErrorKind.KEY_COUNT_TOO_HIGH);
        }
        List<Bytes> keys = new ArrayList<>();
        for (long i = 0; i < numkeys; i++) {
            keys.add(args.next());
        }
        long limit = args.readLimit();
        return Reply.of(SetCombination.read(ctx, keys).common(limit).size());
    }
}
