package dev.lockstep.conformance.check;

import dev.lockstep.profile.Profile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the command line asks for. */
final class Options {

    private final List<String> against = new ArrayList<>();
    private final List<String> profiles = new ArrayList<>();
    private final List<Path> scripts = new ArrayList<>();
    private final Set<String> ignored = new TreeSet<>();
    private final Set<String> failOn = new TreeSet<>();
    private @Nullable Path cases;
    private @Nullable Path junitXml;
    private @Nullable Path html;
    private String keyPrefix = "";
    private boolean flushes;
    private boolean isHelp;
    private long seed = 1;
    private int runs = 25;
    private Duration timeLimit = Duration.ofSeconds(5);
    private Duration waitLimit = Duration.ofSeconds(2);

    private Options() {}

    /**
     * Reads {@code words}.
     *
     * @throws CannotRunException naming what is not understood
     */
    static Options parse(List<String> words) {
        Options options = new Options();
        int i = 0;
        while (i < words.size()) {
            String word = words.get(i++);
            if (options.takeFlag(word)) {
                continue;
            }
            if (!word.startsWith("--")) {
                options.scripts.add(Path.of(word));
                continue;
            }
            int equals = word.indexOf('=');
            if (equals > 0) {
                options.take(word.substring(0, equals), word.substring(equals + 1));
            } else if (i < words.size()) {
                options.take(word, words.get(i++));
            } else {
                throw new CannotRunException(word + " wants a value");
            }
        }
        if (options.scripts.isEmpty() && !options.isHelp) {
            throw new CannotRunException("no script to check; --help tells how");
        }
        return options;
    }

    private boolean takeFlag(String word) {
        switch (word) {
            case "--help" -> isHelp = true;
            case "--flush" -> flushes = true;
            default -> {
                return false;
            }
        }
        return true;
    }

    private void take(String name, String value) {
        switch (name) {
            case "--against" -> against.addAll(list(value));
            case "--profile" -> list(value).forEach(profile -> profiles.add(profile(profile)));
            case "--cases" -> cases = Path.of(value);
            case "--junit-xml" -> junitXml = Path.of(value);
            case "--html" -> html = Path.of(value);
            case "--ignore" -> list(value).forEach(number -> ignored.add(known(number)));
            case "--fail-on" -> list(value).forEach(this::takeFailOn);
            case "--key-prefix" -> keyPrefix = value;
            case "--seed" -> seed = number(name, value);
            case "--runs" -> runs = (int) number(name, value);
            case "--time-limit" -> timeLimit = Duration.ofSeconds(number(name, value));
            case "--wait" -> waitLimit = Duration.ofSeconds(number(name, value));
            default -> throw new CannotRunException("no option " + name + "; --help tells which");
        }
    }

    private void takeFailOn(String value) {
        if (value.equals("advice")) {
            Arrays.stream(Advice.values()).map(Advice::number).forEach(failOn::add);
        } else {
            failOn.add(known(value));
        }
    }

    private static String known(String number) {
        return Advice.numbered(number)
                .orElseThrow(() -> new CannotRunException("no advice has the number " + number))
                .number();
    }

    private static String profile(String name) {
        try {
            return Profile.of(name).profileName();
        } catch (IllegalArgumentException e) {
            throw new CannotRunException(String.valueOf(e.getMessage()));
        }
    }

    private static List<String> list(String value) {
        return Arrays.stream(value.split(",", -1)).filter(word -> !word.isBlank()).toList();
    }

    private static long number(String name, String value) {
        if (!value.matches("[0-9]{1,9}")) {
            throw new CannotRunException(name + " wants a number: " + value);
        }
        return Long.parseLong(value);
    }

    /** Addresses of real servers. */
    List<String> against() {
        return against;
    }

    /** The profiles to play, all when none was named. */
    List<String> profiles() {
        return profiles.isEmpty() ? allProfiles() : profiles;
    }

    static List<String> allProfiles() {
        return Arrays.stream(Profile.values()).map(Profile::profileName).toList();
    }

    /** The profile to play whatever the server is, or null. */
    @Nullable String profile() {
        return profiles.isEmpty() ? null : profiles.get(0);
    }

    List<Path> scripts() {
        return scripts;
    }

    @Nullable Path cases() {
        return cases;
    }

    @Nullable Path junitXml() {
        return junitXml;
    }

    @Nullable Path html() {
        return html;
    }

    Set<String> ignored() {
        return ignored;
    }

    Set<String> failOn() {
        return failOn;
    }

    String keyPrefix() {
        return keyPrefix;
    }

    boolean flushes() {
        return flushes;
    }

    boolean isHelp() {
        return isHelp;
    }

    long seed() {
        return seed;
    }

    int runs() {
        return runs;
    }

    Duration timeLimit() {
        return timeLimit;
    }

    /** How long a case may wait, all in all, on a server whose clock is not ours. */
    Duration waitLimit() {
        return waitLimit;
    }
}
