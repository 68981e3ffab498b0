package dev.lockstep.lua.commands;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ALLOW_BUSY;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.MAY_REPLICATE;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.NO_MANDATORY_KEYS;
import static dev.lockstep.command.Flag.READONLY;
import static dev.lockstep.command.Flag.SKIP_MONITOR;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.Caller;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Help;
import dev.lockstep.command.KeySpec;
import dev.lockstep.command.ServerState;
import dev.lockstep.lua.EngineSource;
import dev.lockstep.lua.Functions;
import dev.lockstep.lua.Scripts;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * EVAL, EVALSHA and SCRIPT; FUNCTION and FCALL. An instance belongs to one server, whose scripts
 * and functions it keeps.
 *
 * <pre>{@code
 * ScriptingCommands scripting = new ScriptingCommands(EngineSource.of(LuaEngine.LOCKSTEP));
 * rows.addAll(scripting.rows());
 * }</pre>
 */
public final class ScriptingCommands {

    private static final int SHA_LENGTH = 40;

    private static final Help HELP =
            Help.of("SCRIPT")
                    .line("DEBUG (YES|SYNC|NO)", "Whether scripts are run by the debugger.")
                    .line("EXISTS <sha1> [<sha1> ...]", "Which of these scripts are cached.")
                    .line(
                            "FLUSH [ASYNC|SYNC]",
                            "Forgets all scripts. There is no difference between the modes here:",
                            "* ASYNC: without keeping others waiting.",
                            "* SYNC: before anything else is done.")
                    .line("KILL", "Ends the script that is running.")
                    .line("LOAD <script>", "Caches a script without running it.")
                    .line(Range.VALKEY, "SHOW <sha1>", "The text of a script that is cached.");
    static final String NOTES = "the number of keys says how many there are";

    private final EngineSource engines;
    private final Scripts scripts;
    private final Functions functions;

    public ScriptingCommands(EngineSource engines) {
        this.engines = engines;
        this.scripts = new Scripts(engines);
        this.functions = new Functions(engines);
    }

    /** Forgets all scripts and functions, as a server that has just started without data. */
    public void reset() {
        forgetScripts();
        functions.reset();
    }

    /** Does what a restart of a server with persistence does: functions are loaded again. */
    public void restart(ServerState server) {
        forgetScripts();
        functions.restart(server);
    }

    private void forgetScripts() {
        scripts.flush();
        engines.random().reset();
    }

    /** Lets INFO of {@code server} tell of them. */
    public void publish(ServerState server) {
        server.setCachedScripts(sha -> scripts.contains(server, sha));
        server.setInfoValue("number_of_cached_scripts", scripts::count);
        server.setInfoValue("number_of_functions", functions::functionCount);
        server.setInfoValue("number_of_libraries", () -> functions.libraries().size());
    }

    /** The rows of the family. */
    public List<CommandSpec> rows() {
        List<CommandSpec> rows =
                new ArrayList<>(
                        List.of(
                                writing("EVAL", withNotes()).runs(this::eval),
                                writing("EVALSHA", keys()).runs(this::evalsha),
                                reading("EVAL_RO", withNotes()).runs(this::evalRo),
                                reading("EVALSHA_RO", keys()).runs(this::evalshaRo),
                                script()));
        rows.addAll(new FunctionCommands(functions).rows());
        return rows;
    }

    private static KeySpec keys() {
        return KeySpec.counted(2);
    }

    private static KeySpec withNotes() {
        return keys().notes(NOTES);
    }

    private static CommandSpec writing(String name, KeySpec keys) {
        return command(name, -3)
                .group(Group.SCRIPTING)
                .since("2.6.0")
                .flags(NOSCRIPT, STALE, SKIP_MONITOR, MAY_REPLICATE, NO_MANDATORY_KEYS)
                .keys(keys.access(KeySpec.Access.RW, KeySpec.Access.ACCESS, KeySpec.Access.UPDATE))
                .in(Range.before("7.0"), row -> row.flags(NOSCRIPT, SKIP_MONITOR, MAY_REPLICATE));
    }

    private static CommandSpec reading(String name, KeySpec keys) {
        return command(name, -3)
                .group(Group.SCRIPTING)
                .since("7.0.0")
                .flags(READONLY, NOSCRIPT, STALE, SKIP_MONITOR, NO_MANDATORY_KEYS)
                .keys(keys.access(KeySpec.Access.RO, KeySpec.Access.ACCESS));
    }

    private CommandSpec script() {
        return command("SCRIPT", -2)
                .group(Group.SCRIPTING)
                .since("2.6.0")
                .noCategories()
                .in(
                        Range.before("7.0"), // whose subcommands are judged by this row, KILL too
                        row ->
                                row.flags(NOSCRIPT, MAY_REPLICATE, ALLOW_BUSY)
                                        .categories(AclCategory.SCRIPTING))
                .subcommands(
                        command("DEBUG", 3)
                                .since("3.2.0")
                                .flags(NOSCRIPT)
                                .runs(ScriptingCommands::debug),
                        command("EXISTS", -3)
                                .since("2.6.0")
                                .flags(NOSCRIPT)
                                .tips(
                                        "request_policy:all_shards",
                                        "response_policy:agg_logical_and")
                                .in(Range.before("7.0"), row -> row.arity(-2))
                                .runs(this::exists),
                        command("FLUSH", -2)
                                .since("2.6.0")
                                .flags(NOSCRIPT)
                                .tips("request_policy:all_nodes", "response_policy:all_succeeded")
                                .runs(this::flush),
                        command("HELP", 2)
                                .since("5.0.0")
                                .flags(LOADING, STALE)
                                .runs(ScriptingCommands::help),
                        command("KILL", 2)
                                .since("2.6.0")
                                .flags(NOSCRIPT, ALLOW_BUSY)
                                .tips("request_policy:all_shards", "response_policy:one_succeeded")
                                .runs(ScriptingCommands::kill),
                        command("LOAD", 3)
                                .since("2.6.0")
                                .flags(NOSCRIPT, STALE)
                                .tips("request_policy:all_nodes", "response_policy:all_succeeded")
                                .runs(this::load),
                        command("SHOW", 3)
                                .only(Range.VALKEY)
                                .since("8.0.0")
                                .flags(NOSCRIPT)
                                .runs(this::show));
    }

    /** {@code EVAL script numkeys [key ...] [arg ...]}. */
    private Reply eval(CommandContext ctx, Args args) {
        return run(ctx, args, false, false);
    }

    /** {@code EVALSHA sha1 numkeys [key ...] [arg ...]}. */
    private Reply evalsha(CommandContext ctx, Args args) {
        return run(ctx, args, true, false);
    }

    /** {@code EVAL_RO script numkeys [key ...] [arg ...]}. */
    private Reply evalRo(CommandContext ctx, Args args) {
        return run(ctx, args, false, true);
    }

    /** {@code EVALSHA_RO sha1 numkeys [key ...] [arg ...]}. */
    private Reply evalshaRo(CommandContext ctx, Args args) {
        return run(ctx, args, true, true);
    }

    private Reply run(CommandContext ctx, Args args, boolean bySha, boolean readOnly) {
        ctx.server().dispatcher().showToMonitors(ctx.client(), args.argv());
        Bytes script = args.next();
        if (bySha && script.length() != SHA_LENGTH) { // judged before the number of keys
            throw new CommandException(ErrorKind.NO_SUCH_SCRIPT);
        }
        ScriptArguments arguments = ScriptArguments.of(args.nextLong(), args);
        return bySha
                ? scripts.runCached(ctx, script, arguments.keys(), arguments.values(), readOnly)
                : scripts.run(ctx, script, arguments.keys(), arguments.values(), readOnly);
    }

    /** {@code SCRIPT LOAD script}. */
    private Reply load(CommandContext ctx, Args args) {
        refuseWhileBusy(ctx);
        return Reply.bulk(scripts.load(ctx, args.next()));
    }

    /** {@code SCRIPT EXISTS sha1 [sha1 ...]}: digits of any case. */
    private Reply exists(CommandContext ctx, Args args) {
        refuseWhileBusy(ctx);
        List<Reply> found = new ArrayList<>();
        while (args.hasNext()) {
            found.add(Reply.of(scripts.contains(ctx.server(), args.next())));
        }
        return Reply.array(found);
    }

    /** {@code SCRIPT SHOW sha1}: the source. */
    private Reply show(CommandContext ctx, Args args) {
        return Reply.bulk(scripts.source(ctx, args.next()));
    }

    /** {@code SCRIPT FLUSH [ASYNC|SYNC]}: both end at once here. */
    private Reply flush(CommandContext ctx, Args args) {
        refuseWhileBusy(ctx);
        boolean known = !args.hasNext() || args.skip("SYNC") || args.skip("ASYNC");
        if (!known || args.hasNext()) {
            throw new CommandException(ErrorKind.SCRIPT_FLUSH_MODE);
        }
        scripts.flush();
        return Reply.OK;
    }

    /** {@code SCRIPT KILL}. */
    private static Reply kill(CommandContext ctx, Args args) {
        return kill(ctx, false);
    }

    /** Kills what others are served beside: a function, or a script; the wrong one is not ended. */
    static Reply kill(CommandContext ctx, boolean function) {
        ServerState.RunningScript running = ctx.server().runningScript();
        if (running == null) {
            throw new CommandException(ErrorKind.NO_SCRIPT_RUNNING);
        }
        if (running.hasWritten()) {
            throw new CommandException(ErrorKind.UNKILLABLE_SCRIPT);
        }
        if (running.isFunction() != function) {
            throw new CommandException(running.busyError());
        }
        running.kill();
        return Reply.OK;
    }

    /** {@code SCRIPT DEBUG YES|SYNC|NO}: there is no debugger, so all modes do nothing. */
    private static Reply debug(CommandContext ctx, Args args) {
        refuseWhileBusy(ctx);
        if (ctx.client().caller() == Caller.EXEC) {
            throw new CommandException(ErrorKind.SCRIPT_DEBUG_IN_TRANSACTION);
        }
        if (args.skip("NO") || args.skip("YES") || args.skip("SYNC")) {
            return Reply.OK;
        }
        throw new CommandException(ErrorKind.SCRIPT_DEBUG_MODE);
    }

    private static Reply help(CommandContext ctx, Args args) {
        refuseWhileBusy(ctx);
        return HELP.reply(ctx.profile());
    }

    /** Where subcommands have no rows, all of them come this far because KILL may. */
    private static void refuseWhileBusy(CommandContext ctx) {
        if (ctx.server().runningScript() != null) {
            throw new CommandException(ErrorKind.BUSY_SCRIPT);
        }
    }
}
