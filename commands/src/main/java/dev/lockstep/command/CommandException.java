package dev.lockstep.command;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;

/**
 * An error reply on its way out of a handler. Only the dispatcher catches it, and renders the text
 * that the profile has for it. Carries no stack trace: it is an answer, not a fault.
 */
public final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final ErrorKind kind;
    private final transient Object[] details;

    /**
     * @param details what stands for each {@code %s} of the text: {@link Bytes}, strings or numbers
     */
    public CommandException(ErrorKind kind, Object... details) {
        super(kind.name(), null, false, false);
        this.kind = kind;
        this.details = details;
    }

    public ErrorKind kind() {
        return kind;
    }

    /** The text that {@code profile} has for it. */
    public Bytes text(Profile profile) {
        return kind.text(profile, details);
    }

    /** The error as {@code profile} words it. */
    public Reply reply(Profile profile) {
        return new Reply.Failure(text(profile));
    }
}
