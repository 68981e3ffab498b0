package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Protocol;
import dev.lockstep.conformance.Step;
import dev.lockstep.conformance.check.ScriptResult.Count;
import dev.lockstep.conformance.check.ScriptResult.Finding;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** One script on Lockstep and on one real server. */
final class ServerComparison {

    private static final int CONFIRMATIONS = 2;
    private static final int SHRINK_ATTEMPTS = 300;

    private final Stage real;
    private final String profile;
    private final Options options;
    private final CheckedScript script;
    private final ScriptResult result;

    ServerComparison(
            Stage real,
            String profile,
            Options options,
            CheckedScript script,
            ScriptResult result) {
        this.real = real;
        this.profile = profile;
        this.options = options;
        this.script = script;
        this.result = result;
    }

    private Contest contest(Habits habits, Protocol protocol) {
        return new AgainstServer(
                real,
                profile,
                habits,
                new AgainstServer.Settings(options.keyPrefix(), ScriptCheck.PATIENCE, protocol),
                options.seed());
    }

    /** Plays made-up runs until one differs, and makes that one small. */
    void playAll(List<Scenario> scenarios, Habits habits) {
        tellOfLooseness(habits);
        try (Contest contest = contest(habits, Protocol.RESP2)) {
            for (Scenario scenario : scenarios) {
                result.count(real.name(), new Count(0, 1, scenario.calls()));
                Optional<Mismatch> mismatch = differs(contest, scenario.steps());
                if (mismatch.isPresent()) {
                    reportSmallest(contest, scenario, mismatch.get());
                    return;
                }
            }
        }
    }

    private void reportSmallest(Contest contest, Scenario scenario, Mismatch mismatch) {
        Predicate<Scenario> shows = smaller -> differs(contest, smaller.steps()).isPresent();
        Scenario smallest = new Shrinker(shows, SHRINK_ATTEMPTS).shrink(scenario);
        differs(contest, smallest.steps())
                .ifPresentOrElse(
                        again -> report(smallest, again), () -> report(scenario, mismatch));
    }

    private void report(Scenario smallest, Mismatch mismatch) {
        report(smallest.steps(), mismatch, "made-up calls, seed " + options.seed());
    }

    private void report(List<Step> steps, Mismatch mismatch, String origin) {
        if (isUnknown(mismatch.leftLines()) && !isUnknown(mismatch.rightLines())) {
            result.notCompared(
                    real.name(),
                    script.path()
                            + ": calls a command that "
                            + real.name()
                            + " has and "
                            + mismatch.left()
                            + " has not");
            return;
        }
        String transcript = FindingText.transcript(steps, mismatch);
        result.found(new Finding(Set.of(real.name()), origin, mismatch, transcript));
    }

    private static boolean isUnknown(List<String> lines) {
        return lines.get(0).contains("Unknown Redis command called");
    }

    /** Plays a case in both protocols. */
    void play(Case tested) {
        Optional<String> unfit = tested.unfit(options);
        if (unfit.isPresent()) {
            result.note(
                    "case " + tested.name() + " not played on " + real.name() + ": " + unfit.get());
            return;
        }
        tellOfLooseness(tested.habits());
        result.count(real.name(), new Count(1, 0, tested.keysOfCalls(script).size()));
        for (Protocol protocol : Protocol.values()) {
            try (Contest contest = contest(tested.habits(), protocol)) {
                Optional<Mismatch> mismatch = differs(contest, tested.steps());
                if (mismatch.isPresent()) {
                    report(tested.steps(), mismatch.get(), "case " + tested.name());
                    break;
                }
            }
        }
    }

    private void tellOfLooseness(Habits habits) {
        if (habits.clocked()) {
            result.note(
                    "looks at the server's clock: numbers have to lie between what Lockstep gives"
                            + " at the server's time before and after each call");
        } else {
            result.note("times to live are compared to some milliseconds, the rest exactly");
        }
        if (habits.unordered()) {
            result.note("asks for what comes in no order: elements are compared in any order");
        }
    }

    /** A difference that shows again at the same step, whatever the time and the chance. */
    private static Optional<Mismatch> differs(Contest contest, List<Step> steps) {
        Optional<Mismatch> first = contest.play(steps).stream().findFirst();
        Contest next = contest;
        for (int i = 0; i < CONFIRMATIONS && first.isPresent(); i++) {
            int at = first.get().at();
            next = next.again();
            try (Contest repeated = next) {
                first =
                        first.filter(
                                it ->
                                        repeated.play(steps).stream()
                                                .anyMatch(again -> again.at() == at));
            }
        }
        return first;
    }
}
