package dev.lockstep.lua.commands;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ALLOW_BUSY;
import static dev.lockstep.command.Flag.DENYOOM;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.NO_MANDATORY_KEYS;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.SKIP_MONITOR;
import static dev.lockstep.command.Flag.STALE;
import static dev.lockstep.command.Flag.WRITE;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Help;
import dev.lockstep.command.KeySpec;
import dev.lockstep.command.KeySpec.Access;
import dev.lockstep.command.ServerState;
import dev.lockstep.lua.FunctionLibrary;
import dev.lockstep.lua.Functions;
import dev.lockstep.lua.ScriptRun;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Glob;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** FUNCTION and FCALL. An instance belongs to one server, whose libraries it keeps. */
final class FunctionCommands {

    private static final String SINCE = "7.0.0";
    private static final Bytes ENGINE = Bytes.of("LUA");
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final Help HELP =
            Help.of("FUNCTION")
                    .line("LOAD [REPLACE] <FUNCTION CODE>", "Loads a library of functions.")
                    .line("DELETE <LIBRARY NAME>", "Removes a library.")
                    .line(
                            "LIST [LIBRARYNAME PATTERN] [WITHCODE]",
                            "Tells of all libraries, or of those whose name matches the pattern:",
                            "* their name and engine",
                            "* their functions",
                            "* their source, if WITHCODE is given")
                    .line(
                            "STATS",
                            "Tells of the function that is running, if there is one (its name, the",
                            "command, for how many milliseconds), and of the engines.")
                    .line("KILL", "Ends the function that is running.")
                    .line(
                            "FLUSH [ASYNC|SYNC]",
                            "Removes all libraries. There is no difference between the modes here:",
                            "* ASYNC: without keeping others waiting.",
                            "* SYNC: before anything else is done.")
                    .line("DUMP", "All libraries in a form that RESTORE understands.")
                    .line(
                            "RESTORE <PAYLOAD> [FLUSH|APPEND|REPLACE]",
                            "Loads the libraries of a dump. What becomes of others:",
                            "* FLUSH: they are removed.",
                            "* APPEND: they stay; two of one name are an error. The default.",
                            "* REPLACE: they stay, but for those whose name comes again.");

    private final Functions functions;

    FunctionCommands(Functions functions) {
        this.functions = functions;
    }

    List<CommandSpec> rows() {
        return List.of(
                calling("FCALL")
                        .keys(keys().access(Access.RW, Access.ACCESS, Access.UPDATE))
                        .flags(NOSCRIPT, STALE, SKIP_MONITOR, NO_MANDATORY_KEYS)
                        .runs(this::fcall),
                calling("FCALL_RO")
                        .keys(keys().access(Access.RO, Access.ACCESS))
                        .flags(READONLY, NOSCRIPT, STALE, SKIP_MONITOR, NO_MANDATORY_KEYS)
                        .runs(this::fcallRo),
                function());
    }

    private static CommandSpec calling(String name) {
        return command(name, -3).group(Group.SCRIPTING).since(SINCE);
    }

    private static KeySpec keys() {
        return KeySpec.counted(2).notes(ScriptingCommands.NOTES);
    }

    private CommandSpec function() {
        return command("FUNCTION", -2)
                .group(Group.SCRIPTING)
                .since(SINCE)
                .noCategories()
                .subcommands(
                        changing("DELETE", 3).runs(this::delete),
                        subcommand("DUMP", 2).flags(NOSCRIPT).runs(this::dump),
                        changing("FLUSH", -2).runs(this::flush),
                        subcommand("HELP", 2).flags(LOADING, STALE).runs(FunctionCommands::help),
                        subcommand("KILL", 2)
                                .flags(NOSCRIPT, ALLOW_BUSY)
                                .tips("request_policy:all_shards", "response_policy:one_succeeded")
                                .runs(FunctionCommands::kill),
                        subcommand("LIST", -2)
                                .flags(NOSCRIPT)
                                .tips("nondeterministic_output_order")
                                .runs(this::list),
                        changing("LOAD", -3).flags(WRITE, DENYOOM, NOSCRIPT).runs(this::load),
                        changing("RESTORE", -3).flags(WRITE, DENYOOM, NOSCRIPT).runs(this::restore),
                        subcommand("STATS", 2)
                                .flags(NOSCRIPT, ALLOW_BUSY)
                                .tips(
                                        "nondeterministic_output",
                                        "request_policy:all_shards",
                                        "response_policy:special")
                                .runs(this::stats));
    }

    private static CommandSpec subcommand(String name, int arity) {
        return command(name, arity).since(SINCE);
    }

    private static CommandSpec changing(String name, int arity) {
        return subcommand(name, arity)
                .flags(WRITE, NOSCRIPT)
                .tips("request_policy:all_shards", "response_policy:all_succeeded");
    }

    /** {@code FCALL function numkeys [key ...] [arg ...]}. */
    private Reply fcall(CommandContext ctx, Args args) {
        return call(ctx, args, false);
    }

    /** {@code FCALL_RO function numkeys [key ...] [arg ...]}: of functions that do not write. */
    private Reply fcallRo(CommandContext ctx, Args args) {
        return call(ctx, args, true);
    }

    private Reply call(CommandContext ctx, Args args, boolean readOnly) {
        ctx.server().dispatcher().showToMonitors(ctx.client(), args.argv());
        FunctionLibrary.Function function = functions.function(args.next());
        if (function == null) {
            throw new CommandException(ErrorKind.NO_SUCH_FUNCTION);
        }
        long count = Args.toLong(args.next(), ErrorKind.BAD_KEY_COUNT);
        ScriptArguments arguments = ScriptArguments.of(count, args);
        return functions.call(
                ctx,
                function,
                List.of(args.argv()),
                arguments.keys(),
                arguments.values(),
                readOnly);
    }

    /** {@code FUNCTION LOAD [REPLACE] code}. */
    private Reply load(CommandContext ctx, Args args) {
        boolean replace = false;
        while (args.remaining() > 1) {
            if (!args.skip("REPLACE")) {
                throw new CommandException(ErrorKind.FUNCTION_LOAD_OPTION, args.next());
            }
            replace = true;
        }
        Bytes name = functions.load(ctx.server(), args.next(), replace);
        ctx.server().countChanges(1);
        return Reply.bulk(name);
    }

    /** {@code FUNCTION DELETE library}. */
    private Reply delete(CommandContext ctx, Args args) {
        if (!functions.delete(args.next())) {
            throw new CommandException(ErrorKind.NO_SUCH_LIBRARY);
        }
        ctx.server().countChanges(1);
        return Reply.OK;
    }

    /** {@code FUNCTION FLUSH [ASYNC|SYNC]}: both end at once here. */
    private Reply flush(CommandContext ctx, Args args) {
        if (args.remaining() > 1) {
            throw tooManyArguments(args);
        }
        if (args.hasNext() && !args.skip("SYNC") && !args.skip("ASYNC")) {
            throw new CommandException(ErrorKind.FUNCTION_FLUSH_MODE);
        }
        functions.flush(ctx.server());
        ctx.server().countChanges(1);
        return Reply.OK;
    }

    private static CommandException tooManyArguments(Args args) {
        return new CommandException(ErrorKind.SUBCOMMAND_ARGUMENTS, args.argv()[1], "FUNCTION");
    }

    /** {@code FUNCTION DUMP}. */
    private Reply dump(CommandContext ctx, Args args) {
        return Reply.bulk(functions.dump(ctx.server()));
    }

    /** {@code FUNCTION RESTORE payload [FLUSH|APPEND|REPLACE]}. */
    private Reply restore(CommandContext ctx, Args args) {
        Bytes payload = args.next();
        if (args.remaining() > 1) {
            throw tooManyArguments(args);
        }
        functions.restore(ctx.server(), payload, policy(args));
        ctx.server().countChanges(1);
        return Reply.OK;
    }

    private static Functions.RestorePolicy policy(Args args) {
        for (Functions.RestorePolicy policy : Functions.RestorePolicy.values()) {
            if (args.skip(policy.name())) {
                return policy;
            }
        }
        if (args.hasNext()) {
            throw new CommandException(ErrorKind.FUNCTION_RESTORE_POLICY);
        }
        return Functions.RestorePolicy.APPEND;
    }

    /** {@code FUNCTION LIST [LIBRARYNAME pattern] [WITHCODE]}, each once and in any order. */
    private Reply list(CommandContext ctx, Args args) {
        boolean withCode = false;
        Glob pattern = null;
        while (args.hasNext()) {
            if (!withCode && args.skip("WITHCODE")) {
                withCode = true;
            } else if (pattern == null && args.skip("LIBRARYNAME")) {
                if (!args.hasNext()) {
                    throw new CommandException(ErrorKind.FUNCTION_LIST_NAME);
                }
                pattern = Glob.caseless(args.next());
            } else {
                throw new CommandException(ErrorKind.FUNCTION_LIST_OPTION, args.next());
            }
        }
        List<Reply> all = new ArrayList<>();
        for (FunctionLibrary library : functions.libraries()) {
            if (pattern == null || pattern.matches(library.name())) {
                all.add(library(library, withCode));
            }
        }
        return Reply.array(all);
    }

    private static Reply library(FunctionLibrary library, boolean withCode) {
        List<Reply> entries = new ArrayList<>();
        entries.add(Reply.bulk("library_name"));
        entries.add(Reply.bulk(library.name()));
        entries.add(Reply.bulk("engine"));
        entries.add(Reply.bulk(ENGINE));
        entries.add(Reply.bulk("functions"));
        entries.add(
                Reply.array(library.functions().stream().map(FunctionCommands::function).toList()));
        if (withCode) {
            entries.add(Reply.bulk("library_code"));
            entries.add(Reply.bulk(library.code()));
        }
        return new Reply.MapOf(entries);
    }

    private static Reply function(FunctionLibrary.Function function) {
        List<Reply> flags = function.flagNames().stream().map(Reply::status).toList();
        return new Reply.MapOf(
                List.of(
                        Reply.bulk("name"),
                        Reply.bulk(function.name()),
                        Reply.bulk("description"),
                        Reply.bulkOrNil(function.description()),
                        Reply.bulk("flags"),
                        new Reply.SetOf(flags)));
    }

    /** {@code FUNCTION STATS}: the one command that is answered while a function overruns. */
    private Reply stats(CommandContext ctx, Args args) {
        ServerState.RunningScript script = ctx.server().runningScript();
        if (script != null && !script.isFunction()) {
            throw new CommandException(script.busyError());
        }
        Reply engine =
                new Reply.MapOf(
                        List.of(
                                Reply.bulk("libraries_count"),
                                Reply.of(functions.libraries().size()),
                                Reply.bulk("functions_count"),
                                Reply.of(functions.functionCount())));
        return new Reply.MapOf(
                List.of(
                        Reply.bulk("running_script"),
                        running(ctx, script == null ? null : functions.running()),
                        Reply.bulk("engines"),
                        new Reply.MapOf(List.of(Reply.bulk(ENGINE), engine))));
    }

    private static Reply running(CommandContext ctx, @Nullable ScriptRun run) {
        if (run == null) {
            return Reply.NIL;
        }
        long nanos = ctx.server().host().elapsedNanos() - run.startedNanos();
        List<Reply> command = new ArrayList<>();
        run.command().forEach(word -> command.add(Reply.bulk(word)));
        return new Reply.MapOf(
                List.of(
                        Reply.bulk("name"),
                        Reply.bulk(run.name()),
                        Reply.bulk("command"),
                        Reply.array(command),
                        Reply.bulk("duration_ms"),
                        Reply.of(nanos / NANOS_PER_MILLI)));
    }

    /** {@code FUNCTION KILL}. */
    private static Reply kill(CommandContext ctx, Args args) {
        return ScriptingCommands.kill(ctx, true);
    }

    private static Reply help(CommandContext ctx, Args args) {
        return HELP.reply(ctx.profile());
    }
}
