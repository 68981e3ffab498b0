package dev.lockstep.commands.list;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.KeyWait;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.keyspace.ListValue;
import dev.lockstep.keyspace.Value;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What LMOVE and its like do: take an element from one end of a list and add it to one end of
 * another, which may be the same.
 */
record Move(Bytes source, Bytes destination, boolean fromLeft, boolean toLeft) implements KeyWait {

    /** Reads {@code source destination LEFT|RIGHT LEFT|RIGHT}. */
    static Move parse(Args args) {
        return new Move(args.next(), args.next(), isLeft(args), isLeft(args));
    }

    /** Reads {@code LEFT|RIGHT}. */
    static boolean isLeft(Args args) {
        boolean left = args.skip("LEFT");
        if (!left && !args.skip("RIGHT")) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        return left;
    }

    @Override
    public List<Bytes> keys() {
        return List.of(source);
    }

    @Override
    public Value.Type type() {
        return Value.Type.LIST;
    }

    @Override
    public Reply nothing() {
        return Reply.NIL;
    }

    @Override
    public @Nullable Reply attempt(CommandContext ctx, List<Bytes> keys) {
        ListValue from = ListCommands.write(ctx, source);
        if (from == null) {
            return null;
        }
        ListValue to = ListCommands.write(ctx, destination);
        Bytes element = from.remove(fromLeft);
        add(ctx, to == null ? ListCommands.create(ctx, destination) : to, element);
        ListCommands.removed(ctx, source, from, 1, fromLeft ? "lpop" : "rpop");
        return Reply.bulk(element);
    }

    /** Both ends are one change. */
    private void add(CommandContext ctx, ListValue to, Bytes element) {
        int bytes = Numbers.isLong(element) ? 0 : element.length(); // Redis has it as an integer
        to.makeRoom(ListCommands.limits(ctx), bytes, 1);
        to.add(element, toLeft);
        ctx.server().keyspace().modified(ctx.db(), destination);
        ctx.notify(KeyEvent.LIST, toLeft ? "lpush" : "rpush", destination);
    }
}
