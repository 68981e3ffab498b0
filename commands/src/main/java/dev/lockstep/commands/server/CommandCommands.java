package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.Command;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.CommandTable;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Flag;
import dev.lockstep.command.Group;
import dev.lockstep.command.Help;
import dev.lockstep.command.RedisModule;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.profile.Range;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import dev.lockstep.value.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** COMMAND: what the server says of its commands. */
final class CommandCommands {

    private static final Range SINCE_7_2 = Range.since("7.2");

    static final CommandSpec COMMAND =
            command("COMMAND", -1)
                    .group(Group.SERVER)
                    .categories(AclCategory.CONNECTION)
                    .since("2.8.13")
                    .flags(RANDOM, LOADING, STALE)
                    .tips("nondeterministic_output_order")
                    .subcommands(
                            row("COUNT", 2).runs(CommandCommands::count),
                            row("DOCS", -2)
                                    .since("7.0.0")
                                    .tips("nondeterministic_output_order")
                                    .runs(CommandCommands::docs),
                            row("GETKEYS", -4)
                                    .in(Range.before("7.0"), row -> row.arity(-3))
                                    .in(SINCE_7_2, row -> row.arity(-3))
                                    .runs(CommandCommands::getKeys),
                            row("GETKEYSANDFLAGS", -4)
                                    .since("7.0.0")
                                    .in(SINCE_7_2, row -> row.arity(-3))
                                    .runs(CommandCommands::getKeysAndFlags),
                            row("HELP", 2).since("5.0.0").runs(CommandCommands::help),
                            row("INFO", -2)
                                    .tips("nondeterministic_output_order")
                                    .runs(CommandCommands::info),
                            row("LIST", -2)
                                    .since("7.0.0")
                                    .tips("nondeterministic_output_order")
                                    .runs(CommandCommands::list))
                    .runs(CommandCommands::all);

    private static final Help HELP =
            Help.of("COMMAND")
                    .line("(no subcommand)", "What COMMAND INFO says, of all commands.")
                    .line("COUNT", "The number of commands.")
                    .line(Range.since("7.0"), "LIST", "The names of all commands.")
                    .line(
                            "INFO [<command-name> ...]",
                            "Arity, flags, keys and categories of commands.")
                    .line(
                            Range.since("7.0"),
                            "DOCS [<command-name> ...]",
                            "What commands do and which arguments they take.")
                    .line("GETKEYS <full-command>", "The keys in a command.")
                    .line(
                            Range.since("7.0"),
                            "GETKEYSANDFLAGS <full-command>",
                            "The keys in a command, and what it does with them.");

    private CommandCommands() {}

    private static CommandSpec row(String name, int arity) {
        return command(name, arity)
                .categories(AclCategory.CONNECTION)
                .since("2.8.13")
                .flags(LOADING, STALE);
    }

    /** {@code COMMAND}. */
    private static Reply all(CommandContext ctx, Args args) {
        if (args.hasNext()) {
            throw new CommandException(ErrorKind.UNKNOWN_SUBCOMMAND, args.next(), "COMMAND");
        }
        List<Reply> replies = new ArrayList<>();
        listed(ctx).forEach(spec -> replies.add(CommandInfo.reply(ctx.profile(), spec)));
        return Reply.array(replies);
    }

    /** {@code COMMAND COUNT}. */
    private static Reply count(CommandContext ctx, Args args) {
        return Reply.of(listed(ctx).size());
    }

    private static List<CommandSpec> listed(CommandContext ctx) {
        List<CommandSpec> specs = new ArrayList<>();
        for (Command command : ctx.server().commands().all()) {
            if (!command.has(Flag.UNLISTED)) {
                specs.add(command.spec());
            }
        }
        return specs;
    }

    /** {@code COMMAND INFO [name ...]}. Without a name, only later servers tell of all commands. */
    private static Reply info(CommandContext ctx, Args args) {
        if (!args.hasNext() && ctx.has(Feature.SUBCOMMAND_ROWS)) {
            return all(ctx, args);
        }
        List<Reply> replies = new ArrayList<>();
        for (Bytes name : args.rest()) {
            CommandSpec spec = find(ctx, name);
            replies.add(spec == null ? Reply.NIL : CommandInfo.reply(ctx.profile(), spec));
        }
        return Reply.array(replies);
    }

    /** The row called {@code name}, which may be {@code container|subcommand}. */
    private static @Nullable CommandSpec find(CommandContext ctx, Bytes name) {
        CommandTable commands = ctx.server().commands();
        boolean rows = ctx.has(Feature.SUBCOMMAND_ROWS);
        Command command = rows ? commands.findFull(name) : commands.find(name);
        return command == null || command.has(Flag.UNLISTED) ? null : command.spec();
    }

    /** {@code COMMAND DOCS [name ...]}. */
    private static Reply docs(CommandContext ctx, Args args) {
        List<CommandSpec> specs = new ArrayList<>();
        if (args.hasNext()) {
            for (Bytes name : args.rest()) {
                CommandSpec spec = find(ctx, name);
                if (spec != null) {
                    specs.add(spec);
                }
            }
        } else {
            specs.addAll(listed(ctx));
        }
        return CommandDocumentation.reply(ctx.server(), specs);
    }

    /** {@code COMMAND LIST [FILTERBY MODULE name|ACLCAT category|PATTERN pattern]}. */
    private static Reply list(CommandContext ctx, Args args) {
        Predicate<CommandSpec> filter = args.hasNext() ? filter(ctx, args) : spec -> true;
        List<Bytes> names = new ArrayList<>();
        for (CommandSpec spec : listed(ctx)) {
            addIf(filter, spec, names);
            spec.subcommands().forEach(child -> addIf(filter, child, names));
        }
        return Reply.bulks(names);
    }

    private static void addIf(Predicate<CommandSpec> filter, CommandSpec spec, List<Bytes> names) {
        if (filter.test(spec)) {
            names.add(Bytes.of(spec.fullName()));
        }
    }

    private static Predicate<CommandSpec> filter(CommandContext ctx, Args args) {
        if (args.remaining() != 3 || !args.skip("FILTERBY")) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        Bytes kind = args.next();
        Bytes value = args.next();
        if (kind.equalsIgnoreCase("MODULE")) {
            RedisModule module = CommandDocumentation.module(ctx.server(), value);
            List<CommandSpec> rows = module == null ? List.of() : module.commands();
            return spec -> rows.stream().anyMatch(row -> row.fullName().equals(spec.fullName()));
        }
        if (kind.equalsIgnoreCase("ACLCAT")) {
            String category = "@" + value.latin1().toLowerCase(Locale.ROOT);
            return spec -> spec.categories().stream().anyMatch(c -> c.redisName().equals(category));
        }
        if (kind.equalsIgnoreCase("PATTERN")) {
            Glob glob = Glob.caseless(value);
            return spec -> glob.matches(Bytes.of(spec.fullName()));
        }
        throw new CommandException(ErrorKind.SYNTAX);
    }

    /** {@code COMMAND GETKEYS command [argument ...]}. */
    private static Reply getKeys(CommandContext ctx, Args args) {
        List<Bytes> keys = new ArrayList<>();
        findKeys(ctx, args).forEach(found -> keys.add(found.key()));
        return Reply.bulks(keys);
    }

    /** {@code COMMAND GETKEYSANDFLAGS command [argument ...]}. */
    private static Reply getKeysAndFlags(CommandContext ctx, Args args) {
        List<Reply> replies = new ArrayList<>();
        for (KeyFinder.Found found : findKeys(ctx, args)) {
            List<Reply> flags = new ArrayList<>();
            found.access().forEach(access -> flags.add(Reply.status(access.redisName())));
            replies.add(Reply.array(Reply.bulk(found.key()), new Reply.SetOf(flags)));
        }
        return Reply.array(replies);
    }

    private static List<KeyFinder.Found> findKeys(CommandContext ctx, Args args) {
        List<Bytes> argv = args.rest();
        CommandSpec spec = resolve(ctx, argv);
        if (spec == null) {
            throw new CommandException(ErrorKind.GETKEYS_INVALID_COMMAND);
        }
        KeyFinder finder = new KeyFinder(ctx.profile(), spec);
        if (!finder.mayHaveKeys()) {
            throw new CommandException(ErrorKind.GETKEYS_NO_KEYS);
        }
        if (!spec.accepts(argv.size())) {
            throw new CommandException(ErrorKind.GETKEYS_WRONG_ARITY);
        }
        List<KeyFinder.Found> found = finder.find(argv);
        if (found.isEmpty() && !finder.mayDoWithoutKeys()) {
            throw new CommandException(ErrorKind.GETKEYS_INVALID_ARGUMENTS);
        }
        return found;
    }

    private static @Nullable CommandSpec resolve(CommandContext ctx, List<Bytes> argv) {
        Command command = ctx.server().commands().find(argv.get(0));
        if (command == null || command.has(Flag.UNLISTED)) {
            return null;
        }
        if (command.isContainer() && argv.size() > 1 && ctx.has(Feature.SUBCOMMAND_ROWS)) {
            command = command.subcommand(argv.get(1));
        }
        return command == null ? null : command.spec();
    }

    /** {@code COMMAND HELP}. */
    private static Reply help(CommandContext ctx, Args args) {
        Profile profile = ctx.profile();
        return HELP.reply(profile);
    }
}
