package dev.lockstep.lua;

import dev.lockstep.command.Client;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.LogLevel;
import dev.lockstep.command.ServerState;
import dev.lockstep.lua.vm.LuaNumber;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table {@code redis}, which Valkey also calls {@code server}. */
final class RedisLibrary {

    private static final Bytes OK = Bytes.of("ok");
    private static final Bytes BLANK = Bytes.of(" ");

    /** The functions that every server has; {@link Function} knows them by their place here. */
    private static final String[] NAMES = {
        "call",
        "pcall",
        "error_reply",
        "status_reply",
        "sha1hex",
        "log",
        "setresp",
        "replicate_commands",
        "set_repl",
        "breakpoint",
        "debug"
    };

    private static final Set<String> ONLY_OF_SCRIPTS =
            Set.of("replicate_commands", "breakpoint", "debug");

    private static final int REPL_ALL = 3;

    private final ServerState server;
    private final Profile profile;
    private final CommandCall commandCall;
    private final Client client;

    RedisLibrary(ServerState server, CommandCall commandCall, Client client) {
        this.server = server;
        this.profile = server.profile();
        this.commandCall = commandCall;
        this.client = client;
    }

    /** What scripts, or functions, find in it. */
    ScriptLibrary table(ScriptKind kind) {
        Map<String, Object> constants = new LinkedHashMap<>(logLevels());
        constants.put("REPL_NONE", 0.0);
        constants.put("REPL_AOF", 1.0);
        constants.put("REPL_SLAVE", 2.0);
        constants.put("REPL_REPLICA", 2.0);
        constants.put("REPL_ALL", 3.0);
        constants.putAll(versions());
        return new ScriptLibrary(names(), functions(kind), constants);
    }

    /** What a library finds in it while it is being loaded. */
    ScriptLibrary loadingTable(ScriptFunction registerFunction) {
        Map<String, Object> constants = new LinkedHashMap<>(logLevels());
        constants.putAll(versions());
        Map<String, ScriptFunction> functions = new LinkedHashMap<>();
        functions.put("register_function", registerFunction);
        functions.put("log", this::log);
        return new ScriptLibrary(names(), functions, constants);
    }

    private List<String> names() {
        return profile.isValkey() ? List.of("redis", "server") : List.of("redis");
    }

    private Map<String, ScriptFunction> functions(ScriptKind kind) {
        Map<String, ScriptFunction> functions = new LinkedHashMap<>();
        for (int i = 0; i < NAMES.length; i++) {
            if (kind == ScriptKind.SCRIPT || !ONLY_OF_SCRIPTS.contains(NAMES[i])) {
                functions.put(NAMES[i], new Function(i));
            }
        }
        if (profile.has(Feature.SCRIPT_ERROR_TABLES)) {
            functions.put("acl_check_cmd", new Function(NAMES.length));
        }
        return functions;
    }

    /**
     * A function by its place among the names. One class for all: a lambda for each would take
     * longer to make than most scripts to run.
     */
    private final class Function implements ScriptFunction {

        private final int index;

        Function(int index) {
            this.index = index;
        }

        @Override
        public @Nullable Object call(ScriptCall call) {
            return switch (index) {
                case 0 -> commandCall.call(call);
                case 1 -> commandCall.protectedCall(call);
                case 2 -> errorReply(call);
                case 3 -> statusReply(call);
                case 4 -> sha1hex(call);
                case 5 -> log(call);
                case 6 -> setresp(call);
                case 7 -> replicateCommands();
                case 8 -> setRepl(call);
                case 9 -> false; // breakpoint
                case 10 -> NOTHING; // debug
                default -> aclCheckCmd(call);
            };
        }
    }

    private static Map<String, Object> logLevels() {
        Map<String, Object> levels = new LinkedHashMap<>();
        double number = 0;
        for (LogLevel level : LogLevel.values()) {
            levels.put("LOG_" + level, number++);
        }
        return levels;
    }

    private Map<String, Object> versions() {
        Map<String, Object> versions = new LinkedHashMap<>();
        if (profile.has(Feature.SCRIPT_ERROR_TABLES)) {
            versions.put("REDIS_VERSION", Bytes.of(profile.redisVersion().toString()));
            versions.put("REDIS_VERSION_NUM", (double) profile.redisVersion().number());
        }
        if (profile.isValkey()) {
            versions.put("SERVER_NAME", Bytes.of(profile.product()));
            versions.put("VALKEY_VERSION", Bytes.of(profile.version().toString()));
            versions.put("VALKEY_VERSION_NUM", (double) profile.version().number());
        }
        return versions;
    }

    /** {@code redis.error_reply(text)}: a table that becomes an error when it is returned. */
    private Object errorReply(ScriptCall call) {
        if (call.count() != 1 || !(call.get(0) instanceof Bytes text)) {
            return commandCall.error(commandCall.located(call, ErrorKind.SCRIPT_REPLY_TEXT));
        }
        return commandCall.error(profile.has(Feature.SCRIPT_ERROR_TABLES) ? withCode(text) : text);
    }

    /** Text of one word is no code: it gets the general one. Line ends around the rest are cut. */
    private static Bytes withCode(Bytes text) {
        Bytes error = text.untilNul();
        int begin = error.length() > 0 && error.at(0) == '-' ? 1 : 0;
        int blank = error.indexOf((byte) ' ', begin);
        Bytes code = blank < 0 ? Bytes.of("ERR ") : error.slice(begin, blank + 1);
        int from = blank < 0 ? begin : blank + 1;
        int to = error.length();
        while (from < to && LuaToReply.isLineEnd(error.at(from))) {
            from++;
        }
        while (from < to && LuaToReply.isLineEnd(error.at(to - 1))) {
            to--;
        }
        return code.concat(error.slice(from, to));
    }

    /** {@code redis.status_reply(text)}: a table that becomes a status when it is returned. */
    private Object statusReply(ScriptCall call) {
        if (call.count() != 1 || !(call.get(0) instanceof Bytes text)) {
            return commandCall.error(commandCall.located(call, ErrorKind.SCRIPT_REPLY_TEXT));
        }
        ScriptTable status = commandCall.engine().newTable(0, 1);
        status.set(OK, text);
        return status;
    }

    /** {@code redis.sha1hex(text)}; what is no text counts as empty. */
    private Object sha1hex(ScriptCall call) {
        if (call.count() != 1) {
            throw raised(ErrorKind.SCRIPT_ARGUMENT_COUNT);
        }
        Object argument = call.get(0);
        boolean isText = argument instanceof Bytes || argument instanceof Double;
        return Sha1.hex(isText ? ScriptRunner.text(argument) : Bytes.EMPTY);
    }

    /** {@code redis.log(level, text, ...)}: texts and numbers, with blanks between them. */
    private Object log(ScriptCall call) {
        if (call.count() < 2) {
            throw raised(ErrorKind.SCRIPT_LOG_ARGUMENTS);
        }
        Double number = number(call.get(0));
        if (number == null) {
            throw raised(ErrorKind.SCRIPT_LOG_LEVEL_TYPE);
        }
        int level = LuaNumber.toInt(number);
        LogLevel[] levels = LogLevel.values();
        if (level < 0 || level >= levels.length) {
            throw raised(ErrorKind.SCRIPT_LOG_LEVEL);
        }
        if (server.isLogged(levels[level])) {
            server.log(levels[level], logText(call));
        }
        return ScriptFunction.NOTHING;
    }

    private static Bytes logText(ScriptCall call) {
        Bytes text = Bytes.EMPTY;
        for (int i = 1; i < call.count(); i++) {
            Object part = call.get(i);
            if (part instanceof Bytes || part instanceof Double) {
                text = text.concat(i == 1 ? Bytes.EMPTY : BLANK).concat(ScriptRunner.text(part));
            }
        }
        return text;
    }

    /** {@code redis.setresp(2 or 3)}: in which protocol's kinds the script sees replies. */
    private Object setresp(ScriptCall call) {
        if (call.count() != 1) {
            throw raised(ErrorKind.SCRIPT_SETRESP_ARGUMENTS);
        }
        int version = integer(call.get(0));
        if (version != 2 && version != 3) {
            throw raised(ErrorKind.SCRIPT_SETRESP_VERSION);
        }
        client.setProtocol(version);
        return ScriptFunction.NOTHING;
    }

    /** {@code redis.replicate_commands()}: too late, on old servers, after a write. */
    private Object replicateCommands() {
        return profile.has(Feature.SCRIPT_EFFECTS_ONLY) || !commandCall.hasWritten();
    }

    /** {@code redis.set_repl(flags)}: judged, but there is nobody to replicate to. */
    private Object setRepl(ScriptCall call) {
        if (call.count() != 1) {
            throw raised(ErrorKind.SCRIPT_SET_REPL_ARGUMENTS);
        }
        if ((integer(call.get(0)) & ~REPL_ALL) != 0) {
            throw raised(ErrorKind.SCRIPT_SET_REPL_FLAGS);
        }
        return ScriptFunction.NOTHING;
    }

    /** {@code redis.acl_check_cmd(command, ...)}: whether the user may; the one user may all. */
    private Object aclCheckCmd(ScriptCall call) {
        if (call.count() == 0) {
            throw raised(ErrorKind.SCRIPT_NO_ARGUMENTS);
        }
        Bytes[] argv = commandCall.arguments(call);
        if (argv == null) {
            throw raised(ErrorKind.SCRIPT_ARGUMENT_TYPE);
        }
        try {
            server.dispatcher().resolve(argv);
        } catch (CommandException e) {
            if (e.kind() != ErrorKind.WRONG_ARITY) {
                throw raised(ErrorKind.SCRIPT_ACL_COMMAND);
            }
            if (profile.has(Feature.SCRIPT_ACL_ARITY)) {
                throw raised(ErrorKind.SCRIPT_ACL_ARGUMENTS);
            }
        }
        return true;
    }

    /** A Lua value as C takes it for an integer, 0 if it is no number. */
    private static int integer(@Nullable Object value) {
        Double number = number(value);
        return number == null ? 0 : LuaNumber.toInt(number);
    }

    /** A Lua value as a number, or null if it is none. */
    private static @Nullable Double number(@Nullable Object value) {
        if (value instanceof Double number) {
            return number;
        }
        return value instanceof Bytes text ? LuaNumber.parse(text) : null;
    }

    /**
     * The error {@code kind}, to be raised by a function of the host.
     *
     * @param details what its text is about; the name of this table follows
     */
    ScriptError raised(ErrorKind kind, Object... details) {
        Object[] all = Arrays.copyOf(details, details.length + 1);
        all[details.length] = profile.isValkey() ? "server" : "redis";
        Bytes text = kind.text(profile, all);
        return new ScriptError(
                profile.has(Feature.SCRIPT_ERROR_TABLES) ? commandCall.error(text) : text);
    }
}
