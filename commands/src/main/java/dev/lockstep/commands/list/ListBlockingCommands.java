package dev.lockstep.commands.list;

import static dev.lockstep.command.Flag.BLOCKING;
import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.DELETE;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.counted;
import static dev.lockstep.command.KeySpec.range;

import dev.lockstep.command.Args;
import dev.lockstep.command.BlockTimeout;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.FirstOf;
import dev.lockstep.command.Handler;
import dev.lockstep.command.KeyWait;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** BLPOP and its like: they take from a list, or wait for one. */
public final class ListBlockingCommands {

    public static final List<CommandSpec> ROWS =
            List.of(
                    move("BLMOVE", 6, ListBlockingCommands::blmove).since("6.2.0"),
                    ListCommands.row("BLMPOP", -5, ListBlockingCommands::blmpop, WRITE, BLOCKING)
                            .since("7.0.0")
                            .keys(counted(2).access(RW, ACCESS, DELETE)),
                    pop("BLPOP", ListBlockingCommands::blpop),
                    pop("BRPOP", ListBlockingCommands::brpop),
                    move("BRPOPLPUSH", 4, ListBlockingCommands::brpoplpush).since("2.2.0"));

    private ListBlockingCommands() {}

    private static CommandSpec pop(String name, Handler handler) {
        return ListCommands.row(name, -3, handler, WRITE, BLOCKING)
                .since("2.0.0")
                .keys(range(1, -2, 1).access(RW, ACCESS, DELETE))
                .in(Range.before("7.2"), row -> row.flags(WRITE, NOSCRIPT, BLOCKING));
    }

    private static CommandSpec move(String name, int arity, Handler handler) {
        return ListCommands.row(name, arity, handler, WRITE, DENYOOM, BLOCKING)
                .keys(ListCommands.MOVE)
                .in(Range.before("7.2"), row -> row.flags(WRITE, DENYOOM, NOSCRIPT, BLOCKING));
    }

    /** {@code BLPOP key [key ...] timeout}. */
    private static Reply blpop(CommandContext ctx, Args args) {
        return pop(ctx, args, true);
    }

    /** {@code BRPOP key [key ...] timeout}. */
    private static Reply brpop(CommandContext ctx, Args args) {
        return pop(ctx, args, false);
    }

    private static Reply pop(CommandContext ctx, Args args, boolean left) {
        return FirstOf.orBlock(
                ctx, args, Value.Type.LIST, (context, key) -> keyAndElement(context, key, left));
    }

    private static @Nullable Reply keyAndElement(CommandContext ctx, Bytes key, boolean left) {
        ListValue list = ListCommands.write(ctx, key);
        return list == null
                ? null
                : Reply.array(Reply.bulk(key), ListCommands.pop(ctx, key, list, 1, left).get(0));
    }

    /** {@code BLMPOP timeout numkeys key [key ...] LEFT|RIGHT [COUNT count]}. */
    private static Reply blmpop(CommandContext ctx, Args args) {
        Bytes timeout = args.next();
        KeyWait pop = ListCommands.multiPop(args);
        return pop.orBlock(ctx, BlockTimeout.inSeconds(ctx, timeout));
    }

    /** {@code BLMOVE source destination LEFT|RIGHT LEFT|RIGHT timeout}. */
    private static Reply blmove(CommandContext ctx, Args args) {
        return move(ctx, Move.parse(args), args);
    }

    /** {@code BRPOPLPUSH source destination timeout}: BLMOVE with RIGHT LEFT. */
    private static Reply brpoplpush(CommandContext ctx, Args args) {
        return move(ctx, new Move(args.next(), args.next(), false, true), args);
    }

    private static Reply move(CommandContext ctx, Move move, Args args) {
        return move.orBlock(ctx, BlockTimeout.inSeconds(ctx, args.next()));
    }
}
