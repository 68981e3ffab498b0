package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Answer;
import dev.lockstep.conformance.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of calls of a script, from an empty server on.
 *
 * @param script whose text the calls carry
 * @param events calls, and steps of time between them
 * @param plain whether arguments are only such as a caller means, none at the edge
 */
record Scenario(CheckedScript script, List<Event> events, boolean plain) {

    /** What happens in a scenario. */
    sealed interface Event {}

    /** A call of the script. */
    record Call(List<String> keys, List<String> arguments) implements Event {
        Call {
            keys = List.copyOf(keys);
            arguments = List.copyOf(arguments);
        }
    }

    /** A string that is stored beforehand, such as a lock that somebody holds. */
    record Put(String key, String value) implements Event {}

    /** Time that passes. */
    record Pause(Duration duration) implements Event {}

    Scenario {
        events = List.copyOf(events);
    }

    Scenario with(List<Event> others) {
        return new Scenario(script, others, plain);
    }

    /** The same calls, one upon the other. */
    Scenario withoutPauses() {
        return with(events.stream().filter(event -> !(event instanceof Pause)).toList());
    }

    long calls() {
        return events.stream().filter(Call.class::isInstance).count();
    }

    Call lastCall() {
        return events.stream()
                .filter(Call.class::isInstance)
                .map(Call.class::cast)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    /** The words that call the script. */
    static List<String> words(CheckedScript script, Call call) {
        List<String> words = new ArrayList<>();
        words.add("EVAL");
        words.add(script.text());
        words.add(String.valueOf(call.keys().size()));
        words.addAll(call.keys());
        words.addAll(call.arguments());
        return words;
    }

    /** As steps of a transcript: behind each call a look at everything. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (Event event : events) {
            if (event instanceof Call call) {
                steps.add(new Step.Send(text(call), "", words(script, call), null));
                steps.add(new Step.Show("show", List.of()));
            } else if (event instanceof Put put) {
                String text = "> SET " + word(put.key()) + " " + word(put.value());
                steps.add(new Step.Send(text, "", List.of("SET", put.key(), put.value()), null));
            } else if (event instanceof Pause pause) {
                steps.add(
                        new Step.Advance(
                                "advance " + pause.duration().toMillis() + "ms", pause.duration()));
            }
        }
        return steps;
    }

    private String text(Call call) {
        StringBuilder text = new StringBuilder("> EVAL lua:").append(script.name());
        text.append(' ').append(call.keys().size());
        call.keys().forEach(key -> text.append(' ').append(word(key)));
        call.arguments().forEach(argument -> text.append(' ').append(word(argument)));
        return text.toString();
    }

    private static String word(String word) {
        return word.matches("[!#-~]+") ? word : Answer.quoted(word);
    }
}
