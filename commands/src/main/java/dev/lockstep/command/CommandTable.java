package dev.lockstep.command;

import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The commands that a server of one profile has, by name. */
public final class CommandTable {

    private final Map<String, Command> commands = new LinkedHashMap<>();
    private final Map<Bytes, Command> byBytes = new HashMap<>();

    public CommandTable(Profile profile, List<CommandSpec> rows) {
        for (CommandSpec row : rows) {
            CommandSpec spec = row.in(profile);
            if (spec != null) {
                add(new Command(spec));
            }
        }
    }

    private void add(Command command) {
        String name = command.fullName();
        if (commands.putIfAbsent(name, command) != null) {
            throw new IllegalStateException("two rows for command " + name);
        }
        // The two spellings that clients send are found without making a lower-case copy.
        byBytes.put(Bytes.of(name), command);
        byBytes.put(Bytes.of(name.toUpperCase(Locale.ROOT)), command);
    }

    /** The command called {@code name} in any case, or null. */
    public @Nullable Command find(Bytes name) {
        Command command = byBytes.get(name);
        return command != null ? command : byBytes.get(name.toLowerCase());
    }

    /** All commands, in the order of their rows. */
    public Iterable<Command> all() {
        return commands.values();
    }

    public int size() {
        return commands.size();
    }

    public void resetStatistics() {
        commands.values().forEach(Command::resetStatistics);
    }
}
