package dev.lockstep.commands.sortedset;

import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.OW;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;
import static dev.lockstep.command.KeySpec.counted;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.commands.sortedset.Combination.Operation;
import dev.lockstep.keyspace.ScoredMember;
import dev.lockstep.keyspace.SortedSetValue;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;

/** ZUNION, ZINTER, ZDIFF and their like. */
public final class SortedSetAlgebraCommands {

    public static final List<CommandSpec> ROWS =
            List.of(
                    reading("ZDIFF", Operation.DIFFERENCE),
                    storing("ZDIFFSTORE", Operation.DIFFERENCE).since("6.2.0"),
                    reading("ZINTER", Operation.INTERSECTION),
                    SortedSetCommands.row(
                                    "ZINTERCARD",
                                    -3,
                                    SortedSetAlgebraCommands::zintercard,
                                    READONLY)
                            .since("7.0.0")
                            .keys(counted(1).access(RO, ACCESS)),
                    storing("ZINTERSTORE", Operation.INTERSECTION).since("2.0.0"),
                    reading("ZUNION", Operation.UNION),
                    storing("ZUNIONSTORE", Operation.UNION).since("2.0.0"));

    private SortedSetAlgebraCommands() {}

    private static CommandSpec reading(String name, Operation operation) {
        return SortedSetCommands.row(name, -3, (ctx, args) -> read(ctx, args, operation), READONLY)
                .since("6.2.0")
                .keys(counted(1).access(RO, ACCESS));
    }

    private static CommandSpec storing(String name, Operation operation) {
        return SortedSetCommands.row(
                        name, -4, (ctx, args) -> store(ctx, args, operation), WRITE, DENYOOM)
                .keys(at(1).access(OW, UPDATE), counted(2).access(RO, ACCESS));
    }

    /**
     * {@code ZUNION numkeys key [key ...] [WEIGHTS weight [weight ...]] [AGGREGATE SUM | MIN | MAX]
     * [WITHSCORES]}; likewise ZINTER, and ZDIFF without weights and aggregate.
     */
    private static Reply read(CommandContext ctx, Args args, Operation operation) {
        String name = operation.commandName();
        Combination combination = Combination.readKeys(ctx, args, operation, name);
        combination.readOptions(args, true);
        List<ScoredMember> members = new ArrayList<>();
        combination.result(ctx).ascending().forEach(members::add);
        return SortedSetCommands.reply(members, combination.withScores());
    }

    /** {@code ZUNIONSTORE destination numkeys key [key ...] …} and its siblings. */
    private static Reply store(CommandContext ctx, Args args, Operation operation) {
        Bytes destination = args.next();
        String name = operation.commandName() + "store";
        Combination combination = Combination.readKeysToStore(ctx, args, operation, name);
        combination.readOptions(args, false);
        SortedSetValue result = combination.result(ctx);
        result.pack(SortedSetCommands.limits(ctx));
        return SortedSetRangeCommands.store(ctx, destination, result, name);
    }

    /** {@code ZINTERCARD numkeys key [key ...] [LIMIT limit]}. */
    private static Reply zintercard(CommandContext ctx, Args args) {
        Combination combination =
                Combination.readKeys(ctx, args, Operation.INTERSECTION, "zintercard");
        return Reply.of(combination.cardinality(args.readLimit()));
    }
}
