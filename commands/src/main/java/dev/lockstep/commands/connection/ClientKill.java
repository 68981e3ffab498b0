package dev.lockstep.commands.connection;

import dev.lockstep.command.Args;
import dev.lockstep.command.Client;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import java.util.function.Predicate;

/** CLIENT KILL: by address, or by filters that must all hold. */
final class ClientKill {

    private final CommandContext ctx;
    private Predicate<Client> filter = client -> true;
    private boolean skipMe = true;

    private ClientKill(CommandContext ctx) {
        this.ctx = ctx;
    }

    /**
     * {@code CLIENT KILL address} or {@code CLIENT KILL filter value [filter value ...]}, where a
     * filter is ID, TYPE, USER, ADDR, LADDR, SKIPME or MAXAGE.
     */
    static Reply run(CommandContext ctx, Args args) {
        ClientKill kill = new ClientKill(ctx);
        if (args.remaining() == 1) {
            return kill.byAddress(args.next());
        }
        if (!args.hasNext()) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        while (args.hasNext()) {
            Bytes option = args.next();
            kill.read(option, args.next());
        }
        return Reply.of(kill.matching());
    }

    private Reply byAddress(Bytes address) {
        for (Client client : List.copyOf(ctx.server().clients())) {
            if (client.connection().address().equals(address.latin1())) {
                client.close();
                return Reply.OK;
            }
        }
        throw new CommandException(ErrorKind.NO_SUCH_CLIENT);
    }

    private void read(Bytes option, Bytes value) {
        if (option.equalsIgnoreCase("ID")) {
            long id = id(value);
            require(client -> client.id() == id);
        } else if (option.equalsIgnoreCase("MAXAGE") && ctx.has(Feature.KILL_BY_AGE)) {
            long seconds = maxAge(value);
            require(client -> (ctx.nowMillis() - client.createdMillis()) / 1000 >= seconds);
        } else if (option.equalsIgnoreCase("TYPE")) {
            ClientType type = ClientType.of(ctx.profile(), value);
            require(client -> ClientCommands.type(client) == type);
        } else if (option.equalsIgnoreCase("ADDR")) {
            require(client -> client.connection().address().equals(value.latin1()));
        } else if (option.equalsIgnoreCase("LADDR")) {
            require(client -> client.connection().localAddress().equals(value.latin1()));
        } else if (option.equalsIgnoreCase("USER")) {
            if (!value.equals(ConnectionCommands.DEFAULT_USER)) {
                throw new CommandException(ErrorKind.NO_SUCH_USER, value);
            }
            require(Client::isAuthenticated);
        } else if (option.equalsIgnoreCase("SKIPME")) {
            skipMe = yesOrNo(value);
        } else {
            throw new CommandException(ErrorKind.SYNTAX);
        }
    }

    private void require(Predicate<Client> condition) {
        filter = filter.and(condition);
    }

    /** The oldest server takes any number for an id, and finds nobody. */
    private long id(Bytes value) {
        long id = Args.toLong(value, ErrorKind.CLIENT_ID_RANGE);
        if (id <= 0 && ctx.has(Feature.KILL_CHECKS_ID)) {
            throw new CommandException(ErrorKind.CLIENT_ID_RANGE);
        }
        return id;
    }

    private static long maxAge(Bytes value) {
        long seconds = Args.toLong(value, ErrorKind.MAXAGE_NOT_INTEGER);
        if (seconds <= 0) {
            throw new CommandException(ErrorKind.MAXAGE_RANGE);
        }
        return seconds;
    }

    private static boolean yesOrNo(Bytes value) {
        if (value.equalsIgnoreCase("yes")) {
            return true;
        }
        if (value.equalsIgnoreCase("no")) {
            return false;
        }
        throw new CommandException(ErrorKind.SYNTAX);
    }

    private int matching() {
        int killed = 0;
        for (Client client : List.copyOf(ctx.server().clients())) {
            if (filter.test(client) && !(skipMe && client == ctx.client())) {
                client.close();
                killed++;
            }
        }
        return killed;
    }
}
