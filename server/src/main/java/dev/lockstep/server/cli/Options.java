package dev.lockstep.server.cli;

import dev.lockstep.LockstepServer;
import dev.lockstep.command.Config;
import dev.lockstep.profile.Profile;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** The options of the command line, and what they make of a server. */
final class Options {

    /** The command line cannot be understood; the message says why. */
    static final class BadOptionException extends Exception {

        private static final long serialVersionUID = 1;

        BadOptionException(String message) {
            super(message);
        }
    }

    private static final int REDIS_PORT = 6379;
    private static final String VIRTUAL_AT = "virtual:";

    private final LockstepServer.Builder builder = LockstepServer.builder().port(REDIS_PORT);
    private final Deque<String> words;
    private boolean help;
    private boolean version;
    private String clock = "real";

    private Options(List<String> words) {
        this.words = new ArrayDeque<>(words);
    }

    static Options parse(List<String> words) throws BadOptionException {
        Options options = new Options(words);
        try {
            options.parse();
        } catch (IllegalArgumentException e) {
            throw new BadOptionException(String.valueOf(e.getMessage()));
        }
        return options;
    }

    private void parse() throws BadOptionException {
        for (String word = words.poll(); word != null; word = words.poll()) {
            if (!word.startsWith("--")) {
                if (!word.equals("-h") && !word.equals("-v")) {
                    throw new BadOptionException("unexpected '" + word + "'; see --help");
                }
            }
            option(word);
        }
    }

    private void option(String word) throws BadOptionException {
        switch (word) {
            case "--help", "-h" -> help = true;
            case "--version", "-v" -> version = true;
            case "--port" -> builder.port((int) number(word, 0, 65535));
            case "--bind" -> bind(word);
            case "--profile" -> builder.profile(Profile.of(value(word)));
            case "--clock" -> clock(value(word));
            case "--seed" -> builder.seed(number(word, Long.MIN_VALUE, Long.MAX_VALUE));
            case "--lua-engine" -> builder.luaEngine(value(word));
            default -> setting(word);
        }
    }

    private void bind(String word) throws BadOptionException {
        String first = value(word);
        Deque<String> more = new ArrayDeque<>();
        while (hasValue()) {
            more.add(words.remove());
        }
        builder.bind(first, more.toArray(String[]::new));
    }

    private void clock(String value) throws BadOptionException {
        clock = value;
        if (value.equals("virtual")) {
            builder.virtualClock();
        } else if (value.startsWith(VIRTUAL_AT)) {
            String millis = value.substring(VIRTUAL_AT.length());
            builder.virtualClock(
                    Instant.ofEpochMilli(number("--clock", millis, 0, Long.MAX_VALUE)));
        } else if (!value.equals("real")) {
            throw new BadOptionException(
                    "--clock '" + value + "': expected real, virtual or virtual:EPOCH_MS");
        }
    }

    /** Any directive of {@code redis.conf}. */
    private void setting(String word) throws BadOptionException {
        String name = word.substring(2);
        if (Stream.of(Profile.values()).allMatch(p -> new Config(p).get(name) == null)) {
            throw new BadOptionException("unknown option '" + word + "'; see --help");
        }
        StringBuilder value = new StringBuilder(value(word));
        while (hasValue()) {
            value.append(' ').append(words.remove());
        }
        builder.config(name, value.toString());
    }

    private boolean hasValue() {
        String next = words.peek();
        return next != null && !next.startsWith("--");
    }

    private String value(String option) throws BadOptionException {
        String value = words.poll();
        if (value == null) {
            throw new BadOptionException(option + ": a value is missing");
        }
        return value;
    }

    private long number(String option, long min, long max) throws BadOptionException {
        return number(option, value(option), min, max);
    }

    private static long number(String option, String text, long min, long max)
            throws BadOptionException {
        try {
            long number = Long.parseLong(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        String range = max == Long.MAX_VALUE ? "a whole number" : "a number " + min + " to " + max;
        throw new BadOptionException(option + " '" + text + "': expected " + range);
    }

    boolean isHelp() {
        return help;
    }

    boolean isVersion() {
        return version;
    }

    /** The clock as it was asked for. */
    String clock() {
        return clock;
    }

    LockstepServer.Builder builder() {
        return builder;
    }
}
