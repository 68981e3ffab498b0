package dev.lockstep.lua;

import dev.lockstep.command.Client;
import dev.lockstep.command.Command;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Flag;
import dev.lockstep.command.ServerState;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Doubles;
import org.jspecify.annotations.Nullable;

/** {@code redis.call} and {@code redis.pcall}: the way of a script to commands. */
final class CommandCall {

    private static final Bytes ERR = Bytes.of("err");

    /** Tells servers with error tables that the error has been counted already. */
    static final Bytes COUNTED = Bytes.of("ignore_error_stats_update");

    /** Whole numbers below are written alike by servers that round to 17 digits and others. */
    private static final double WHOLE_IN_ANY_FORM = 1e15;

    private final ServerState server;
    private final Profile profile;
    private final ScriptRunner runner;
    private final Client client;
    private final boolean errorTables;
    private final boolean refusalsCount;
    private final boolean shortest;
    private @Nullable ScriptEngine engine;
    private @Nullable ReplyToLua replyToLua;

    CommandCall(ServerState server, ScriptRunner runner, Client client) {
        this.server = server;
        this.profile = server.profile();
        this.runner = runner;
        this.client = client;
        this.errorTables = profile.has(Feature.SCRIPT_ERROR_TABLES);
        this.refusalsCount = profile.has(Feature.SCRIPT_REFUSALS_COUNT);
        this.shortest = profile.has(Feature.SHORTEST_DOUBLES);
    }

    /** The engine is made with the functions of this class, so it comes later. */
    void setEngine(ScriptEngine engine) {
        this.engine = engine;
        this.replyToLua = new ReplyToLua(engine, profile);
    }

    ScriptEngine engine() {
        if (engine == null) {
            throw new IllegalStateException("no engine yet");
        }
        return engine;
    }

    /** Whether the script at hand has written. */
    boolean hasWritten() {
        return runner.current().hasWritten();
    }

    /** {@code redis.call(command, ...)}: an error is raised. */
    @Nullable Object call(ScriptCall call) {
        Bytes[] argv = arguments(call);
        if (argv == null || argv.length == 0) {
            Bytes text = located(call, argumentError(argv));
            throw new ScriptError(errorTables ? error(text) : text);
        }
        Reply reply = execute(call, argv);
        if (reply instanceof Reply.Failure failure) {
            throw new ScriptError(errorTables ? countedError(failure.text()) : failure.text());
        }
        return value(reply);
    }

    /** {@code redis.pcall(command, ...)}: an error is returned. */
    @Nullable Object protectedCall(ScriptCall call) {
        Bytes[] argv = arguments(call);
        if (argv == null || argv.length == 0) {
            return error(located(call, argumentError(argv)));
        }
        Reply reply = execute(call, argv);
        if (reply instanceof Reply.Failure failure) {
            return errorTables ? countedError(failure.text()) : error(failure.text());
        }
        return value(reply);
    }

    /** What is wrong before any command is looked for; such an error is not counted here. */
    private static ErrorKind argumentError(Bytes @Nullable [] argv) {
        return argv == null ? ErrorKind.SCRIPT_ARGUMENT_TYPE : ErrorKind.SCRIPT_NO_ARGUMENTS;
    }

    private @Nullable Object value(Reply reply) {
        if (replyToLua == null) {
            throw new IllegalStateException("no engine yet");
        }
        return replyToLua.value(reply, client.protocol());
    }

    private Reply execute(ScriptCall call, Bytes[] argv) {
        Command command;
        try {
            command = server.dispatcher().resolve(argv);
        } catch (CommandException e) {
            return unresolved(call, argv, e);
        }
        if (command.has(Flag.UNLISTED)) {
            return refusal(call, ErrorKind.SCRIPT_UNKNOWN_COMMAND);
        }
        if (command.has(Flag.NOSCRIPT) && !server.debug().scriptsMayAll()) {
            return rejection(call, command, ErrorKind.SCRIPT_COMMAND_REFUSED);
        }
        if (runner.current().isReadOnly()
                && (command.has(Flag.WRITE) || command.has(Flag.MAY_REPLICATE))) {
            return rejection(call, command, ErrorKind.SCRIPT_READ_ONLY);
        }
        if (command.has(Flag.DENYOOM) && runner.current().lacksMemory(server)) {
            return rejection(call, command, ErrorKind.SCRIPT_OUT_OF_MEMORY);
        }
        if (command.has(Flag.WRITE)) {
            runner.current().markWrote();
        }
        return server.dispatcher().call(client, command, argv);
    }

    /** The arguments as strings, or null when one is neither a string nor a number. */
    Bytes @Nullable [] arguments(ScriptCall call) {
        Bytes[] argv = new Bytes[call.count()];
        for (int i = 0; i < argv.length; i++) {
            Object argument = call.get(i);
            if (argument instanceof Bytes text) {
                argv[i] = text;
            } else if (argument instanceof Double number) {
                argv[i] = text(number);
            } else {
                return null;
            }
        }
        return argv;
    }

    /** The text under which a number becomes an argument. */
    private Bytes text(double number) {
        long whole = (long) number;
        if (number == whole && Math.abs(number) < WHOLE_IN_ANY_FORM && whole != 0) {
            return Bytes.of(whole);
        }
        if (!shortest) {
            return Bytes.latin1(Doubles.precise(number));
        }
        if (number == whole && Math.abs(number) <= 0x1p62) {
            return Bytes.of(whole); // without the minus of -0
        }
        return Bytes.latin1(Doubles.shortest(number));
    }

    private Reply unresolved(ScriptCall call, Bytes[] argv, CommandException refusal) {
        Command container = server.commands().find(argv[0]);
        if (!profile.has(Feature.SUBCOMMAND_ROWS)
                && container != null
                && container.isContainer()
                && argv.length > 1) {
            if (container.has(Flag.NOSCRIPT)) {
                return refusal(call, ErrorKind.SCRIPT_COMMAND_REFUSED);
            }
            if (refusal.kind() == ErrorKind.UNKNOWN_SUBCOMMAND) {
                return refusal.reply(profile);
            }
        }
        if (refusal.kind() != ErrorKind.WRONG_ARITY || container == null) {
            return refusal(call, ErrorKind.SCRIPT_UNKNOWN_COMMAND);
        }
        Command subcommand = argv.length > 1 ? container.subcommand(argv[1]) : null;
        Command command = subcommand != null ? subcommand : container;
        return rejection(call, command, ErrorKind.SCRIPT_WRONG_ARITY);
    }

    /** A refusal of our own; servers without error tables say in it who called. */
    private Reply refusal(ScriptCall call, ErrorKind kind) {
        Bytes text = located(call, kind);
        if (refusalsCount) {
            server.statistics().countError(text.latin1());
        }
        return new Reply.Failure(text);
    }

    /** As {@link #refusal}, of a command that there is. */
    private Reply rejection(ScriptCall call, Command command, ErrorKind kind) {
        if (refusalsCount) {
            command.countRejected();
        }
        return refusal(call, kind);
    }

    /** The text of {@code kind}, with the caller's place where servers put it there. */
    Bytes located(ScriptCall call, ErrorKind kind) {
        Bytes text = kind.text(profile);
        return errorTables
                ? text
                : Bytes.latin1(call.callerSource() + ": " + call.callerLine() + ": ").concat(text);
    }

    /** The table {@code {err = text}}. */
    ScriptTable error(Bytes text) {
        ScriptTable error = engine().newTable(0, 1);
        error.set(ERR, text);
        return error;
    }

    private ScriptTable countedError(Bytes text) {
        ScriptTable error = error(text);
        error.set(COUNTED, true);
        return error;
    }
}
