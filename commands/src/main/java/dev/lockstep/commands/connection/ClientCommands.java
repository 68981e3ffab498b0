package dev.lockstep.commands.connection;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ADMIN;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.Client;
import dev.lockstep.command.Client.Blocked;
import dev.lockstep.command.Client.ReplyMode;
import dev.lockstep.command.Command;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.Pause;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.time.TimerQueue;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** CLIENT and its subcommands. */
final class ClientCommands {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final String[] TO_ALL_NODES = {
        "request_policy:all_nodes", "response_policy:all_succeeded"
    };

    static final CommandSpec CLIENT =
            command("CLIENT", -2)
                    .group(Group.CONNECTION)
                    .since("2.4.0")
                    .noCategories()
                    .in(
                            Range.before("7.0"),
                            row ->
                                    row.flags(ADMIN, NOSCRIPT, RANDOM, LOADING, STALE)
                                            .categories(AclCategory.CONNECTION))
                    .subcommands(
                            plain("GETNAME", 2, "2.6.9", ClientCommands::getName),
                            command("HELP", 2)
                                    .since("5.0.0")
                                    .flags(LOADING, STALE)
                                    .runs((ctx, args) -> ClientHelp.HELP.reply(ctx.profile())),
                            plain("ID", 2, "5.0.0", (ctx, args) -> Reply.of(ctx.client().id())),
                            plain("INFO", 2, "6.2.0", ClientCommands::info)
                                    .tips("nondeterministic_output"),
                            admin("KILL", -3, "2.4.0", ClientKill::run)
                                    .in(Range.before("7.0"), row -> row.arity(-2)),
                            admin("LIST", -2, "2.4.0", ClientCommands::list)
                                    .tips("nondeterministic_output"),
                            admin("NO-EVICT", 3, "7.0.0", ClientCommands::noEvict),
                            plain("NO-TOUCH", 3, "7.2.0", ClientCommands::noTouch),
                            admin("PAUSE", -3, "2.9.50", ClientCommands::pause)
                                    .in(Range.since("7.2"), row -> row.since("3.0.0")),
                            plain("REPLY", 3, "3.2.0", ClientCommands::reply),
                            plain("SETINFO", 4, "7.2.0", ClientCommands::setInfo)
                                    .tips(TO_ALL_NODES),
                            plain("SETNAME", 3, "2.6.9", ClientCommands::setName)
                                    .in(Range.since("7.2"), row -> row.tips(TO_ALL_NODES)),
                            admin("UNBLOCK", -3, "5.0.0", ClientCommands::unblock),
                            admin("UNPAUSE", 2, "6.2.0", ClientCommands::unpause));

    private ClientCommands() {}

    private static CommandSpec plain(String name, int arity, String since, Handler handler) {
        return command(name, arity).since(since).flags(NOSCRIPT, LOADING, STALE).runs(handler);
    }

    private static CommandSpec admin(String name, int arity, String since, Handler handler) {
        return plain(name, arity, since, handler).flags(ADMIN, NOSCRIPT, LOADING, STALE);
    }

    static ClientType type(Client client) {
        return client.isSubscribed() ? ClientType.PUBSUB : ClientType.NORMAL;
    }

    /**
     * {@code name} if it may name a client: printable, without blanks.
     *
     * @throws CommandException when it may not
     */
    static Bytes validName(Bytes name) {
        if (!isPrintable(name)) {
            throw new CommandException(ErrorKind.CLIENT_NAME);
        }
        return name;
    }

    private static boolean isPrintable(Bytes text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.at(i) < '!' || text.at(i) > '~') {
                return false;
            }
        }
        return true;
    }

    /** {@code CLIENT GETNAME}. */
    private static Reply getName(CommandContext ctx, Args args) {
        Bytes name = ctx.client().name();
        return name.isEmpty() ? Reply.NIL : Reply.bulk(name);
    }

    /** {@code CLIENT SETNAME name}; the empty name takes it away. */
    private static Reply setName(CommandContext ctx, Args args) {
        ctx.client().setName(validName(args.next()));
        return Reply.OK;
    }

    /** {@code CLIENT SETINFO LIB-NAME name} or {@code LIB-VER version}. */
    private static Reply setInfo(CommandContext ctx, Args args) {
        Bytes attribute = args.next();
        Bytes value = args.next();
        boolean isName = attribute.equalsIgnoreCase("lib-name");
        if (!isName && !attribute.equalsIgnoreCase("lib-ver")) {
            throw new CommandException(ErrorKind.UNRECOGNIZED_OPTION, attribute);
        }
        if (!isPrintable(value)) {
            throw new CommandException(ErrorKind.CLIENT_ATTRIBUTE, attribute);
        }
        if (isName) {
            ctx.client().setLibraryName(value);
        } else {
            ctx.client().setLibraryVersion(value);
        }
        return Reply.OK;
    }

    /** {@code CLIENT INFO}. */
    private static Reply info(CommandContext ctx, Args args) {
        return text(ctx, List.of(ctx.client()));
    }

    /** {@code CLIENT LIST [TYPE type] [ID id [id ...]]}: one of the two, or neither. */
    private static Reply list(CommandContext ctx, Args args) {
        if (!args.hasNext()) {
            return text(ctx, ctx.server().clients());
        }
        if (args.remaining() == 2 && args.skip("TYPE")) {
            ClientType type = ClientType.of(ctx.profile(), args.next());
            return text(ctx, ctx.server().clients().stream().filter(c -> type(c) == type).toList());
        }
        if (args.remaining() < 2 || !args.skip("ID")) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        List<Client> clients = new ArrayList<>();
        while (args.hasNext()) {
            Client client =
                    ctx.server().client(Args.toLong(args.next(), ErrorKind.INVALID_CLIENT_ID));
            if (client != null) {
                clients.add(client);
            }
        }
        return text(ctx, clients);
    }

    private static Reply text(CommandContext ctx, Collection<Client> clients) {
        return Reply.verbatim(ClientLine.of(ctx, clients));
    }

    /** {@code CLIENT NO-EVICT ON|OFF}. */
    private static Reply noEvict(CommandContext ctx, Args args) {
        ctx.client().setNoEvict(onOrOff(args));
        return Reply.OK;
    }

    /** {@code CLIENT NO-TOUCH ON|OFF}. */
    private static Reply noTouch(CommandContext ctx, Args args) {
        ctx.client().setNoTouch(onOrOff(args));
        return Reply.OK;
    }

    private static boolean onOrOff(Args args) {
        boolean on = args.skip("ON");
        if (!on && !args.skip("OFF")) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        return on;
    }

    /** {@code CLIENT REPLY ON|OFF|SKIP}. */
    private static Reply reply(CommandContext ctx, Args args) {
        Client client = ctx.client();
        if (args.skip("ON")) {
            client.setReplyMode(ReplyMode.ON);
            return Reply.OK;
        }
        if (args.skip("OFF")) {
            client.setReplyMode(ReplyMode.OFF);
        } else if (!args.skip("SKIP")) {
            throw new CommandException(ErrorKind.SYNTAX);
        } else if (client.replyMode() != ReplyMode.OFF) {
            client.setReplyMode(ReplyMode.SKIP_NEXT);
        }
        return Reply.NONE;
    }

    /** {@code CLIENT PAUSE timeout [WRITE|ALL]}. */
    private static Reply pause(CommandContext ctx, Args args) {
        Bytes timeout = args.next();
        if (args.remaining() > 1) {
            throw new CommandException(ErrorKind.SUBCOMMAND_ARGUMENTS, args.argv()[1], "CLIENT");
        }
        Pause.Kind kind = Pause.Kind.ALL;
        if (args.hasNext() && !args.skip("ALL")) {
            if (!args.skip("WRITE")) {
                throw new CommandException(ErrorKind.PAUSE_MODE);
            }
            kind = Pause.Kind.WRITE;
        }
        long endMillis = ctx.nowMillis() + timeoutMillis(ctx, timeout);
        if (endMillis >= ctx.nowMillis()) {
            ctx.server().pause().begin(kind, nanos(endMillis));
        }
        return Reply.OK;
    }

    private static long timeoutMillis(CommandContext ctx, Bytes text) {
        long timeout = Args.toLong(text, ErrorKind.TIMEOUT_NOT_INTEGER);
        if (timeout < 0) {
            throw new CommandException(ErrorKind.TIMEOUT_NEGATIVE);
        }
        if (timeout > Long.MAX_VALUE - ctx.nowMillis() && ctx.has(Feature.TIMEOUT_CHECKS_RANGE)) {
            throw new CommandException(ErrorKind.TIMEOUT_OUT_OF_RANGE);
        }
        return timeout;
    }

    private static long nanos(long millis) {
        return millis < TimerQueue.NEVER / NANOS_PER_MILLI
                ? millis * NANOS_PER_MILLI
                : TimerQueue.NEVER - 1;
    }

    /** {@code CLIENT UNPAUSE}. */
    private static Reply unpause(CommandContext ctx, Args args) {
        ctx.server().pause().end();
        return Reply.OK;
    }

    /**
     * {@code CLIENT UNBLOCK id [TIMEOUT|ERROR]}; one that waits for a pause to end can only be told
     * an error.
     */
    private static Reply unblock(CommandContext ctx, Args args) {
        Bytes id = args.next();
        if (args.remaining() > 1) {
            throw new CommandException(ErrorKind.SUBCOMMAND_ARGUMENTS, args.argv()[1], "CLIENT");
        }
        boolean error = args.hasNext() && args.skip("ERROR");
        if (args.hasNext() && !args.skip("TIMEOUT")) {
            throw new CommandException(ErrorKind.UNBLOCK_REASON);
        }
        Client client = ctx.server().client(Args.toLong(id));
        Blocked blocked = client == null ? null : client.blocked();
        Reply unblocked = new CommandException(ErrorKind.UNBLOCKED).reply(ctx.profile());
        if (client == null) {
            return Reply.ZERO;
        }
        if (blocked == null) {
            return Reply.of(error && ctx.server().pause().unblock(client, unblocked) ? 1 : 0);
        }
        Command command = client.lastCommand();
        if (command != null && !error && ctx.has(Feature.UNBLOCK_COUNTS_AS_FAILURE)) {
            command.countFailed();
        }
        if (error) {
            ctx.server().dispatcher().resolve(args.argv()).countFailed();
        }
        ctx.server().unblock(client, error ? unblocked : blocked.timedOut());
        return Reply.ONE;
    }
}
