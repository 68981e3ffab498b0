package dev.lockstep.commands.connection;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ALLOW_BUSY;
import static dev.lockstep.command.Flag.FAST;
import static dev.lockstep.command.Flag.FOR_SUBSCRIBERS;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.NEVER_QUEUED;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.NO_AUTH;
import static dev.lockstep.command.Flag.STALE;
import static dev.lockstep.command.Flag.UNLISTED;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.Client;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.Config;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;

/** PING, ECHO, AUTH, HELLO, SELECT, QUIT and RESET. */
public final class ConnectionCommands {

    static final Bytes DEFAULT_USER = Bytes.of("default");
    private static final Reply PONG = Reply.bulk("pong");

    private static final CommandSpec AUTH =
            connection("AUTH", -2)
                    .flags(NOSCRIPT, LOADING, STALE, FAST, NO_AUTH, ALLOW_BUSY)
                    .runs(ConnectionCommands::auth);
    private static final CommandSpec ECHO =
            connection("ECHO", 2)
                    .flags(LOADING, STALE, FAST)
                    .in(Range.before("7.0"), row -> row.flags(FAST))
                    .runs((ctx, args) -> Reply.bulk(args.next()));
    private static final CommandSpec HELLO =
            connection("HELLO", -1)
                    .since("6.0.0")
                    .flags(NOSCRIPT, LOADING, STALE, FAST, NO_AUTH, ALLOW_BUSY)
                    .runs(Hello::run);
    private static final CommandSpec PING =
            connection("PING", -1)
                    .flags(FAST, FOR_SUBSCRIBERS)
                    .in(Range.before("7.0"), row -> row.flags(STALE, FAST, FOR_SUBSCRIBERS))
                    .tips("request_policy:all_shards", "response_policy:all_succeeded")
                    .runs(ConnectionCommands::ping);
    private static final CommandSpec QUIT =
            connection("QUIT", -1)
                    .flags(
                            NOSCRIPT,
                            LOADING,
                            STALE,
                            FAST,
                            NO_AUTH,
                            ALLOW_BUSY,
                            NEVER_QUEUED,
                            FOR_SUBSCRIBERS)
                    .in(
                            Range.before("7.0"),
                            row ->
                                    row.flags(
                                            NO_AUTH,
                                            ALLOW_BUSY,
                                            NEVER_QUEUED,
                                            FOR_SUBSCRIBERS,
                                            UNLISTED))
                    .runs(ConnectionCommands::quit);
    private static final CommandSpec RESET =
            connection("RESET", 1)
                    .since("6.2.0")
                    .flags(
                            NOSCRIPT,
                            LOADING,
                            STALE,
                            FAST,
                            NO_AUTH,
                            ALLOW_BUSY,
                            NEVER_QUEUED,
                            FOR_SUBSCRIBERS)
                    .in(
                            Range.before("7.0"),
                            row ->
                                    row.flags(
                                            NOSCRIPT,
                                            LOADING,
                                            STALE,
                                            FAST,
                                            ALLOW_BUSY,
                                            NEVER_QUEUED,
                                            FOR_SUBSCRIBERS))
                    .runs(ConnectionCommands::reset);
    private static final CommandSpec SELECT =
            connection("SELECT", 2)
                    .flags(LOADING, STALE, FAST)
                    .in(Range.before("7.0"), row -> row.categories(AclCategory.KEYSPACE))
                    .runs(ConnectionCommands::select);

    public static final List<CommandSpec> ROWS =
            List.of(AUTH, ClientCommands.CLIENT, ECHO, HELLO, PING, QUIT, RESET, SELECT);

    private ConnectionCommands() {}

    private static CommandSpec connection(String name, int arity) {
        return command(name, arity).group(Group.CONNECTION);
    }

    /** {@code PING [message]}. A RESP2 client that is subscribed gets a kind of message. */
    private static Reply ping(CommandContext ctx, Args args) {
        if (args.remaining() > 1) {
            throw new CommandException(ErrorKind.WRONG_ARITY, "ping");
        }
        if (ctx.client().isSubscribed() && ctx.client().protocol() == 2) {
            return Reply.array(PONG, args.hasNext() ? Reply.bulk(args.next()) : Reply.EMPTY_BULK);
        }
        return args.hasNext() ? Reply.bulk(args.next()) : Reply.PONG;
    }

    /** {@code AUTH [username] password}. */
    private static Reply auth(CommandContext ctx, Args args) {
        if (args.remaining() > 2) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        boolean named = args.remaining() == 2;
        if (!named && ctx.config().isPasswordFree()) {
            throw new CommandException(ErrorKind.NO_PASSWORD_SET);
        }
        authenticate(ctx, named ? args.next() : DEFAULT_USER, args.next());
        return Reply.OK;
    }

    /**
     * Lets the client in as {@code user}. There is one, and without a password any will do.
     *
     * @throws CommandException when the password is another
     */
    static void authenticate(CommandContext ctx, Bytes user, Bytes password) {
        Config config = ctx.config();
        boolean right =
                config.isPasswordFree() || Bytes.of(config.text("requirepass")).equals(password);
        if (!user.equals(DEFAULT_USER) || !right) {
            ctx.server().statistics().countDeniedLogin();
            throw new CommandException(ErrorKind.WRONG_PASSWORD);
        }
        ctx.client().setAuthenticated(true);
    }

    /** {@code QUIT}: whatever else the line holds. */
    private static Reply quit(CommandContext ctx, Args args) {
        ctx.client().close();
        return Reply.OK;
    }

    /** {@code RESET}: back to what the client was after connecting. */
    private static Reply reset(CommandContext ctx, Args args) {
        Client client = ctx.client();
        client.reset(ctx.server());
        return Reply.status("RESET");
    }

    /** {@code SELECT index}. */
    private static Reply select(CommandContext ctx, Args args) {
        long index = args.nextLong();
        if (index < Integer.MIN_VALUE || index > Integer.MAX_VALUE) {
            throw new CommandException(ErrorKind.INT_OUT_OF_RANGE);
        }
        if (index < 0 || index >= ctx.server().keyspace().count()) {
            throw new CommandException(ErrorKind.DB_OUT_OF_RANGE);
        }
        ctx.client().setDb((int) index);
        return Reply.OK;
    }
}
