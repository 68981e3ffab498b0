package dev.lockstep.command;

import dev.lockstep.keyspace.WrongTypeException;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one way to a command, for sockets, EXEC and scripts. Judges a command in the order in which
 * Redis does (does it exist, is its length right, may this client, may it now), runs it, and turns
 * what it throws into an error reply.
 */
public final class Dispatcher {

    /** How much of an unknown command's arguments its error repeats. */
    private static final int ECHOED_ARGUMENTS_LENGTH = 128;

    private static final Set<String> LEAVING_TRANSACTIONS = Set.of("discard", "reset", "quit");

    private final ServerState server;
    private final MonitorFeed monitorFeed;
    private final boolean countsWhenUnblocked;
    private final boolean pushesAfterReply;
    private final boolean fullMemoryEndsTransactions;
    private boolean tracksLatency;

    Dispatcher(ServerState server) {
        this.server = server;
        this.monitorFeed = new MonitorFeed(server);
        this.countsWhenUnblocked = server.profile().has(Feature.BLOCKED_COMMANDS_RUN_AGAIN);
        this.pushesAfterReply = server.profile().has(Feature.PUSH_AFTER_REPLY);
        this.fullMemoryEndsTransactions =
                server.profile().has(Feature.FULL_MEMORY_REFUSES_QUEUEING);
        server.config().onChange(this::configChanged);
        configChanged();
    }

    private void configChanged() {
        tracksLatency = "yes".equals(server.config().get("latency-tracking"));
    }

    /**
     * Runs {@code argv} for {@code client} and returns what to write, which is {@link Reply#NONE}
     * when the client is blocked or wants no reply.
     */
    public Reply execute(Client client, Bytes[] argv) {
        if (server.runningScript() == null) { // its time stands still, whoever is served meanwhile
            server.refreshTime();
        }
        client.setRunning(true);
        Reply reply = judgeAndRun(client, argv);
        server.blockedClients().serve();
        client.setRunning(false);
        reply = monitorFeed.withOwnLines(reply);
        List<Reply> messages = client.takeOwnMessages();
        if (!messages.isEmpty()) {
            reply = Reply.sequence(List.of(reply), messages);
        }
        return client.isBlocked() ? reply : client.orSilence(reply);
    }

    private Reply judgeAndRun(Client client, Bytes[] argv) {
        Command named = find(argv);
        client.setLastCommand(named, server.nowMillis());
        Command command;
        try {
            command = known(named, argv);
            judge(client, command, argv);
        } catch (CommandException e) {
            return reject(client, named, e);
        }
        if (server.pause().isActive() && server.pause().postpones(client, command, argv)) {
            return Reply.NONE;
        }
        Transaction transaction = client.transaction();
        if (transaction != null && !command.has(Flag.NEVER_QUEUED)) {
            transaction.queue(command, argv);
            return Reply.QUEUED;
        }
        Reply reply = call(client, command, argv);
        if (client.blocked() != null) {
            client.setBlockedArgv(argv);
        }
        return reply;
    }

    private Reply reject(Client client, @Nullable Command command, CommandException refusal) {
        Transaction transaction = client.transaction();
        if (transaction != null) {
            transaction.markBroken();
        }
        if (command != null) {
            command.countRejected();
        }
        Reply reply = refusal.reply(server.profile());
        if (command != null && command.isExec()) {
            reply = abort(client, reply);
        }
        countError(reply);
        return reply;
    }

    private void countError(Reply reply) {
        if (reply instanceof Reply.Failure failure) {
            server.statistics().countError(failure.text().latin1());
        }
    }

    /** An EXEC that is refused ends the transaction. */
    private Reply abort(Client client, Reply reply) {
        client.setTransaction(null);
        server.watches().unwatchAll(client);
        String text = ((Reply.Failure) reply).text().latin1();
        String reason = text.startsWith("ERR ") ? text.substring(4) : text;
        return new Reply.Failure(ErrorKind.EXEC_ABORTED_BECAUSE.text(server.profile(), reason));
    }

    /**
     * The command that {@code argv} names, subcommand included, its arity judged.
     *
     * @throws CommandException when there is none, or its arity is another
     */
    public Command resolve(Bytes[] argv) {
        Command command = known(find(argv), argv);
        judgeArity(command, argv);
        return command;
    }

    /** The command that {@code argv} names; the container where subcommands have no rows. */
    private @Nullable Command find(Bytes[] argv) {
        Command command = server.commands().find(argv[0]);
        if (command == null || !command.isContainer() || argv.length == 1) {
            return command;
        }
        Command subcommand = command.subcommand(argv[1]);
        boolean rows = server.profile().has(Feature.SUBCOMMAND_ROWS);
        return rows || (subcommand != null && subcommand.spec().accepts(argv.length))
                ? subcommand
                : command;
    }

    private Command known(@Nullable Command command, Bytes[] argv) {
        if (command != null) {
            return command;
        }
        Command container = server.commands().find(argv[0]);
        throw container == null
                ? new CommandException(ErrorKind.UNKNOWN_COMMAND, shortened(argv[0]), echo(argv))
                : unknownSubcommand(container, argv);
    }

    private static CommandException unknownSubcommand(Command container, Bytes[] argv) {
        return new CommandException(
                ErrorKind.UNKNOWN_SUBCOMMAND,
                shortened(argv[1]),
                container.fullName().toUpperCase(Locale.ROOT));
    }

    private static void judgeArity(Command command, Bytes[] argv) {
        if (!command.spec().accepts(argv.length)) {
            throw new CommandException(ErrorKind.WRONG_ARITY, command.fullName());
        }
    }

    private static Bytes shortened(Bytes name) {
        return name.length() > ECHOED_ARGUMENTS_LENGTH
                ? name.slice(0, ECHOED_ARGUMENTS_LENGTH)
                : name;
    }

    private Bytes echo(Bytes[] argv) {
        StringBuilder echoed = new StringBuilder();
        for (int i = 1; i < argv.length && echoed.length() < ECHOED_ARGUMENTS_LENGTH; i++) {
            int room = ECHOED_ARGUMENTS_LENGTH - echoed.length();
            Bytes start = argv[i].slice(0, Math.min(argv[i].length(), room));
            echoed.append(ErrorKind.ECHOED_ARGUMENT.text(server.profile(), start).latin1());
        }
        return Bytes.latin1(echoed.toString());
    }

    private void judge(Client client, Command command, Bytes[] argv) {
        judgeArity(command, argv);
        if (!client.isAuthenticated()
                && !server.config().isPasswordFree()
                && !command.has(Flag.NO_AUTH)) {
            throw new CommandException(ErrorKind.NOAUTH);
        }
        if (client.transaction() != null && command.has(Flag.NO_MULTI)) {
            throw new CommandException(ErrorKind.NOT_IN_TRANSACTION);
        }
        judgeMemory(client, command);
        judgeSubscriptions(client, command);
        ServerState.RunningScript script = server.runningScript();
        if (script != null && !command.has(Flag.ALLOW_BUSY)) {
            throw new CommandException(script.busyError());
        }
        if (client.isMonitor() && touchesData(command)) {
            throw new CommandException(ErrorKind.MONITOR_WITHOUT_DATA);
        }
    }

    private void judgeMemory(Client client, Command command) {
        if (server.runningScript() != null) {
            return;
        }
        server.memoryLimit().enforce();
        if (server.memoryLimit().isExceeded() && needsMemory(client, command)) {
            throw new CommandException(ErrorKind.OUT_OF_MEMORY);
        }
    }

    private boolean needsMemory(Client client, Command command) {
        Transaction transaction = client.transaction();
        if (command.has(Flag.DENYOOM) || transaction == null) {
            return command.has(Flag.DENYOOM);
        }
        if (command.isExec()) {
            return transaction.commands().stream()
                    .anyMatch(queued -> queued.command().has(Flag.DENYOOM));
        }
        return fullMemoryEndsTransactions && !LEAVING_TRANSACTIONS.contains(command.fullName());
    }

    private void judgeSubscriptions(Client client, Command command) {
        Profile profile = server.profile();
        if (client.isSubscribed()) {
            if (client.protocol() == 2 && !command.has(Flag.FOR_SUBSCRIBERS)) {
                throw new CommandException(ErrorKind.SUBSCRIBED, command.shownName(profile));
            }
        } else if (command.has(Flag.ENDS_SUBSCRIPTION)
                && profile.has(Feature.UNSUBSCRIBE_NEEDS_SUBSCRIPTION)) {
            throw new CommandException(ErrorKind.NOT_SUBSCRIBED, command.fullName());
        }
    }

    private static boolean touchesData(Command command) {
        return command.has(Flag.READONLY)
                || command.has(Flag.WRITE)
                || command.has(Flag.MAY_REPLICATE);
    }

    /**
     * Shows {@code argv} to the clients that have said MONITOR, for commands that do so themselves:
     * a script has to be seen before what it calls.
     */
    public void showToMonitors(Client client, Bytes[] argv) {
        Command command = server.commands().find(argv[0]);
        if (command != null) {
            monitorFeed.showAnyway(client, command, argv);
        }
    }

    /** Runs a command that has been judged: for EXEC and scripts, after their own rules. */
    public Reply call(Client client, Command command, Bytes[] argv) {
        server.keyspace().setMarksUse(!client.isNoTouch() || command.fullName().equals("touch"));
        long startedNanos = server.clockNanos();
        Reply reply = run(client, command, argv);
        long durationNanos = server.clockNanos() - startedNanos;
        if (client.blocked() == null || !countsWhenUnblocked) {
            count(client, command, durationNanos);
        }
        if (client.blocked() == null) {
            server.slowLog().add(client, command, argv, durationNanos);
            server.latencyMonitor().add(command, durationNanos);
        }
        if (reply instanceof Reply.Failure) {
            command.countFailed();
            if (!client.takeErrorCounted()) {
                countError(reply);
            }
        }
        monitorFeed.show(client, command, argv);
        List<Reply> messages = pushesAfterReply ? List.of() : client.takeOwnMessages();
        return messages.isEmpty() ? reply : Reply.sequence(messages, List.of(reply));
    }

    private void count(Client client, Command command, long durationNanos) {
        client.countCommand();
        server.statistics().countCommand();
        command.countCall(durationNanos, tracksLatency && client.blocked() == null);
    }

    private Reply run(Client client, Command command, Bytes[] argv) {
        try {
            if (command.isContainer() && argv.length > 1 && !command.spec().hasHandler()) {
                throw unknownSubcommand(command, argv);
            }
            return command.spec()
                    .handler()
                    .run(client.context(), new Args(argv, command.nameWords()));
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            return failure(command, e);
        }
    }

    private Reply failure(Command command, Throwable thrown) {
        if (thrown instanceof CommandException refusal) {
            return refusal.reply(server.profile());
        }
        if (thrown instanceof WrongTypeException) {
            return new Reply.Failure(ErrorKind.WRONG_TYPE.text(server.profile()));
        }
        if (thrown instanceof OutOfMemoryError) {
            return new Reply.Failure(ErrorKind.OUT_OF_MEMORY.text(server.profile()));
        }
        server.reportBug(command, thrown);
        return new Reply.Failure(ErrorKind.INTERNAL.text(server.profile(), thrown));
    }

    // Commands that wait

    /** Whether a pause puts off the command with which {@code client} waits, as if it were new. */
    boolean postponesAgain(Client client) {
        Command command = client.lastCommand();
        Bytes[] argv = client.blockedArgv();
        return server.pause().isActive()
                && command != null
                && argv != null
                && server.pause().postpones(client, command, argv);
    }

    /** Lets the command with which {@code client} waits try once more; null when it still waits. */
    @Nullable Reply runAgain(Client client, KeyWait wait, List<Bytes> keys) {
        server.keyspace().setMarksUse(!client.isNoTouch());
        try {
            return wait.attempt(client.context(), keys);
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            return failure(Objects.requireNonNull(client.lastCommand()), e);
        }
    }

    /** The wait of {@code client} has ended with {@code reply}. */
    void countUnblocked(Client client, Bytes @Nullable [] argv, Reply reply) {
        countError(reply);
        Command command = client.lastCommand();
        if (command == null) {
            return; // whatever waits, it is none of ours
        }
        if (argv != null) {
            server.slowLog().add(client, command, argv, 0);
        }
        if (countsWhenUnblocked) {
            count(client, command, 0);
        } else if (tracksLatency) {
            command.latencies().record(0);
        }
        if (reply instanceof Reply.Failure && server.profile().has(Feature.UNBLOCKING_MAY_FAIL)) {
            command.countFailed();
        }
    }
}
