package dev.lockstep.command.config;

import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;

/**
 * The value of {@code notify-keyspace-events}: letters for classes of events, kept in an order of
 * their own, and as {@code A} when all common ones are there. Next to an {@code A}, that for new
 * keys is not shown, though it holds.
 */
final class EventClasses implements ParameterType {

    private static final String COMMON = "g$lshzxetd";
    private static final String NEW = "n";

    private final String known;

    /**
     * @param others the letters besides A and the common classes
     */
    EventClasses(String others) {
        known = "A" + COMMON + others;
    }

    @Override
    public String normalize(String value, String current) {
        for (int i = 0; i < value.length(); i++) {
            if (known.indexOf(value.charAt(i)) < 0) {
                throw new CommandException(ErrorKind.CONFIG_EVENT_CLASS);
            }
        }
        StringBuilder kept = new StringBuilder();
        if (value.indexOf('A') >= 0 || containsAll(value, COMMON)) {
            kept.append('A');
        } else {
            appendPresent(kept, COMMON, value);
        }
        appendPresent(kept, NEW + "KEm", value);
        return kept.toString();
    }

    @Override
    public String shown(String value) {
        return value.startsWith("A") ? value.replace(NEW, "") : value;
    }

    private static boolean containsAll(String value, String letters) {
        return letters.chars().allMatch(letter -> value.indexOf(letter) >= 0);
    }

    private static void appendPresent(StringBuilder kept, String letters, String value) {
        letters.chars()
                .filter(letter -> value.indexOf(letter) >= 0)
                .forEach(letter -> kept.append((char) letter));
    }
}
