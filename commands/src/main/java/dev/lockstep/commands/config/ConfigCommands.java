package dev.lockstep.commands.config;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.ADMIN;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.NOSCRIPT;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.Config;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.command.Handler;
import dev.lockstep.command.Help;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Glob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** CONFIG and its subcommands. */
public final class ConfigCommands {

    private static final Range OLDEST = Range.before("7.0");

    private static final Bytes ERROR_CODE = Bytes.of("ERR ");

    private static final String[] TO_ALL_NODES = {
        "request_policy:all_nodes", "response_policy:all_succeeded"
    };

    private static final CommandSpec CONFIG =
            command("CONFIG", -2)
                    .group(Group.SERVER)
                    .since("2.0.0")
                    .in(OLDEST, row -> row.flags(ADMIN, NOSCRIPT, LOADING, STALE))
                    .subcommands(
                            admin("GET", -3, "2.0.0", ConfigCommands::get)
                                    .in(OLDEST, row -> row.arity(3)),
                            command("HELP", 2)
                                    .since("5.0.0")
                                    .flags(LOADING, STALE)
                                    .runs(ConfigCommands::help),
                            admin("RESETSTAT", 2, "2.0.0", ConfigCommands::resetStat)
                                    .in(Range.since("7.2"), row -> row.tips(TO_ALL_NODES)),
                            admin("REWRITE", 2, "2.8.0", ConfigCommands::rewrite)
                                    .in(Range.since("7.2"), row -> row.tips(TO_ALL_NODES)),
                            admin("SET", -4, "2.0.0", ConfigCommands::set)
                                    .tips(TO_ALL_NODES)
                                    .in(OLDEST, row -> row.arity(4)));

    public static final List<CommandSpec> ROWS = List.of(CONFIG);

    private static final Help HELP =
            Help.of("CONFIG")
                    .line(
                            "GET <pattern>",
                            "Settings whose names fit the pattern, with their values.")
                    .line("SET <directive> <value>", "Changes a setting.")
                    .line("RESETSTAT", "Puts the counters of INFO back to zero.")
                    .line("REWRITE", "Writes the settings to the configuration file.");

    private ConfigCommands() {}

    private static CommandSpec admin(String name, int arity, String since, Handler handler) {
        return command(name, arity)
                .since(since)
                .flags(ADMIN, NOSCRIPT, LOADING, STALE)
                .runs(handler);
    }

    /** {@code CONFIG GET pattern [pattern ...]}. Newer servers repeat a plain name as given. */
    private static Reply get(CommandContext ctx, Args args) {
        Map<String, Config.Setting> settings = ctx.config().settings();
        Map<String, Reply> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        boolean repeatsNames = ctx.has(Feature.CONFIG_REPEATS_NAMES);
        for (Bytes pattern : args.rest()) {
            String name = pattern.latin1();
            Config.Setting plain = settings.get(name.toLowerCase(Locale.ROOT));
            if (plain != null && repeatsNames) {
                found.putIfAbsent(name, Reply.bulk(plain.shownValue()));
                continue;
            }
            Glob glob = Glob.caseless(pattern);
            settings.forEach(
                    (each, setting) -> {
                        boolean asked = !setting.parameter().hidden() || setting == plain;
                        if (asked && glob.matches(Bytes.of(each))) {
                            found.putIfAbsent(each, Reply.bulk(setting.shownValue()));
                        }
                    });
        }
        List<Reply> fields = new ArrayList<>();
        found.forEach(
                (name, value) -> {
                    fields.add(Reply.bulk(name));
                    fields.add(value);
                });
        return new Reply.MapOf(fields);
    }

    /** One setting to change. */
    private record Change(Bytes name, Bytes value, Config.Setting setting) {}

    /** {@code CONFIG SET name value [name value ...]}: all of them or, on an error, none. */
    private static Reply set(CommandContext ctx, Args args) {
        if (args.remaining() % 2 != 0) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        Map<String, Change> changes = new LinkedHashMap<>();
        while (args.hasNext()) {
            Change change = change(ctx, args.next(), args.next());
            if (changes.putIfAbsent(lower(change.name), change) != null) {
                throw failure(ctx, change, new CommandException(ErrorKind.CONFIG_DUPLICATE));
            }
        }
        Map<String, String> values = new LinkedHashMap<>();
        changes.forEach((name, change) -> values.put(name, normalized(ctx, change)));
        ctx.config().setAll(values);
        return Reply.OK;
    }

    private static String lower(Bytes name) {
        return name.latin1().toLowerCase(Locale.ROOT);
    }

    private static Change change(CommandContext ctx, Bytes name, Bytes value) {
        Config.Setting setting = ctx.config().settings().get(lower(name));
        if (setting == null) {
            throw new CommandException(ErrorKind.CONFIG_UNKNOWN, name);
        }
        Change change = new Change(name, value, setting);
        return switch (setting.parameter().protection()) {
            case NONE -> change;
            case FIXED ->
                    throw ctx.has(Feature.CONFIG_SET_SEVERAL)
                            ? failure(ctx, change, new CommandException(ErrorKind.CONFIG_FIXED))
                            : new CommandException(ErrorKind.CONFIG_UNKNOWN, name);
            case PROTECTED ->
                    throw failure(ctx, change, new CommandException(ErrorKind.CONFIG_PROTECTED));
        };
    }

    private static String normalized(CommandContext ctx, Change change) {
        Config.Setting setting = change.setting;
        try {
            return setting.parameter().type().normalize(change.value.latin1(), setting.value());
        } catch (CommandException e) {
            throw failure(ctx, change, e);
        }
    }

    private static CommandException failure(
            CommandContext ctx, Change change, CommandException cause) {
        if (cause.text(ctx.profile()).startsWith(ERROR_CODE)) {
            return cause;
        }
        String reason = reason(ctx, cause);
        return ctx.has(Feature.CONFIG_SET_SEVERAL)
                ? new CommandException(ErrorKind.CONFIG_SET_FAILED, lower(change.name), reason)
                : new CommandException(
                        ErrorKind.CONFIG_INVALID_ARGUMENT, change.value, change.name, reason);
    }

    /** The reason, with what stands in front of it; for some the oldest server gives none. */
    private static String reason(CommandContext ctx, CommandException cause) {
        String reason = cause.text(ctx.profile()).latin1();
        return reason.isEmpty() ? "" : " - " + reason;
    }

    /** {@code CONFIG RESETSTAT}. */
    private static Reply resetStat(CommandContext ctx, Args args) {
        ctx.server().resetStatistics();
        return Reply.OK;
    }

    /** {@code CONFIG REWRITE}: there is no file. */
    private static Reply rewrite(CommandContext ctx, Args args) {
        throw new CommandException(ErrorKind.CONFIG_NO_FILE);
    }

    /** {@code CONFIG HELP}. */
    private static Reply help(CommandContext ctx, Args args) {
        return HELP.reply(ctx.profile());
    }
}
