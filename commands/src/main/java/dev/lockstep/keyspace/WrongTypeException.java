package dev.lockstep.keyspace;

/** A key holds another type than the command works on; becomes {@code WRONGTYPE}. */
public final class WrongTypeException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public WrongTypeException() {
        super("wrong type", null, false, false);
    }
}
