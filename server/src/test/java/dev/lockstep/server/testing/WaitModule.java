package dev.lockstep.server.testing;

import static dev.lockstep.command.CommandSpec.command;

import dev.lockstep.command.Args;
import dev.lockstep.command.Client;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.RedisModule;
import dev.lockstep.command.ServerState;
import dev.lockstep.reply.Reply;
import dev.lockstep.time.TimerQueue;
import java.util.List;

/**
 * Commands that tests of the server need and no family has: {@code WAIT.MILLIS n} blocks for that
 * long, 0 for ever; {@code WAIT.BUSY} serves others until one of them says {@code WAIT.KILL}, as a
 * script does that overruns; {@code WAIT.FAIL} has a bug.
 */
public final class WaitModule implements RedisModule {

    private boolean killed;

    @Override
    public String name() {
        return "wait";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public List<CommandSpec> commands() {
        return List.of(
                command("WAIT.MILLIS", 2).runs(WaitModule::millis),
                command("WAIT.BUSY", 1).runs(this::busy),
                command("WAIT.KILL", 1)
                        .flags(dev.lockstep.command.Flag.ALLOW_BUSY)
                        .runs(
                                (ctx, args) -> {
                                    killed = true;
                                    return Reply.OK;
                                }),
                command("WAIT.FAIL", 1)
                        .runs(
                                (ctx, args) -> {
                                    throw new IllegalStateException("a bug for the test");
                                }));
    }

    private static Reply millis(CommandContext ctx, Args args) {
        long millis = args.nextLong();
        long deadlineNanos = millis == 0 ? TimerQueue.NEVER : ctx.nowNanos() + millis * 1_000_000;
        Client.Blocked operation = () -> Reply.NIL;
        ctx.server().block(ctx.client(), operation, deadlineNanos);
        return Reply.NONE;
    }

    private Reply busy(CommandContext ctx, Args args) {
        ServerState server = ctx.server();
        killed = false;
        server.setRunningScript(
                new ServerState.RunningScript() {
                    @Override
                    public boolean hasWritten() {
                        return false;
                    }

                    @Override
                    public void kill() {
                        killed = true;
                    }
                });
        try {
            while (!killed) {
                server.host().serveOthers();
            }
            return Reply.status("KILLED");
        } finally {
            server.setRunningScript(null);
        }
    }
}
