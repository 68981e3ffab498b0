package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Protocol;
import dev.lockstep.conformance.Step;
import dev.lockstep.conformance.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lockstep's own profiles against each other, at the same time on a clock that we move; if chance
 * has a part in it, each with another seed too.
 */
final class AcrossProfiles implements Contest {

    private final List<String> profiles;
    private final Habits habits;
    private final AgainstServer.Settings settings;
    private final long seed;
    private final List<Stage> stages = new ArrayList<>();
    private final List<Stage> otherSeeds = new ArrayList<>();
    private Instant now = Subject.START;

    AcrossProfiles(
            List<String> profiles, Habits habits, AgainstServer.Settings settings, long seed) {
        this.profiles = profiles;
        this.habits = habits;
        this.settings = settings;
        this.seed = seed;
        for (String profile : profiles) {
            stages.add(stage(profile, seed));
            if (habits.drawing()) {
                otherSeeds.add(stage(profile, seed + 1));
            }
        }
        otherSeeds.forEach(Stage::drawFromChance);
        speak(settings.protocol());
    }

    private void speak(Protocol protocol) {
        stages.forEach(stage -> stage.speak(protocol));
        otherSeeds.forEach(stage -> stage.speak(protocol));
    }

    private Stage stage(String profile, long itsSeed) {
        return Stage.lockstep(
                profile, Subject.START, itsSeed, settings.keyPrefix(), settings.patience());
    }

    @Override
    public List<Mismatch> play(List<Step> steps) {
        stages.forEach(Stage::clear);
        otherSeeds.forEach(Stage::clear);
        Map<Stage, Mismatch> found = new LinkedHashMap<>();
        List<Mismatch> digits = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (step instanceof Step.Advance advance) {
                advance(advance.duration());
            } else {
                compare(i, step, found, digits);
            }
        }
        List<Mismatch> all = new ArrayList<>(found.values());
        all.addAll(digits);
        return all;
    }

    private void compare(
            int at, Step step, Map<Stage, Mismatch> found, List<Mismatch> otherDigits) {
        List<List<String>> outcomes = stages.stream().map(stage -> stage.take(step)).toList();
        List<List<String>> others =
                habits.drawing()
                        ? otherSeeds.stream().map(stage -> stage.take(step)).toList()
                        : outcomes;
        // The newest tells what is meant; the older ones depart from it.
        int newest = newest();
        for (int i = 0; i < stages.size(); i++) {
            boolean byChance =
                    !outcomes.get(i).equals(others.get(i))
                            || !outcomes.get(newest).equals(others.get(newest));
            if (i == newest || byChance || found.containsKey(stages.get(i))) {
                continue;
            }
            Judge.Verdict verdict = Judge.exact(outcomes.get(i), outcomes.get(newest));
            Mismatch mismatch =
                    new Mismatch(
                            at,
                            step.text(),
                            verdict,
                            stages.get(i).profile(),
                            outcomes.get(i),
                            stages.get(newest).profile(),
                            outcomes.get(newest));
            if (verdict == Judge.Verdict.DIFFERENT) {
                found.put(stages.get(i), mismatch);
            } else if (verdict == Judge.Verdict.OTHER_DIGITS) {
                otherDigits.add(mismatch);
            }
        }
    }

    private int newest() {
        int index = profiles.indexOf("redis-8.0");
        return index < 0 ? profiles.size() - 1 : index;
    }

    private void advance(Duration duration) {
        now = now.plus(duration);
        stages.forEach(stage -> stage.setTime(now));
        otherSeeds.forEach(stage -> stage.setTime(now));
    }

    @Override
    public Contest again() {
        return new AcrossProfiles(profiles, habits, settings, seed + 17);
    }

    @Override
    public void close() {
        stages.forEach(Stage::close);
        otherSeeds.forEach(Stage::close);
    }
}
