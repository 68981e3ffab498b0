package dev.lockstep.command.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The documentation of one command or subcommand in one profile. What a server leaves out of its
 * reply is null or empty here.
 *
 * <p>Facts are those of the real server; the words of {@link #summary}, of {@link #complexity}
 * around its O-notations, and of {@link #history} are this project's own.
 *
 * <p>Components stand in the order in which {@code COMMAND DOCS} replies them, the name being the
 * key; {@code module} and {@code reply_schema} never occur.
 *
 * @param name in lower case; a subcommand is {@code container|subcommand}
 * @param subcommands in the order of their names, which is not the random one of a real server
 */
public record CommandDocs(
        String name,
        String summary,
        String since,
        String group,
        @Nullable String complexity,
        List<String> docFlags,
        @Nullable String deprecatedSince,
        @Nullable String replacedBy,
        List<Change> history,
        List<Argument> arguments,
        List<CommandDocs> subcommands) {

    private static final List<String> GROUPS =
            List.of(
                    "bitmap",
                    "connection",
                    "generic",
                    "hash",
                    "list",
                    "pubsub",
                    "scripting",
                    "server",
                    "set",
                    "sorted-set",
                    "stream",
                    "string",
                    "transactions");

    public CommandDocs {
        docFlags = List.copyOf(docFlags);
        history = List.copyOf(history);
        arguments = List.copyOf(arguments);
        subcommands = List.copyOf(subcommands);
    }

    /**
     * The documentation of all commands of a profile, by name and in the order of names;
     * subcommands stand in their containers. Empty for a profile without {@code COMMAND DOCS}.
     *
     * <p>Reads the resources anew at each call and keeps nothing: call it when the first client
     * asks, and keep the answer.
     *
     * @param profile such as {@code redis-8.0}
     */
    public static Map<String, CommandDocs> load(String profile) {
        List<CommandDocs> entries = new ArrayList<>();
        for (String group : GROUPS) {
            entries.addAll(new CommandDocsReader(profile, group).read());
        }
        return nest(entries);
    }

    private static Map<String, CommandDocs> nest(List<CommandDocs> entries) {
        Map<String, CommandDocs> commands = new TreeMap<>();
        Map<String, List<CommandDocs>> subcommands = new TreeMap<>();
        for (CommandDocs entry : entries) {
            int bar = entry.name.indexOf('|');
            if (bar < 0) {
                commands.put(entry.name, entry);
            } else {
                String container = entry.name.substring(0, bar);
                subcommands.computeIfAbsent(container, key -> new ArrayList<>()).add(entry);
            }
        }
        commands.replaceAll((name, docs) -> docs.with(subcommands.getOrDefault(name, List.of())));
        return commands;
    }

    private CommandDocs with(List<CommandDocs> newSubcommands) {
        return new CommandDocs(
                name,
                summary,
                since,
                group,
                complexity,
                docFlags,
                deprecatedSince,
                replacedBy,
                history,
                arguments,
                newSubcommands);
    }

    /** What a version changed about a command. */
    public record Change(String version, String text) {}

    /**
     * One argument of a command, or a token, or a group of arguments.
     *
     * <p>Components stand in the order in which {@code COMMAND DOCS} replies them.
     *
     * @param type {@code string}, {@code integer}, {@code double}, {@code key}, {@code pattern},
     *     {@code unix-time}, {@code pure-token}, {@code oneof} or {@code block}
     * @param displayText null where the profile does not reply one
     * @param keySpecIndex null if the argument is not a key
     * @param token null if no token goes before it; may be empty
     * @param flags of {@code optional}, {@code multiple}, {@code multiple_token}
     * @param arguments what a {@code oneof} or a {@code block} consists of
     */
    public record Argument(
            String name,
            String type,
            @Nullable String displayText,
            @Nullable Integer keySpecIndex,
            @Nullable String token,
            @Nullable String since,
            @Nullable String deprecatedSince,
            List<String> flags,
            List<Argument> arguments) {

        public Argument {
            flags = List.copyOf(flags);
            arguments = List.copyOf(arguments);
        }
    }
}
