package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Protocol;
import dev.lockstep.conformance.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Lockstep against a real server on its own clock. Lockstep goes by the real server's time: once by
 * the time just before each step there, once by the time just after it, so that what the real
 * server does must be one of these, or between them. A third Lockstep has another seed, and has
 * drawn numbers before: what it does differently is chance.
 */
final class AgainstServer implements Contest {

    /** A server tells its time in fuller units than it counts. */
    private static final long ROUNDING_MILLIS = 2;

    private final Stage real;
    private final String profile;
    private final Habits habits;
    private final Settings settings;
    private final long seed;
    private final Stage early;
    private final Stage late;
    private final Stage other;

    /**
     * What stays the same from contest to contest.
     *
     * @param patience how long a reply may take
     */
    record Settings(String keyPrefix, Duration patience, Protocol protocol) {}

    AgainstServer(Stage real, String profile, Habits habits, Settings settings, long seed) {
        this.real = real;
        this.profile = profile;
        this.habits = habits;
        this.settings = settings;
        this.seed = seed;
        Instant now = real.time();
        early = lockstep(now, seed);
        late = lockstep(now, seed);
        other = lockstep(now, seed + 1);
        other.drawFromChance();
        List.of(real, early, late, other).forEach(stage -> stage.speak(settings.protocol()));
    }

    private Stage lockstep(Instant now, long itsSeed) {
        return Stage.lockstep(profile, now, itsSeed, settings.keyPrefix(), settings.patience());
    }

    @Override
    public List<Mismatch> play(List<Step> steps) {
        List<Stage> all = List.of(real, early, late, other);
        all.forEach(Stage::clear);
        try {
            return compare(steps);
        } finally {
            all.forEach(Stage::clear);
        }
    }

    private List<Mismatch> compare(List<Step> steps) {
        long widestMillis = 0;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (step instanceof Step.Advance advance) {
                LockSupport.parkNanos(advance.duration().toNanos());
                continue;
            }
            Instant before = real.time();
            List<String> ofReal = real.take(step);
            Instant after = real.time();
            widestMillis = Math.max(widestMillis, Duration.between(before, after).toMillis() + 1);
            early.setTime(before);
            other.setTime(before);
            late.setTime(after);
            List<String> ofEarly = early.take(step);
            List<String> ofLate = late.take(step);
            List<String> ofOther = other.take(step);
            long slackMillis = 2 * widestMillis + ROUNDING_MILLIS;
            if (!Judge.agrees(ofEarly, ofLate, ofOther, ofReal, habits, slackMillis)) {
                Judge.Verdict verdict = Judge.exact(ofEarly, ofReal);
                return List.of(
                        new Mismatch(
                                i,
                                step.text(),
                                verdict,
                                early.name(),
                                ofEarly,
                                real.name(),
                                ofReal));
            }
        }
        return List.of();
    }

    @Override
    public Contest again() {
        return new AgainstServer(real, profile, habits, settings, seed + 17);
    }

    /** Leaves the real server's stage open. */
    @Override
    public void close() {
        early.close();
        late.close();
        other.close();
    }
}
