package dev.lockstep.server.resp;

/**
 * A request that breaks the protocol: the client is told so and its connection ends. Carries no
 * stack trace: it is an answer, not a fault.
 */
public final class ProtocolException extends Exception {

    private static final long serialVersionUID = 1;

    ProtocolException(String what) {
        super("ERR Protocol error: " + what, null, false, false);
    }

    /** The error reply, its code included. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
