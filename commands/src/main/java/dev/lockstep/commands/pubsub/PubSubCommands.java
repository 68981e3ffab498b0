package dev.lockstep.commands.pubsub;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ENDS_SUBSCRIPTION;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.FOR_SUBSCRIBERS;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.MAY_REPLICATE;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.PUBSUB;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.STALE;
import static dev.lockstep.command.KeySpec.Access.NOT_KEY;
import static dev.lockstep.command.KeySpec.at;
import static dev.lockstep.command.KeySpec.range;

import dev.lockstep.command.Args;
import dev.lockstep.command.Caller;
import dev.lockstep.command.Client;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.Help;
import dev.lockstep.command.PubSub;
import dev.lockstep.command.PubSub.Kind;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * SUBSCRIBE, PUBLISH and their like. Each channel in a SUBSCRIBE or UNSUBSCRIBE is confirmed by a
 * message of its own, which takes the place of a reply.
 */
public final class PubSubCommands {

    private static final Help HELP =
            Help.of("PUBSUB")
                    .line("CHANNELS [<pattern>]", "The channels that somebody listens to.")
                    .line("NUMPAT", "How many patterns somebody listens to.")
                    .line(
                            "NUMSUB [<channel> ...]",
                            "How many listen to each channel, not counting patterns.")
                    .line(
                            Range.since("7.0"),
                            "SHARDCHANNELS [<pattern>]",
                            "The shard channels that somebody listens to.")
                    .line(
                            Range.since("7.0"),
                            "SHARDNUMSUB [<shardchannel> ...]",
                            "How many listen to each shard channel.");

    private static final CommandSpec PUBSUB_COMMAND =
            command("PUBSUB", -2)
                    .group(Group.PUBSUB)
                    .since("2.8.0")
                    .in(Range.before("7.0"), row -> row.flags(PUBSUB, RANDOM, LOADING, STALE))
                    .subcommands(
                            inspecting("CHANNELS", -2, channels(Kind.CHANNEL)),
                            command("HELP", 2)
                                    .since("6.2.0")
                                    .flags(LOADING, STALE)
                                    .runs((ctx, args) -> HELP.reply(ctx.profile())),
                            inspecting("NUMPAT", 2, PubSubCommands::numPat),
                            inspecting("NUMSUB", -2, numSub(Kind.CHANNEL)),
                            inspecting("SHARDCHANNELS", -2, channels(Kind.SHARD_CHANNEL))
                                    .since("7.0.0"),
                            inspecting("SHARDNUMSUB", -2, numSub(Kind.SHARD_CHANNEL))
                                    .since("7.0.0"));

    public static final List<CommandSpec> ROWS =
            List.of(
                    subscribing("PSUBSCRIBE", Kind.PATTERN),
                    publishing("PUBLISH", PubSub::publish),
                    PUBSUB_COMMAND,
                    unsubscribing("PUNSUBSCRIBE", Kind.PATTERN),
                    publishing("SPUBLISH", PubSub::publishToShard)
                            .since("7.0.0")
                            .keys(at(1).access(NOT_KEY)),
                    subscribing("SSUBSCRIBE", Kind.SHARD_CHANNEL)
                            .since("7.0.0")
                            .keys(range(1, -1, 1).access(NOT_KEY)),
                    subscribing("SUBSCRIBE", Kind.CHANNEL),
                    unsubscribing("SUNSUBSCRIBE", Kind.SHARD_CHANNEL)
                            .since("7.0.0")
                            .keys(range(1, -1, 1).access(NOT_KEY)),
                    unsubscribing("UNSUBSCRIBE", Kind.CHANNEL));

    private PubSubCommands() {}

    private static CommandSpec inspecting(String name, int arity, Handler handler) {
        return command(name, arity).since("2.8.0").flags(PUBSUB, LOADING, STALE).runs(handler);
    }

    /** {@code SUBSCRIBE channel [channel ...]}, likewise PSUBSCRIBE and SSUBSCRIBE. */
    private static CommandSpec subscribing(String name, Kind kind) {
        Reply confirmation = Reply.bulk(name.toLowerCase(Locale.ROOT));
        return command(name, -2)
                .group(Group.PUBSUB)
                .since("2.0.0")
                .flags(PUBSUB, NOSCRIPT, LOADING, STALE, FOR_SUBSCRIBERS)
                .runs(
                        (ctx, args) -> {
                            refuseWhereOneReplyIsExpected(ctx, kind, name);
                            List<Reply> confirmations = new ArrayList<>();
                            for (Bytes channel : args.rest()) {
                                ctx.server().pubSub().subscribe(ctx.client(), kind, channel);
                                confirmations.add(confirm(ctx, confirmation, channel, kind));
                            }
                            return new Reply.Sequence(confirmations);
                        });
    }

    /** A transaction expects one reply as well, but always took several from the old commands. */
    private static void refuseWhereOneReplyIsExpected(
            CommandContext ctx, Kind kind, String command) {
        Caller caller = ctx.client().caller();
        if (caller == Caller.SCRIPT || (caller == Caller.EXEC && kind == Kind.SHARD_CHANNEL)) {
            throw new CommandException(ErrorKind.SUBSCRIBE_NOT_HERE, command);
        }
    }

    /** {@code UNSUBSCRIBE [channel ...]}, likewise PUNSUBSCRIBE and SUNSUBSCRIBE. */
    private static CommandSpec unsubscribing(String name, Kind kind) {
        Reply confirmation = Reply.bulk(name.toLowerCase(Locale.ROOT));
        return command(name, -1)
                .group(Group.PUBSUB)
                .since("2.0.0")
                .flags(PUBSUB, NOSCRIPT, LOADING, STALE, FOR_SUBSCRIBERS, ENDS_SUBSCRIPTION)
                .runs(
                        (ctx, args) -> {
                            Client client = ctx.client();
                            List<Bytes> channels =
                                    args.hasNext()
                                            ? args.rest()
                                            : List.copyOf(client.subscriptions(kind));
                            List<Reply> confirmations = new ArrayList<>();
                            for (Bytes channel : channels) {
                                ctx.server().pubSub().unsubscribe(client, kind, channel);
                                confirmations.add(confirm(ctx, confirmation, channel, kind));
                            }
                            return channels.isEmpty()
                                    ? confirm(ctx, confirmation, null, kind)
                                    : new Reply.Sequence(confirmations);
                        });
    }

    private static Reply confirm(
            CommandContext ctx, Reply confirmation, @Nullable Bytes channel, Kind kind) {
        Client client = ctx.client();
        int count =
                kind == Kind.SHARD_CHANNEL
                        ? client.subscriptions(Kind.SHARD_CHANNEL).size()
                        : client.subscriptions(Kind.CHANNEL).size()
                                + client.subscriptions(Kind.PATTERN).size();
        return new Reply.Push(List.of(confirmation, Reply.bulkOrNil(channel), Reply.of(count)));
    }

    /** Sends a message, and returns how many got it. */
    @FunctionalInterface
    private interface Publishing {
        int publish(PubSub pubSub, Bytes channel, Bytes message);
    }

    /** {@code PUBLISH channel message}, likewise SPUBLISH. */
    private static CommandSpec publishing(String name, Publishing publishing) {
        return command(name, 3)
                .group(Group.PUBSUB)
                .since("2.0.0")
                .flags(PUBSUB, LOADING, STALE, FAST, MAY_REPLICATE)
                .runs(
                        (ctx, args) ->
                                Reply.of(
                                        publishing.publish(
                                                ctx.server().pubSub(), args.next(), args.next())));
    }

    /** {@code PUBSUB CHANNELS [pattern]}, likewise SHARDCHANNELS. */
    private static Handler channels(Kind kind) {
        return (ctx, args) -> {
            Glob pattern = args.hasNext() ? Glob.of(args.next()) : null;
            if (args.hasNext()) {
                throw new CommandException(
                        ErrorKind.SUBCOMMAND_ARGUMENTS, args.argv()[1], "PUBSUB");
            }
            List<Bytes> channels = new ArrayList<>();
            for (Bytes channel : ctx.server().pubSub().names(kind)) {
                if (pattern == null || pattern.matches(channel)) {
                    channels.add(channel);
                }
            }
            return Reply.bulks(channels);
        };
    }

    /** {@code PUBSUB NUMSUB [channel ...]}, likewise SHARDNUMSUB. */
    private static Handler numSub(Kind kind) {
        return (ctx, args) -> {
            List<Reply> counts = new ArrayList<>();
            for (Bytes channel : args.rest()) {
                counts.add(Reply.bulk(channel));
                counts.add(Reply.of(ctx.server().pubSub().subscribers(kind, channel)));
            }
            return Reply.array(counts);
        };
    }

    /** {@code PUBSUB NUMPAT}. */
    private static Reply numPat(CommandContext ctx, Args args) {
        return Reply.of(ctx.server().pubSub().names(Kind.PATTERN).size());
    }
}
