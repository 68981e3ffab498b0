package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Answer;
import java.util.List;
import java.util.Locale;

/**
 * What one call of a script did.
 *
 * @param commands in the order in which the script called them
 * @param keysThatStay those stored after it that have no time to live
 */
record Observation(
        Scenario.Call call, Answer reply, List<Command> commands, List<String> keysThatStay) {

    /** A command, with the keys among its words. */
    record Command(List<String> words, List<String> keys, boolean writes) {
        Command {
            words = List.copyOf(words);
            keys = List.copyOf(keys);
        }

        String name() {
            return words.get(0).toUpperCase(Locale.ROOT);
        }
    }

    Observation {
        commands = List.copyOf(commands);
        keysThatStay = List.copyOf(keysThatStay);
    }
}
