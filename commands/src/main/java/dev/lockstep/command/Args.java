package dev.lockstep.command;

import dev.lockstep.value.Bytes;
import dev.lockstep.value.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A cursor over the arguments of a command.
 *
 * <pre>{@code
 * Bytes key = args.next();
 * boolean onlyNew = args.skip("NX");     // tokens compare without regard to case
 * long count = args.nextLong();          // ERR value is not an integer or out of range
 * }</pre>
 */
public final class Args {

    private final Bytes[] argv;
    private int position;

    /** Arguments from {@code position} on; {@code argv} holds the command's name as well. */
    public Args(Bytes[] argv, int position) {
        this.argv = argv;
        this.position = position;
    }

    public boolean hasNext() {
        return position < argv.length;
    }

    /** How many arguments are left. */
    public int remaining() {
        return argv.length - position;
    }

    /**
     * The next argument.
     *
     * @throws CommandException a syntax error, when there is none
     */
    public Bytes next() {
        if (position >= argv.length) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        return argv[position++];
    }

    /** The next argument, which stays; there must be one. */
    public Bytes peek() {
        return argv[position];
    }

    /** Whether the next argument is {@code token}; if so it is passed. */
    public boolean skip(String token) {
        if (position < argv.length && argv[position].equalsIgnoreCase(token)) {
            position++;
            return true;
        }
        return false;
    }

    /**
     * The next argument as an integer.
     *
     * @throws CommandException when it is none
     */
    public long nextLong() {
        return toLong(next());
    }

    /**
     * The next argument as an integer above 0.
     *
     * @throws CommandException with {@code otherwise} when it is none
     */
    public long nextPositive(ErrorKind otherwise) {
        long number = toLong(next(), otherwise);
        if (number < 1) {
            throw new CommandException(otherwise);
        }
        return number;
    }

    /** Reads {@code numkeys key [key ...]}, which something has to follow. */
    public List<Bytes> countedKeys() {
        long count = nextPositive(ErrorKind.NUMKEYS_NOT_POSITIVE);
        if (count >= remaining()) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
        List<Bytes> keys = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            keys.add(next());
        }
        return keys;
    }

    /** Reads {@code [COUNT count]}, 1 unless given. */
    public long countOption() {
        return skip("COUNT") ? nextPositive(ErrorKind.COUNT_NOT_POSITIVE) : 1;
    }

    /**
     * The next argument as an integer of 0 or more.
     *
     * @throws CommandException when it is none
     */
    public long nextCount() {
        long count = toLong(next(), ErrorKind.OUT_OF_RANGE_POSITIVE);
        if (count < 0) {
            throw new CommandException(ErrorKind.OUT_OF_RANGE_POSITIVE);
        }
        return count;
    }

    /** What is left as {@code [LIMIT limit]}, where 0 is none. */
    public long readLimit() {
        long limit = 0;
        while (hasNext()) {
            if (remaining() < 2 || !skip("LIMIT")) {
                throw new CommandException(ErrorKind.SYNTAX);
            }
            limit = toLong(next(), ErrorKind.LIMIT_NEGATIVE);
            if (limit < 0) {
                throw new CommandException(ErrorKind.LIMIT_NEGATIVE);
            }
        }
        return limit;
    }

    /** All arguments that are left; the cursor is then at the end. */
    public List<Bytes> rest() {
        List<Bytes> rest =
                Collections.unmodifiableList(
                        new ArrayList<>(Arrays.asList(argv).subList(position, argv.length)));
        position = argv.length;
        return rest;
    }

    /** The whole command, name included: not to be changed. */
    public Bytes[] argv() {
        return argv;
    }

    /** Throws a syntax error unless every argument has been read. */
    public void end() {
        if (hasNext()) {
            throw new CommandException(ErrorKind.SYNTAX);
        }
    }

    /**
     * {@code text} as an integer.
     *
     * @throws CommandException when it is none
     */
    public static long toLong(Bytes text) {
        return toLong(text, ErrorKind.NOT_INTEGER);
    }

    /** As {@link #toLong(Bytes)}, with an error of the command's own. */
    public static long toLong(Bytes text, ErrorKind otherwise) {
        long value = Numbers.parseLong(text, 0);
        if (value == 0 && !Numbers.isLong(text)) {
            throw new CommandException(otherwise);
        }
        return value;
    }
}
