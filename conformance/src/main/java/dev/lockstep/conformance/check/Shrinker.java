package dev.lockstep.conformance.check;

import dev.lockstep.conformance.check.Scenario.Call;
import dev.lockstep.conformance.check.Scenario.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a run of calls that shows something as small as it can be and still show it. */
final class Shrinker {

    private static final List<String> SIMPLE = List.of("0", "1", "2", "10", "1000");

    private final Predicate<Scenario> shows;
    private int attempts;

    /**
     * Looks for small runs.
     *
     * @param shows whether a run shows what is looked for
     * @param attempts how many runs may be tried
     */
    Shrinker(Predicate<Scenario> shows, int attempts) {
        this.shows = shows;
        this.attempts = attempts;
    }

    /** The smallest that was found; {@code scenario} itself shows it. */
    Scenario shrink(Scenario scenario) {
        Scenario smallest = scenario;
        boolean better = true;
        while (better && attempts > 0) {
            Scenario next = withSimplerWords(withFewerEvents(smallest));
            better = !next.equals(smallest);
            smallest = next;
        }
        return smallest;
    }

    private boolean tryOut(Scenario scenario) {
        attempts--;
        return attempts >= 0 && shows.test(scenario);
    }

    private Scenario withFewerEvents(Scenario scenario) {
        Scenario smallest = scenario;
        for (int size = scenario.events().size() / 2; size >= 1; size /= 2) {
            int from = 0;
            while (from + size <= smallest.events().size() && smallest.events().size() > 1) {
                List<Event> fewer = new ArrayList<>(smallest.events());
                fewer.subList(from, from + size).clear();
                Scenario candidate = smallest.with(fewer);
                if (candidate.calls() > 0 && tryOut(candidate)) {
                    smallest = candidate;
                } else {
                    from += size;
                }
            }
        }
        return smallest;
    }

    private Scenario withSimplerWords(Scenario scenario) {
        Scenario smallest = scenario;
        for (int i = 0; i < smallest.events().size(); i++) {
            if (smallest.events().get(i) instanceof Call call) {
                for (int j = 0; j < call.arguments().size(); j++) {
                    smallest = withSimplerWord(smallest, i, j);
                }
            }
        }
        return smallest;
    }

    private Scenario withSimplerWord(Scenario scenario, int event, int argument) {
        Call call = (Call) scenario.events().get(event);
        String word = call.arguments().get(argument);
        for (String simpler : SIMPLE) {
            if (simpler.equals(word) || (simpler.length() > word.length() && !word.isEmpty())) {
                break;
            }
            List<String> arguments = new ArrayList<>(call.arguments());
            arguments.set(argument, simpler);
            List<Event> events = new ArrayList<>(scenario.events());
            events.set(event, new Call(call.keys(), arguments));
            Scenario candidate = scenario.with(events);
            if (tryOut(candidate)) {
                return candidate;
            }
        }
        return scenario;
    }
}
