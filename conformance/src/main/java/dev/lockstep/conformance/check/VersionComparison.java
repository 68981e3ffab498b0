package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Step;
import dev.lockstep.conformance.check.Advice.Given;
import dev.lockstep.conformance.check.Judge.Verdict;
import dev.lockstep.conformance.check.ScriptResult.Count;
import dev.lockstep.conformance.check.ScriptResult.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** One script on all versions that Lockstep plays. */
final class VersionComparison {

    private static final int SHRINK_ATTEMPTS = 200;
    private static final String REDIS = "redis-";

    private final List<String> profiles;
    private final Habits habits;
    private final AgainstServer.Settings settings;
    private final long seed;
    private final ScriptResult result;
    private final Set<String> departing = new TreeSet<>();
    private final Set<String> otherDigits = new TreeSet<>();
    private String digits = "";

    VersionComparison(
            List<String> profiles,
            Habits habits,
            AgainstServer.Settings settings,
            long seed,
            ScriptResult result) {
        this.profiles = profiles;
        this.habits = habits;
        this.settings = settings;
        this.seed = seed;
        this.result = result;
    }

    /**
     * Plays made-up runs, and makes the first small that shows how a version departs.
     *
     * @param reportAll whether departures are to be reported, not only advice given
     */
    void playAll(List<Scenario> scenarios, boolean reportAll) {
        try (Contest contest = new AcrossProfiles(profiles, habits, settings, seed)) {
            for (Scenario scenario : scenarios) {
                List<Mismatch> mismatches = contest.play(scenario.steps());
                if (scenario.plain()) {
                    takeDigits(mismatches);
                }
                if (reportAll) {
                    profiles.forEach(
                            profile ->
                                    result.count(
                                            Stage.nameOf(profile),
                                            new Count(0, 1, scenario.calls())));
                    reportNew(contest, scenario, mismatches);
                }
            }
        }
        if (!digits.isEmpty()) {
            result.advise(
                    new Given(
                            Advice.FLOAT_STATE,
                            "stores " + digits + " on " + inWords(otherDigits)));
        }
    }

    /** {@code Redis up to 7.0} for all of its versions so far, otherwise a list. */
    static String inWords(Set<String> profiles) {
        List<String> ofRedis =
                Options.allProfiles().stream().filter(it -> it.startsWith(REDIS)).toList();
        List<String> oldest = ofRedis.subList(0, Math.min(profiles.size(), ofRedis.size()));
        return profiles.size() > 1 && profiles.equals(Set.copyOf(oldest))
                ? "Redis up to " + oldest.get(oldest.size() - 1).substring(REDIS.length())
                : String.join(", ", profiles);
    }

    private void takeDigits(List<Mismatch> mismatches) {
        for (Mismatch mismatch : mismatches) {
            if (mismatch.verdict() == Verdict.OTHER_DIGITS) {
                otherDigits.add(mismatch.left());
                if (digits.isEmpty()) {
                    digits = Judge.otherDigits(mismatch.leftLines(), mismatch.rightLines());
                }
            }
        }
    }

    private void reportNew(Contest contest, Scenario scenario, List<Mismatch> mismatches) {
        for (Mismatch mismatch : departures(mismatches)) {
            if (!departing.contains(mismatch.left())) {
                String profile = mismatch.left();
                Scenario smallest =
                        new Shrinker(smaller -> departs(contest, smaller, profile), SHRINK_ATTEMPTS)
                                .shrink(scenario);
                report(smallest, departures(contest.play(smallest.steps())));
            }
        }
    }

    private static boolean departs(Contest contest, Scenario scenario, String profile) {
        return departures(contest.play(scenario.steps())).stream()
                .anyMatch(mismatch -> mismatch.left().equals(profile));
    }

    private static List<Mismatch> departures(List<Mismatch> mismatches) {
        return mismatches.stream().filter(it -> it.verdict() == Verdict.DIFFERENT).toList();
    }

    private void report(Scenario smallest, List<Mismatch> mismatches) {
        List<Mismatch> left = new ArrayList<>(mismatches);
        while (!left.isEmpty()) {
            Mismatch first = left.get(0);
            List<Mismatch> alike =
                    left.stream()
                            .filter(
                                    it ->
                                            it.at() == first.at()
                                                    && it.leftLines().equals(first.leftLines()))
                            .toList();
            left.removeAll(alike);
            List<String> names = alike.stream().map(Mismatch::left).toList();
            if (departing.addAll(names)) {
                Mismatch joined =
                        new Mismatch(
                                first.at(),
                                first.step(),
                                first.verdict(),
                                String.join(", ", names),
                                first.leftLines(),
                                first.right(),
                                first.rightLines());
                List<Step> steps = smallest.steps();
                result.found(
                        new Finding(
                                names.stream().map(Stage::nameOf).collect(Collectors.toSet()),
                                "made-up calls, seed " + seed,
                                joined,
                                FindingText.transcript(steps, joined)));
            }
        }
    }
}
