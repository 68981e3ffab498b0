package dev.lockstep.commands.transactions;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ALLOW_BUSY;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.NEVER_QUEUED;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.NO_MULTI;
import static dev.lockstep.command.Flag.SKIP_SLOWLOG;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.Args;
import dev.lockstep.command.Client;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.KeySpec;
import dev.lockstep.command.KeySpec.Access;
import dev.lockstep.command.ServerState;
import dev.lockstep.command.Transaction;
import dev.lockstep.command.Watches;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import java.util.ArrayList;
import java.util.List;

/** MULTI, EXEC, DISCARD, WATCH and UNWATCH. */
public final class TransactionCommands {

    // Valkey refuses MULTI and WATCH within a transaction by their rows, which ends it; elsewhere
    // they run, fail, and the transaction goes on.
    private static final CommandSpec MULTI =
            transactional("MULTI", 1)
                    .since("1.2.0")
                    .flags(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY, NEVER_QUEUED)
                    .in(
                            Range.VALKEY,
                            row -> row.flags(NOSCRIPT, LOADING, STALE, FAST, NO_MULTI, ALLOW_BUSY))
                    .runs(TransactionCommands::multi);
    private static final CommandSpec EXEC =
            transactional("EXEC", 1)
                    .since("1.2.0")
                    .flags(NOSCRIPT, LOADING, STALE, SKIP_SLOWLOG, NEVER_QUEUED)
                    .runs(TransactionCommands::exec);
    private static final CommandSpec DISCARD =
            transactional("DISCARD", 1)
                    .since("2.0.0")
                    .flags(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY, NEVER_QUEUED)
                    .runs(TransactionCommands::discard);
    private static final CommandSpec WATCH =
            transactional("WATCH", -2)
                    .since("2.2.0")
                    .flags(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY, NEVER_QUEUED)
                    .in(
                            Range.VALKEY,
                            row -> row.flags(NOSCRIPT, LOADING, STALE, FAST, NO_MULTI, ALLOW_BUSY))
                    .keys(KeySpec.range(1, -1, 1).access(Access.RO))
                    .runs(TransactionCommands::watch);
    private static final CommandSpec UNWATCH =
            transactional("UNWATCH", 1)
                    .since("2.2.0")
                    .flags(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY)
                    .runs(TransactionCommands::unwatch);

    public static final List<CommandSpec> ROWS = List.of(MULTI, EXEC, DISCARD, WATCH, UNWATCH);

    private TransactionCommands() {}

    private static CommandSpec transactional(String name, int arity) {
        return command(name, arity).group(Group.TRANSACTIONS);
    }

    /** {@code MULTI}. */
    private static Reply multi(CommandContext ctx, Args args) {
        if (ctx.client().transaction() != null) {
            throw new CommandException(ErrorKind.NESTED_MULTI);
        }
        ctx.client().setTransaction(new Transaction());
        return Reply.OK;
    }

    /** {@code EXEC}: one time holds for all that was queued; an error does not stop the rest. */
    private static Reply exec(CommandContext ctx, Args args) {
        Client client = ctx.client();
        Transaction transaction = client.transaction();
        if (transaction == null) {
            throw new CommandException(ErrorKind.EXEC_WITHOUT_MULTI);
        }
        Watches watches = ctx.server().watches();
        boolean touched = watches.isBroken(ctx.server(), client);
        watches.unwatchAll(client);
        if (transaction.isBroken() || touched) {
            client.setTransaction(null);
            if (transaction.isBroken()) {
                throw new CommandException(ErrorKind.EXEC_ABORTED);
            }
            return Reply.NIL_ARRAY;
        }
        client.setExecuting(true);
        try {
            return Reply.array(runAll(ctx.server(), client, transaction));
        } finally {
            client.setExecuting(false);
            client.setTransaction(null);
        }
    }

    private static List<Reply> runAll(ServerState server, Client client, Transaction transaction) {
        List<Reply> replies = new ArrayList<>(transaction.commands().size());
        long changesBefore = server.dirty();
        for (Transaction.Queued queued : transaction.commands()) {
            Reply reply = server.dispatcher().call(client, queued.command(), queued.argv());
            replies.add(reply);
        }
        boolean counts = server.profile().has(Feature.FLUSHALL_AND_EXEC_ARE_CHANGES);
        if (counts && server.dirty() != changesBefore) {
            server.countChanges(1);
        }
        return replies;
    }

    /** {@code DISCARD}: drops what was queued, and watches nothing any more. */
    private static Reply discard(CommandContext ctx, Args args) {
        if (ctx.client().transaction() == null) {
            throw new CommandException(ErrorKind.DISCARD_WITHOUT_MULTI);
        }
        ctx.client().setTransaction(null);
        ctx.server().watches().unwatchAll(ctx.client());
        return Reply.OK;
    }

    /** {@code WATCH key [key ...]}. */
    private static Reply watch(CommandContext ctx, Args args) {
        if (ctx.client().transaction() != null) {
            throw new CommandException(ErrorKind.WATCH_IN_MULTI);
        }
        args.rest().forEach(key -> ctx.server().watches().watch(ctx.client(), ctx.db(), key));
        return Reply.OK;
    }

    /** {@code UNWATCH}. */
    private static Reply unwatch(CommandContext ctx, Args args) {
        ctx.server().watches().unwatchAll(ctx.client());
        return Reply.OK;
    }
}
