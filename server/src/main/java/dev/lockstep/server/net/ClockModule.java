package dev.lockstep.server.net;

import static dev.lockstep.command.CommandSpec.command;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Flag;
import dev.lockstep.command.Group;
import dev.lockstep.command.RedisModule;
import dev.lockstep.reply.Reply;
import java.util.List;

/**
 * Moves a virtual clock by a command, so that a client in any language can:
 *
 * <pre>
 * LOCKSTEP.CLOCK GET                      the time, in milliseconds since 1970
 * LOCKSTEP.CLOCK ADVANCE milliseconds     moves it on, and returns the new time
 * LOCKSTEP.CLOCK SET milliseconds         sets it, and returns the new time
 * </pre>
 *
 * <p>The reply comes after everything that became due has run. Only servers with a virtual clock
 * have the module; a transaction or a script cannot move the clock, for which time stands still.
 */
final class ClockModule implements RedisModule {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MAX_MILLIS = Long.MAX_VALUE / NANOS_PER_MILLI - 1;

    private final ServerLoop loop;

    ClockModule(ServerLoop loop) {
        this.loop = loop;
    }

    @Override
    public String name() {
        return "lockstep";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public List<CommandSpec> commands() {
        return List.of(
                command("LOCKSTEP.CLOCK", -2)
                        .group(Group.SERVER)
                        .subcommands(
                                row("GET", 2).runs((ctx, args) -> time(ctx)),
                                row("ADVANCE", 3).runs(this::advance),
                                row("SET", 3).runs(this::set)));
    }

    private static CommandSpec row(String name, int arity) {
        return command(name, arity).flags(Flag.NOSCRIPT, Flag.NO_MULTI);
    }

    private static Reply time(CommandContext ctx) {
        return Reply.of(ctx.server().clockNanos() / NANOS_PER_MILLI);
    }

    private Reply advance(CommandContext ctx, Args args) {
        long millis = millis(args);
        long nowNanos = ctx.server().clockNanos();
        if (millis > MAX_MILLIS - nowNanos / NANOS_PER_MILLI) {
            throw new CommandException(ErrorKind.NOT_INTEGER);
        }
        loop.moveClock(nowNanos + millis * NANOS_PER_MILLI);
        return time(ctx);
    }

    private Reply set(CommandContext ctx, Args args) {
        loop.moveClock(millis(args) * NANOS_PER_MILLI);
        return time(ctx);
    }

    private static long millis(Args args) {
        long millis = args.nextLong();
        if (millis < 0 || millis > MAX_MILLIS) {
            throw new CommandException(ErrorKind.NOT_INTEGER);
        }
        return millis;
    }
}
