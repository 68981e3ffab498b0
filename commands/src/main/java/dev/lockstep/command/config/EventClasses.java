package dev.lockstep.command.config;

import dev.lockstep.command.CommandException;
import dev.lockstep.command.ErrorKind;

/**
 * The value of {@code notify-keyspace-events}: letters for classes of events, shown in an order of
 * their own, and as {@code A} when all common ones are there.
 */
final class EventClasses implements ParameterType {

    private static final String COMMON = "g$lshzxetd";

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
        StringBuilder shown = new StringBuilder();
        if (value.indexOf('A') >= 0 || containsAll(value, COMMON)) {
            shown.append('A');
        } else {
            appendPresent(shown, COMMON + "n", value);
        }
        appendPresent(shown, "KEm", value);
        return shown.toString();
    }

    private static boolean containsAll(String value, String letters) {
        return letters.chars().allMatch(letter -> value.indexOf(letter) >= 0);
    }

    private static void appendPresent(StringBuilder shown, String letters, String value) {
        letters.chars()
                .filter(letter -> value.indexOf(letter) >= 0)
                .forEach(letter -> shown.append((char) letter));
    }
}
