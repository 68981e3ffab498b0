package dev.lockstep.commands.server;

import static dev.lockstep.command.CommandSpec.command;
import static dev.lockstep.command.Flag.LOADING;
import static dev.lockstep.command.Flag.RANDOM;
import static dev.lockstep.command.Flag.STALE;

import dev.lockstep.command.AclCategory;
import dev.lockstep.command.Args;
import dev.lockstep.command.CommandContext;
import dev.lockstep.command.CommandException;
import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.command.Group;
import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * INFO: sections of lines {@code field:value}. What a field shows is either known to the server
 * ({@link InfoFields}) or what a server shows that has just started ({@link InfoTemplate}).
 */
public final class InfoCommand {

    /** Sections that are shown only when asked for, or when everything is. */
    private static final Set<String> ON_DEMAND = Set.of("commandstats", "latencystats", "debug");

    private static final CommandSpec INFO =
            command("INFO", -1)
                    .group(Group.SERVER)
                    .categories(AclCategory.DANGEROUS)
                    .flags(RANDOM, LOADING, STALE)
                    .tips(
                            "nondeterministic_output",
                            "request_policy:all_shards",
                            "response_policy:special")
                    .runs(InfoCommand::info);

    public static final List<CommandSpec> ROWS = List.of(INFO);

    private InfoCommand() {}

    /** {@code INFO [section [section ...]]}: what is no section shows nothing. */
    private static Reply info(CommandContext ctx, Args args) {
        if (args.remaining() > 1 && !ctx.has(Feature.INFO_SEVERAL_SECTIONS)) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        Set<String> wanted = wanted(args);
        StringBuilder text = new StringBuilder();
        for (InfoTemplate.Section section : InfoTemplate.of(ctx.profile()).sections()) {
            if (isWanted(ctx, section, wanted)) {
                if (text.length() > 0) {
                    text.append("\r\n");
                }
                append(ctx, text, section);
            }
        }
        return Reply.verbatim(Bytes.latin1(text.toString()));
    }

    private static Set<String> wanted(Args args) {
        Set<String> wanted = new HashSet<>();
        for (Bytes name : args.rest()) {
            wanted.add(name.latin1().toLowerCase(Locale.ROOT));
        }
        if (wanted.isEmpty()) {
            wanted.add("default");
        }
        return wanted;
    }

    private static boolean isWanted(
            CommandContext ctx, InfoTemplate.Section section, Set<String> wanted) {
        String name = section.name().toLowerCase(Locale.ROOT);
        if (wanted.contains(name)) {
            return true;
        }
        if (wanted.contains("all") || wanted.contains("everything")) {
            return !name.equals("debug");
        }
        return (wanted.contains("default") && !ON_DEMAND.contains(name))
                || (wanted.contains("module_list")
                        && name.equals("modules")
                        && ctx.has(Feature.INFO_SEVERAL_SECTIONS));
    }

    private static void append(
            CommandContext ctx, StringBuilder text, InfoTemplate.Section section) {
        text.append("# ").append(section.name()).append("\r\n");
        for (InfoTemplate.Field field : section.fields()) {
            String value = field.isLive() ? InfoFields.value(ctx, field.name()) : field.value();
            text.append(field.name()).append(':').append(value).append("\r\n");
        }
        InfoLists.lines(ctx, section.name()).forEach(line -> text.append(line).append("\r\n"));
    }
}
