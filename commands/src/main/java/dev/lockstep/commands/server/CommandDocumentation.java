package dev.lockstep.commands.server;

import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.Group;
import dev.lockstep.command.RedisModule;
import dev.lockstep.command.ServerState;
import dev.lockstep.command.docs.CommandDocs;
import dev.lockstep.command.docs.CommandDocs.Argument;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is documented of commands, as COMMAND DOCS replies it. Stateless. */
final class CommandDocumentation {

    private CommandDocumentation() {}

    /** A map of {@code specs}, subcommands by their full names as well. */
    static Reply reply(ServerState server, List<CommandSpec> specs) {
        Map<String, CommandDocs> docs = server.commandDocs();
        Fields fields = new Fields();
        for (CommandSpec spec : specs) {
            CommandDocs entry = find(docs, spec.fullName());
            fields.add(spec.fullName(), entry == null ? undocumented(server, spec) : entry(entry));
        }
        return fields.map();
    }

    private static @Nullable CommandDocs find(Map<String, CommandDocs> docs, String fullName) {
        int bar = fullName.indexOf('|');
        CommandDocs entry = docs.get(bar < 0 ? fullName : fullName.substring(0, bar));
        if (entry == null || bar < 0) {
            return entry;
        }
        for (CommandDocs child : entry.subcommands()) {
            if (child.name().equals(fullName)) {
                return child;
            }
        }
        return null;
    }

    /** A module's command says which module it is of, and nothing more. */
    private static Reply undocumented(ServerState server, CommandSpec spec) {
        Fields fields = new Fields().add("group", Reply.bulk(spec.group().redisName()));
        if (spec.group() == Group.MODULE) {
            for (RedisModule module : server.modules()) {
                if (module.commands().stream()
                        .anyMatch(row -> row.fullName().equals(spec.fullName()))) {
                    fields.add("module", Reply.bulk(module.name()));
                }
            }
        }
        return fields.map();
    }

    /** The module called {@code name} in any case, or null. */
    static @Nullable RedisModule module(ServerState server, Bytes name) {
        for (RedisModule module : server.modules()) {
            if (name.equalsIgnoreCase(module.name())) {
                return module;
            }
        }
        return null;
    }

    private static Reply entry(CommandDocs docs) {
        return new Fields()
                .add("summary", docs.summary())
                .add("since", docs.since())
                .add("group", docs.group())
                .add("complexity", docs.complexity())
                .addIfAny("doc_flags", statuses(docs.docFlags()))
                .add("deprecated_since", docs.deprecatedSince())
                .add("replaced_by", docs.replacedBy())
                .addIfAny("history", history(docs))
                .addIfAny("arguments", arguments(docs.arguments()))
                .addIfAny("subcommands", subcommands(docs.subcommands()))
                .map();
    }

    private static Reply.SetOf statuses(List<String> texts) {
        return new Reply.SetOf(texts.stream().map(Reply::status).toList());
    }

    private static Reply.SetOf history(CommandDocs docs) {
        return new Reply.SetOf(
                docs.history().stream()
                        .map(c -> Reply.array(Reply.bulk(c.version()), Reply.bulk(c.text())))
                        .toList());
    }

    private static Reply.Array arguments(List<Argument> arguments) {
        return new Reply.Array(arguments.stream().map(CommandDocumentation::argument).toList());
    }

    private static Reply argument(Argument argument) {
        Integer keySpec = argument.keySpecIndex();
        Fields fields =
                new Fields()
                        .add("name", argument.name())
                        .add("type", argument.type())
                        .add("display_text", argument.displayText());
        if (keySpec != null) {
            fields.add("key_spec_index", Reply.of(keySpec));
        }
        return fields.add("token", argument.token())
                .add("since", argument.since())
                .add("deprecated_since", argument.deprecatedSince())
                .addIfAny("flags", statuses(argument.flags()))
                .addIfAny("arguments", arguments(argument.arguments()))
                .map();
    }

    private static Reply.MapOf subcommands(List<CommandDocs> subcommands) {
        Fields fields = new Fields();
        for (CommandDocs docs : subcommands) {
            fields.add(docs.name(), entry(docs));
        }
        return fields.map();
    }

    /** A map in the making; what is missing is left out. */
    private static final class Fields {

        private final List<Reply> keysAndValues = new ArrayList<>();

        Fields add(String name, Reply value) {
            keysAndValues.add(Reply.bulk(name));
            keysAndValues.add(value);
            return this;
        }

        Fields add(String name, @Nullable String value) {
            return value == null ? this : add(name, Reply.bulk(value));
        }

        Fields addIfAny(String name, Reply.SetOf value) {
            return value.elements().isEmpty() ? this : add(name, value);
        }

        Fields addIfAny(String name, Reply.Array value) {
            return value.elements().isEmpty() ? this : add(name, value);
        }

        Fields addIfAny(String name, Reply.MapOf value) {
            return value.keysAndValues().isEmpty() ? this : add(name, value);
        }

        Reply.MapOf map() {
            return new Reply.MapOf(keysAndValues);
        }
    }
}
