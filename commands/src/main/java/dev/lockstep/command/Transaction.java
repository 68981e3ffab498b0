package dev.lockstep.command;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;

/** What a client has queued since MULTI. */
public final class Transaction {

    /** A command to run at EXEC. */
    public static final class Queued {
        private final Command command;
        private final Bytes[] argv;

        private Queued(Command command, Bytes[] argv) {
            this.command = command;
            this.argv = argv;
        }

        public Command command() {
            return command;
        }

        /** The words of the command, not to be changed. */
        public Bytes[] argv() {
            return argv;
        }
    }

    private final List<Queued> commands = new ArrayList<>();
    private boolean broken;

    void queue(Command command, Bytes[] argv) {
        commands.add(new Queued(command, argv));
    }

    public List<Queued> commands() {
        return commands;
    }

    /** Whether a command was refused, so that EXEC must discard all of them. */
    public boolean isBroken() {
        return broken;
    }

    public void markBroken() {
        broken = true;
    }
}
