package dev.lockstep.command;

import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The commands that a server of one profile has, by name. */
public final class CommandTable {

    private final Profile profile;
    private final Iterator<CommandFamily> unread;
    private final Map<String, Command> commands = new LinkedHashMap<>();
    private final Map<Bytes, Command> byBytes = new HashMap<>();

    /**
     * The commands of {@code families}. A family is read when a command is looked for that none
     * before it has: making the rows of all takes a good part of the first start in a JVM.
     */
    public CommandTable(Profile profile, List<CommandFamily> families) {
        this.profile = profile;
        this.unread = families.iterator();
    }

    private void readNext() {
        for (CommandSpec row : unread.next().rows()) {
            CommandSpec spec = row.in(profile);
            if (spec != null) {
                add(new Command(spec));
            }
        }
    }

    private void readAll() {
        while (unread.hasNext()) {
            readNext();
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
        Command command = read(name);
        while (command == null && unread.hasNext()) {
            readNext();
            command = read(name);
        }
        return command;
    }

    /** The command called {@code name}, which may be {@code container|subcommand}, or null. */
    public @Nullable Command findFull(Bytes name) {
        int bar = name.indexOf((byte) '|', 0);
        if (bar < 0) {
            return find(name);
        }
        Command container = find(name.slice(0, bar));
        return container == null ? null : container.subcommand(name.slice(bar + 1, name.length()));
    }

    private @Nullable Command read(Bytes name) {
        Command command = byBytes.get(name);
        return command != null ? command : byBytes.get(name.toLowerCase());
    }

    /** All commands, in the order of their rows. */
    public Iterable<Command> all() {
        readAll();
        return commands.values();
    }

    public int size() {
        readAll();
        return commands.size();
    }

    public void resetStatistics() {
        commands.values().forEach(Command::resetStatistics);
    }
}
