package dev.lockstep.commands.stream;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.STALE;
import static dev.lockstep.command.KeySpec.Access.ACCESS;
import static dev.lockstep.command.KeySpec.Access.RO;
import static dev.lockstep.command.KeySpec.at;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.Help;
import dev.lockstep.keyspace.ConsumerGroup;
import dev.lockstep.keyspace.GroupConsumer;
import dev.lockstep.keyspace.StreamValue;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** XINFO: what a server tells about a stream, its groups and their consumers. */
public final class StreamInfoCommands {

    private static final Range BEFORE_ROWS = Range.before("7.0");

    private static final CommandSpec XINFO =
            command("XINFO", -2)
                    .group(Group.STREAM)
                    .since("5.0.0")
                    .noCategories()
                    .in(
                            BEFORE_ROWS,
                            row ->
                                    row.flags(READONLY, RANDOM)
                                            .categories(AclCategory.STREAM)
                                            .keys(at(2).access(RO))
                                            .runs(StreamInfoCommands::misspelt))
                    .subcommands(
                            row("CONSUMERS", 4, StreamInfoCommands::consumers)
                                    .tips("nondeterministic_output"),
                            row("GROUPS", 3, StreamInfoCommands::groups),
                            command("HELP", 2)
                                    .since("5.0.0")
                                    .flags(LOADING, STALE)
                                    .in(BEFORE_ROWS, row -> row.arity(-2))
                                    .runs((ctx, args) -> help(ctx)),
                            row("STREAM", -3, StreamInfoCommands::stream));

    public static final List<CommandSpec> ROWS = List.of(XINFO);

    private static final Help HELP =
            Help.of("XINFO")
                    .line("CONSUMERS <key> <groupname>", "The consumers of a group.")
                    .line("GROUPS <key>", "The groups of a stream.")
                    .line("STREAM <key> [FULL [COUNT <count>]", "What there is to a stream.");

    private StreamInfoCommands() {}

    private static CommandSpec row(String name, int arity, Handler handler) {
        return command(name, arity)
                .since("5.0.0")
                .flags(READONLY)
                .keys(at(2).access(RO, ACCESS))
                .runs(handler);
    }

    private static Reply help(CommandContext ctx) {
        return HELP.reply(ctx.profile());
    }

    private static CommandException misunderstood(Args args) {
        return new CommandException(ErrorKind.SUBCOMMAND_ARGUMENTS, args.argv()[1], "XINFO");
    }

    /** What old servers do with a word they do not know: they look for the key all the same. */
    private static Reply misspelt(CommandContext ctx, Args args) {
        args.next();
        if (args.hasNext()) {
            read(ctx, args.next());
        }
        throw misunderstood(args);
    }

    private static StreamValue read(CommandContext ctx, Bytes key) {
        StreamValue stream = ctx.db().read(key, StreamValue.class);
        if (stream == null) {
            throw new CommandException(ErrorKind.NO_SUCH_KEY);
        }
        return stream;
    }

    /** {@code XINFO CONSUMERS key group}. */
    private static Reply consumers(CommandContext ctx, Args args) {
        Bytes key = args.next();
        Bytes name = args.next();
        ConsumerGroup group = read(ctx, key).group(name);
        if (group == null) {
            throw new CommandException(ErrorKind.NO_SUCH_GROUP, name.untilNul(), key.untilNul());
        }
        List<Reply> consumers = new ArrayList<>();
        for (GroupConsumer consumer : group.consumers()) {
            consumers.add(consumer(ctx, consumer));
        }
        return Reply.array(consumers);
    }

    private static Reply consumer(CommandContext ctx, GroupConsumer consumer) {
        InfoMap map = new InfoMap();
        map.add("name", Reply.bulk(consumer.name()));
        map.add("pending", consumer.pending().size());
        map.add("idle", Math.max(ctx.nowMillis() - consumer.seenMillis(), 0));
        if (ctx.has(Feature.CONSUMER_ACTIVE_TIME)) {
            boolean never = consumer.activeMillis() == GroupConsumer.NEVER;
            map.add(
                    "inactive",
                    never ? GroupConsumer.NEVER : ctx.nowMillis() - consumer.activeMillis());
        }
        return map.reply();
    }

    /** {@code XINFO GROUPS key}. */
    private static Reply groups(CommandContext ctx, Args args) {
        StreamValue stream = read(ctx, args.next());
        List<Reply> groups = new ArrayList<>();
        for (ConsumerGroup group : stream.groups()) {
            InfoMap map = new InfoMap();
            map.add("name", Reply.bulk(group.name()));
            map.add("consumers", group.consumers().size());
            map.add("pending", group.pending().size());
            map.add("last-delivered-id", StreamReplies.id(group.lastId()));
            FullInfo.addProgress(ctx, map, stream, group);
            groups.add(map.reply());
        }
        return Reply.array(groups);
    }

    /** {@code XINFO STREAM key [FULL [COUNT count]]}. The key is looked at before the options. */
    private static Reply stream(CommandContext ctx, Args args) {
        StreamValue stream = read(ctx, args.next());
        InfoMap map = new InfoMap();
        if (!args.hasNext()) {
            FullInfo.addSizes(ctx, map, stream);
            map.add("groups", stream.groups().size());
            map.add("first-entry", edge(stream, false));
            map.add("last-entry", edge(stream, true));
            return map.reply();
        }
        long count = FullInfo.DEFAULT_COUNT;
        boolean counted = args.remaining() == 3;
        if ((!counted && args.remaining() != 1) || !args.skip("FULL")) {
            throw misunderstood(args);
        }
        if (counted) {
            if (!args.skip("COUNT")) {
                throw misunderstood(args);
            }
            count = args.nextLong();
        }
        return new FullInfo(ctx, stream, count).reply();
    }

    private static Reply edge(StreamValue stream, boolean last) {
        return stream.isEmpty()
                ? Reply.NIL
                : StreamReplies.entry(
                        Objects.requireNonNull(
                                stream.entry(last ? stream.lastEntryId() : stream.firstEntryId())));
    }
}
