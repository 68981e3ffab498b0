package dev.lockstep.commands.stream;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.STALE;
import static dev.lockstep.command.Flag.WRITE;
import static dev.lockstep.command.KeySpec.Access.DELETE;
import static dev.lockstep.command.KeySpec.Access.INSERT;
import static dev.lockstep.command.KeySpec.Access.RW;
import static dev.lockstep.command.KeySpec.Access.UPDATE;
import static dev.lockstep.command.KeySpec.at;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Flag;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.Help;
import dev.lockstep.command.KeySpec.Access;
import dev.lockstep.keyspace.ConsumerGroup;
import dev.lockstep.keyspace.GroupConsumer;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.StreamId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** XGROUP: makes and changes the groups of a stream. */
public final class GroupCommands {

    private static final Range BEFORE_ROWS = Range.before("7.0");
    private static final Bytes LAST = Bytes.of("$");
    private static final int MOST_CREATE_WORDS = 8;

    private static final CommandSpec XGROUP =
            command("XGROUP", -2)
                    .group(Group.STREAM)
                    .since("5.0.0")
                    .noCategories()
                    .in(
                            BEFORE_ROWS,
                            row ->
                                    row.flags(WRITE, DENYOOM)
                                            .categories(AclCategory.STREAM)
                                            .keys(at(2).access(RW))
                                            .runs(GroupCommands::misspelt))
                    .subcommands(
                            row("CREATE", -5, GroupCommands::create, INSERT, WRITE, DENYOOM),
                            row("CREATECONSUMER", 5, GroupCommands::createConsumer, INSERT)
                                    .since("6.2.0")
                                    .flags(WRITE, DENYOOM),
                            row("DELCONSUMER", 5, GroupCommands::delConsumer, DELETE, WRITE),
                            row("DESTROY", 4, GroupCommands::destroy, DELETE, WRITE),
                            command("HELP", 2)
                                    .since("5.0.0")
                                    .flags(LOADING, STALE)
                                    .runs((ctx, args) -> help(ctx)),
                            row("SETID", -5, GroupCommands::setId, UPDATE, WRITE)
                                    .in(BEFORE_ROWS, row -> row.arity(5)));

    public static final List<CommandSpec> ROWS = List.of(XGROUP);

    private static final Help HELP =
            Help.of("XGROUP")
                    .line(
                            "CREATE <key> <groupname> <id|$> [option]",
                            "Makes a group that reads from the id on. Options:",
                            "* MKSTREAM",
                            "  Makes the stream as well if there is none.")
                    .line(
                            Range.since("7.0"),
                            "    * ENTRIESREAD entries_read",
                            "  How many entries the group counts as having read.")
                    .line("CREATECONSUMER <key> <groupname> <consumer>", "Adds a consumer.")
                    .line(
                            "DELCONSUMER <key> <groupname> <consumer>",
                            "Removes a consumer and what is pending with it.")
                    // Redis 6.2 lacks the end of this line.
                    .line(Range.before("7.0"), "DESTROY <key> <groupname>    Removes a group.")
                    .line(Range.since("7.0"), "DESTROY <key> <groupname>", "Removes a group.")
                    .line(
                            Range.before("7.0"),
                            "SETID <key> <groupname> <id|$>",
                            "Has the group go on from the id.")
                    .line(
                            Range.since("7.0"),
                            "SETID <key> <groupname> <id|$> [ENTRIESREAD entries_read]",
                            "Has the group go on from the id.");

    private GroupCommands() {}

    private static CommandSpec row(
            String name, int arity, Handler handler, Access access, Flag... flags) {
        return command(name, arity)
                .since("5.0.0")
                .flags(flags)
                .keys(at(2).access(RW, access))
                .runs(handler);
    }

    private static Reply help(CommandContext ctx) {
        return HELP.reply(ctx.profile());
    }

    /** The arguments were not understood, though there is such a subcommand. */
    private static CommandException misunderstood(Args args) {
        return new CommandException(ErrorKind.SUBCOMMAND_ARGUMENTS, args.argv()[1], "XGROUP");
    }

    /** What old servers do with a word they do not know: they look for the key all the same. */
    private static Reply misspelt(CommandContext ctx, Args args) {
        Bytes subcommand = args.next();
        if (args.remaining() >= 2) {
            Bytes key = args.next();
            StreamValue stream = existing(ctx.db().write(key, StreamValue.class));
            if (List.of("SETID", "CREATECONSUMER", "DELCONSUMER").stream()
                    .anyMatch(subcommand::equalsIgnoreCase)) {
                existing(stream, key, args.next());
            }
        }
        throw misunderstood(args);
    }

    private static StreamValue existing(@Nullable StreamValue stream) {
        if (stream == null) {
            throw new CommandException(ErrorKind.XGROUP_WITHOUT_KEY);
        }
        return stream;
    }

    private static ConsumerGroup existing(StreamValue stream, Bytes key, Bytes name) {
        ConsumerGroup group = stream.group(name);
        if (group == null) {
            throw new CommandException(ErrorKind.NO_SUCH_GROUP, name.untilNul(), key.untilNul());
        }
        return group;
    }

    /** {@code XGROUP CREATE key group id|$ [MKSTREAM] [ENTRIESREAD entries-read]}. */
    private static Reply create(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes name = args.next();
        Bytes id = args.next();
        boolean makesStream = false;
        long entriesRead = ConsumerGroup.UNKNOWN;
        boolean several = ctx.has(Feature.STREAM_COUNTERS);
        boolean tooMany = !several && args.remaining() > 1; // found out only after the key is seen
        while (args.hasNext() && !tooMany) {
            if (args.skip("MKSTREAM")) {
                makesStream = true;
            } else {
                entriesRead = entriesRead(ctx, args);
            }
        }
        StreamValue found = ctx.db().write(key, StreamValue.class);
        if (!makesStream) {
            existing(found);
        }
        if (tooMany || args.argv().length > MOST_CREATE_WORDS) {
            throw misunderstood(args);
        }
        StreamValue stream = found == null ? new StreamValue() : found;
        ConsumerGroup group =
                new ConsumerGroup(name, isLast(id) ? stream.lastId() : Ids.parse(id), entriesRead);
        if (found == null) {
            ctx.db().put(key, stream);
            ctx.server().keyspace().modified(ctx.db(), key);
        }
        if (!stream.addGroup(group)) {
            throw new CommandException(ErrorKind.GROUP_EXISTS);
        }
        StreamCommands.changed(ctx, "xgroup-create", key);
        return Reply.OK;
    }

    private static boolean isLast(Bytes id) {
        return id.untilNul().equals(LAST);
    }

    private static long entriesRead(CommandContext ctx, Args args) {
        if (args.remaining() < 2
                || !ctx.has(Feature.STREAM_COUNTERS)
                || !args.skip("ENTRIESREAD")) {
            throw misunderstood(args);
        }
        long entriesRead = args.nextLong();
        if (entriesRead < 0 && entriesRead != ConsumerGroup.UNKNOWN) {
            throw new CommandException(ErrorKind.ENTRIES_READ_NEGATIVE);
        }
        return entriesRead;
    }

    /** {@code XGROUP SETID key group id|$ [ENTRIESREAD entries-read]}. */
    private static Reply setId(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes name = args.next();
        Bytes text = args.next();
        long entriesRead = ConsumerGroup.UNKNOWN;
        int words = args.argv().length;
        while (args.hasNext()) {
            entriesRead = entriesRead(ctx, args);
        }
        StreamValue stream = existing(ctx.db().write(key, StreamValue.class));
        ConsumerGroup group = existing(stream, key, name);
        if (words > 7) {
            throw misunderstood(args);
        }
        StreamId id = isLast(text) ? stream.lastId() : Ids.orSpecial(text, 0);
        group.setLastId(id);
        group.setEntriesRead(entriesRead);
        StreamCommands.changed(ctx, "xgroup-setid", key);
        return Reply.OK;
    }

    /** {@code XGROUP DESTROY key group}. */
    private static Reply destroy(CommandContext ctx, Args args) {
        Bytes key = args.next();
        StreamValue stream = existing(ctx.db().write(key, StreamValue.class));
        if (!stream.removeGroup(args.next())) {
            return Reply.ZERO;
        }
        StreamCommands.changed(ctx, "xgroup-destroy", key);
        ctx.server().blockedClients().signal(ctx.db(), key);
        return Reply.ONE;
    }

    /** {@code XGROUP CREATECONSUMER key group consumer}. */
    private static Reply createConsumer(CommandContext ctx, Args args) {
        Bytes key = args.next();
        StreamValue stream = existing(ctx.db().write(key, StreamValue.class));
        ConsumerGroup group = existing(stream, key, args.next());
        Bytes name = args.next();
        if (group.consumer(name) != null) {
            return Reply.ZERO;
        }
        group.addConsumer(name, ctx.nowMillis());
        StreamCommands.changed(ctx, "xgroup-createconsumer", key);
        return Reply.ONE;
    }

    /** {@code XGROUP DELCONSUMER key group consumer}: how much was pending with it. */
    private static Reply delConsumer(CommandContext ctx, Args args) {
        Bytes key = args.next();
        StreamValue stream = existing(ctx.db().write(key, StreamValue.class));
        ConsumerGroup group = existing(stream, key, args.next());
        GroupConsumer consumer = group.consumer(args.next());
        if (consumer != null) {
            group.removeConsumer(consumer);
        }
        if (consumer != null || ctx.has(Feature.DELCONSUMER_ALWAYS_CHANGES)) {
            StreamCommands.changed(ctx, "xgroup-delconsumer", key);
        }
        return Reply.of(consumer == null ? 0 : consumer.pending().size());
    }
}
