package dev.lockstep.conformance.check;

/** Why something cannot be compared, in one line for the person who asked. */
final class CannotRunException extends RuntimeException {

    private static final long serialVersionUID = 1;

    CannotRunException(String reason) {
        super(reason);
    }

    /** The reason; there is always one. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
