package dev.lockstep.commands.generic;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.SORT_FOR_SCRIPT;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.DELETE;
import static dev.lockstep.command.KeySpec.Access.INSERT;
import static dev.lockstep.command.KeySpec.Access.OW;
import static dev.lockstep.command.KeySpec.Access.RM;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;
import static dev.lockstep.command.KeySpec.range;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.KeyEvent;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Glob;
import java.util.ArrayList;
import java.util.List;

/** Commands that find, remove, move and copy keys. */
public final class KeyCommands {

    private static final CommandSpec COPY =
            command("COPY", -3)
                    .since("6.2.0")
                    .flags(WRITE, DENYOOM)
                    .keys(at(1).access(RO, ACCESS), at(2).access(OW, UPDATE))
                    .runs(KeyCommands::copy);
    private static final CommandSpec DEL =
            command("DEL", -2)
                    .flags(WRITE)
                    .keys(range(1, -1, 1).access(RM, DELETE))
                    .tips("request_policy:multi_shard", "response_policy:agg_sum")
                    .runs(KeyCommands::del);
    private static final CommandSpec EXISTS =
            command("EXISTS", -2)
                    .flags(READONLY, FAST)
                    .keys(range(1, -1, 1).access(RO))
                    .tips("request_policy:multi_shard", "response_policy:agg_sum")
                    .runs(KeyCommands::exists);
    private static final CommandSpec KEYS =
            command("KEYS", 2)
                    .flags(READONLY)
                    .categories(AclCategory.KEYSPACE, AclCategory.DANGEROUS)
                    .tips("request_policy:all_shards", "nondeterministic_output_order")
                    .in(Range.before("7.0"), row -> row.flags(READONLY, SORT_FOR_SCRIPT))
                    .runs(KeyCommands::keys);
    private static final CommandSpec MOVE =
            command("MOVE", 3)
                    .flags(WRITE, FAST)
                    .keys(at(1).access(RW, ACCESS, UPDATE))
                    .runs(KeyCommands::move);
    private static final CommandSpec RANDOMKEY =
            command("RANDOMKEY", 1)
                    .flags(READONLY)
                    .tips("request_policy:all_shards", "nondeterministic_output")
                    .in(Range.before("7.0"), row -> row.flags(READONLY, RANDOM))
                    .in(
                            Range.since("7.2"),
                            row ->
                                    row.tips(
                                            "request_policy:all_shards",
                                            "response_policy:special",
                                            "nondeterministic_output"))
                    .runs(KeyCommands::randomKey);
    private static final CommandSpec RENAME =
            command("RENAME", 3)
                    .flags(WRITE)
                    .keys(at(1).access(RW, ACCESS, DELETE), at(2).access(OW, UPDATE))
                    .runs(KeyCommands::rename);
    private static final CommandSpec RENAMENX =
            command("RENAMENX", 3)
                    .flags(WRITE, FAST)
                    .keys(at(1).access(RW, ACCESS, DELETE), at(2).access(OW, INSERT))
                    .runs(KeyCommands::renameNx);
    private static final CommandSpec TOUCH =
            command("TOUCH", -2)
                    .since("3.2.1")
                    .flags(READONLY, FAST)
                    .keys(range(1, -1, 1).access(RO))
                    .tips("request_policy:multi_shard", "response_policy:agg_sum")
                    .runs(KeyCommands::touch);
    private static final CommandSpec TYPE =
            command("TYPE", 2).flags(READONLY, FAST).keys(at(1).access(RO)).runs(KeyCommands::type);
    private static final CommandSpec UNLINK =
            command("UNLINK", -2)
                    .since("4.0.0")
                    .flags(WRITE, FAST)
                    .keys(range(1, -1, 1).access(RM, DELETE))
                    .tips("request_policy:multi_shard", "response_policy:agg_sum")
                    .runs(KeyCommands::del);

    public static final List<CommandSpec> ROWS =
            List.of(
                    COPY, DEL, EXISTS, KEYS, MOVE, RANDOMKEY, RENAME, RENAMENX, TOUCH, TYPE,
                    UNLINK);

    private KeyCommands() {}

    /** {@code COPY source destination [DB index] [REPLACE]}. */
    private static Reply copy(CommandContext ctx, Args args) {
        Bytes source = args.next();
        Bytes destination = args.next();
        Db target = ctx.db();
        boolean replace = false;
        while (args.hasNext()) {
            if (args.skip("REPLACE")) {
                replace = true;
            } else if (args.remaining() >= 2 && args.skip("DB")) {
                target = db(ctx, args.next());
            } else {
                throw new CommandException(ErrorKind.SYNTAX);
            }
        }
        if (target.index() == ctx.db().index() && source.equals(destination)) {
            throw new CommandException(ErrorKind.SAME_OBJECT);
        }
        Entry entry = ctx.source(source);
        if (entry == null || (target.findForWrite(destination) != null && !replace)) {
            return Reply.ZERO;
        }
        target.remove(destination);
        target.put(destination, entry.value().copy());
        if (entry.hasDeadline()) {
            target.setDeadline(destination, entry.deadlineMillis());
        }
        ctx.server().modified(target, destination);
        ctx.server().keyspace().event(KeyEvent.GENERIC, "copy_to", target, destination);
        return Reply.ONE;
    }

    private static Db db(CommandContext ctx, Bytes text) {
        long index = Args.toLong(text);
        if (index != (int) index) {
            throw new CommandException(ErrorKind.INT_OUT_OF_RANGE);
        }
        if (index < 0 || index >= ctx.server().keyspace().count()) {
            throw new CommandException(ErrorKind.DB_OUT_OF_RANGE);
        }
        return ctx.server().keyspace().db((int) index);
    }

    /** {@code DEL key [key ...]}, and UNLINK, which here is no different. */
    private static Reply del(CommandContext ctx, Args args) {
        int removed = 0;
        while (args.hasNext()) {
            Bytes key = args.next();
            if (ctx.db().remove(key) != null) {
                ctx.modified(KeyEvent.GENERIC, "del", key);
                removed++;
            }
        }
        return Reply.of(removed);
    }

    /** {@code EXISTS key [key ...]}: a key named twice counts twice. */
    private static Reply exists(CommandContext ctx, Args args) {
        int found = 0;
        while (args.hasNext()) {
            found += ctx.db().findUnused(args.next()) == null ? 0 : 1;
        }
        return Reply.of(found);
    }

    /** {@code KEYS pattern}. */
    private static Reply keys(CommandContext ctx, Args args) {
        Glob pattern = Glob.of(args.next());
        List<Reply> found = new ArrayList<>();
        for (Bytes key : ctx.db().liveKeys()) {
            if (pattern.isEverything() || pattern.matches(key)) {
                found.add(Reply.bulk(key));
            }
        }
        return Reply.array(found);
    }

    /** {@code MOVE key db}. */
    private static Reply move(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Db source = ctx.db();
        Db target = db(ctx, args.next());
        if (target.index() == source.index()) {
            throw new CommandException(ErrorKind.SAME_OBJECT);
        }
        if (source.findForWrite(key) == null || target.findForWrite(key) != null) {
            return Reply.ZERO;
        }
        source.move(key, target, key);
        ctx.modified(key);
        ctx.server().keyspace().modified(target, key); // both are one change
        ctx.notify(KeyEvent.GENERIC, "move_from", key);
        ctx.server().keyspace().event(KeyEvent.GENERIC, "move_to", target, key);
        return Reply.ONE;
    }

    private static Reply randomKey(CommandContext ctx, Args args) {
        return Reply.bulkOrNil(ctx.db().randomKey(ctx.random()));
    }

    /** {@code RENAME key newkey}. */
    private static Reply rename(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes newKey = args.next();
        requireKey(ctx, key);
        if (!key.equals(newKey)) {
            rename(ctx, key, newKey);
        }
        return Reply.OK;
    }

    /** {@code RENAMENX key newkey}. */
    private static Reply renameNx(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes newKey = args.next();
        requireKey(ctx, key);
        if (key.equals(newKey) || ctx.db().findForWrite(newKey) != null) {
            return Reply.ZERO;
        }
        rename(ctx, key, newKey);
        return Reply.ONE;
    }

    private static void requireKey(CommandContext ctx, Bytes key) {
        if (ctx.db().findForWrite(key) == null) {
            throw new CommandException(ErrorKind.NO_SUCH_KEY);
        }
    }

    private static void rename(CommandContext ctx, Bytes key, Bytes newKey) {
        ctx.db().move(key, ctx.db(), newKey);
        ctx.modified(key);
        ctx.server().keyspace().modified(ctx.db(), newKey); // both are one change
        ctx.notify(KeyEvent.GENERIC, "rename_from", key);
        ctx.notify(KeyEvent.GENERIC, "rename_to", newKey);
    }

    /** {@code TOUCH key [key ...]}. */
    private static Reply touch(CommandContext ctx, Args args) {
        int found = 0;
        while (args.hasNext()) {
            found += ctx.db().find(args.next()) == null ? 0 : 1;
        }
        return Reply.of(found);
    }

    /** {@code TYPE key}. */
    private static Reply type(CommandContext ctx, Args args) {
        Entry entry = ctx.db().findUnused(args.next());
        return Reply.status(entry == null ? "none" : entry.value().type().redisName());
    }
}
