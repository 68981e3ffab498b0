package dev.lockstep.commands.connection;

import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;

/** What CLIENT LIST and CLIENT KILL tell clients apart by. */
enum ClientType {
    NORMAL,
    REPLICA,
    PUBSUB,
    MASTER;

    /**
     * The type called {@code name}.
     *
     * @throws CommandException when the profile has none of that name
     */
    static ClientType of(Profile profile, Bytes name) {
        for (ClientType type : values()) {
            if (name.equalsIgnoreCase(type.name())) {
                return type;
            }
        }
        if (name.equalsIgnoreCase("slave")) {
            return REPLICA;
        }
        if (name.equalsIgnoreCase("primary") && profile.has(Feature.SAYS_PRIMARY)) {
            return MASTER;
        }
        throw new CommandException(ErrorKind.UNKNOWN_CLIENT_TYPE, name);
    }
}
