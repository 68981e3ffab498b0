package dev.lockstep.commands.generic;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.WRITE;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.ServerState;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;

/** Commands on whole databases. */
public final class DatabaseCommands {

    private static final CommandSpec DBSIZE =
            command("DBSIZE", 1)
                    .group(Group.SERVER)
                    .flags(READONLY, FAST)
                    .categories(AclCategory.KEYSPACE)
                    .tips("request_policy:all_shards", "response_policy:agg_sum")
                    .runs((ctx, args) -> Reply.of(ctx.db().size()));
    private static final CommandSpec FLUSHALL = flush("FLUSHALL").runs(DatabaseCommands::flushAll);
    private static final CommandSpec FLUSHDB = flush("FLUSHDB").runs(DatabaseCommands::flushDb);
    private static final CommandSpec SWAPDB =
            command("SWAPDB", 3)
                    .group(Group.SERVER)
                    .since("4.0.0")
                    .flags(WRITE, FAST)
                    .categories(AclCategory.KEYSPACE, AclCategory.DANGEROUS)
                    .runs(DatabaseCommands::swapDb);

    public static final List<CommandSpec> ROWS = List.of(DBSIZE, FLUSHALL, FLUSHDB, SWAPDB);

    private DatabaseCommands() {}

    private static CommandSpec flush(String name) {
        return command(name, -1)
                .group(Group.SERVER)
                .flags(WRITE)
                .categories(AclCategory.KEYSPACE, AclCategory.DANGEROUS)
                .tips("request_policy:all_shards", "response_policy:all_succeeded");
    }

    /** {@code FLUSHALL [ASYNC|SYNC]}. */
    private static Reply flushAll(CommandContext ctx, Args args) {
        readFlushMode(args);
        ServerState server = ctx.server();
        server.countChanges(server.keyspace().clear());
        if (!ctx.config().text("save").isEmpty()) {
            server.markSaved();
            if (ctx.has(Feature.FLUSHALL_FORGETS_CHANGES)) {
                server.resetDirty();
            }
        }
        if (ctx.has(Feature.FLUSHALL_AND_EXEC_ARE_CHANGES)) {
            server.countChanges(1);
        }
        return Reply.OK;
    }

    /** {@code FLUSHDB [ASYNC|SYNC]}. */
    private static Reply flushDb(CommandContext ctx, Args args) {
        readFlushMode(args);
        ctx.server().countChanges(ctx.db().clear());
        return Reply.OK;
    }

    /** Both modes are the same here; there is nothing left to wait for afterwards. */
    private static void readFlushMode(Args args) {
        boolean known = !args.hasNext() || args.skip("ASYNC") || args.skip("SYNC");
        if (!known || args.hasNext()) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
    }

    /** {@code SWAPDB index1 index2}. */
    private static Reply swapDb(CommandContext ctx, Args args) {
        int first = index(args.next(), ErrorKind.INVALID_FIRST_DB);
        int second = index(args.next(), ErrorKind.INVALID_SECOND_DB);
        int count = ctx.server().keyspace().count();
        if (first < 0 || first >= count || second < 0 || second >= count) {
            throw new CommandException(ErrorKind.DB_OUT_OF_RANGE);
        }
        ctx.server().keyspace().swap(first, second);
        ctx.server().countChanges(1);
        return Reply.OK;
    }

    private static int index(Bytes text, ErrorKind otherwise) {
        long index = Args.toLong(text, otherwise);
        if (index != (int) index) {
            throw new CommandException(otherwise);
        }
        return (int) index;
    }
}
