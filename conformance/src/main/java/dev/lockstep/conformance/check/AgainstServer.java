package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Protocol;
import dev.lockstep.conformance.Step;
import dev.lockstep.conformance.check.Stage.Taken;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lockstep against a real server on its own clock. Lockstep goes by the real server's time, and
 * plays several times over: by the time just before each step there, by the time just after it, and
 * by each in turn, so that what the real server does must be one of these, or between them. If
 * chance has a part in it, one more Lockstep has another seed, and has drawn numbers before: what
 * it does differently is chance.
 */
final class AgainstServer implements Contest {

    /** A server tells its time in fuller units than it counts. */
    private static final long ROUNDING_MILLIS = 2;

    /** Older versions tell what a command said behind what they say of the script. */
    private static final Pattern CONDITION =
            Pattern.compile(
                    "-(?:ERR .*: -)?(?:OOM|MISCONF|READONLY|NOREPLICAS|LOADING|BUSY|NOAUTH) .*");

    private final Stage real;
    private final String profile;
    private final Habits habits;
    private final Settings settings;
    private final long seed;
    private final List<Follower> followers = new ArrayList<>();
    private final @Nullable Follower otherSeed;

    /**
     * What stays the same from contest to contest.
     *
     * @param patience how long a reply may take
     */
    record Settings(String keyPrefix, Duration patience, Protocol protocol) {}

    /** Which of the two times a Lockstep goes by. */
    private enum Pace {
        BEFORE,
        AFTER,
        BEFORE_THEN_AFTER,
        AFTER_THEN_BEFORE;

        boolean isBefore(long calls) {
            return switch (this) {
                case BEFORE -> true;
                case AFTER -> false;
                case BEFORE_THEN_AFTER -> calls % 2 == 0;
                case AFTER_THEN_BEFORE -> calls % 2 == 1;
            };
        }
    }

    /** A Lockstep that goes by the real server's time. */
    private record Follower(Stage stage, Pace pace) {
        List<String> take(Step step, Taken ofReal, long calls) {
            stage.setTime(pace.isBefore(calls) ? ofReal.before() : ofReal.after());
            return stage.take(step);
        }
    }

    AgainstServer(Stage real, String profile, Habits habits, Settings settings, long seed) {
        this.real = real;
        this.profile = profile;
        this.habits = habits;
        this.settings = settings;
        this.seed = seed;
        Instant now = real.time();
        for (Pace pace : Pace.values()) {
            followers.add(new Follower(lockstep(now, seed), pace));
        }
        otherSeed = habits.drawing() ? new Follower(lockstep(now, seed + 1), Pace.BEFORE) : null;
        if (otherSeed != null) {
            otherSeed.stage().drawFromChance();
        }
        all().forEach(stage -> stage.speak(settings.protocol()));
    }

    private Stage lockstep(Instant now, long itsSeed) {
        return Stage.lockstep(profile, now, itsSeed, settings.keyPrefix(), settings.patience());
    }

    private List<Stage> all() {
        List<Stage> all = new ArrayList<>(ours());
        all.add(real);
        return all;
    }

    private List<Stage> ours() {
        List<Stage> ours = new ArrayList<>();
        followers.forEach(follower -> ours.add(follower.stage()));
        if (otherSeed != null) {
            ours.add(otherSeed.stage());
        }
        return ours;
    }

    @Override
    public List<Mismatch> play(List<Step> steps) {
        all().forEach(Stage::clear);
        try {
            return compare(steps);
        } finally {
            all().forEach(Stage::clear);
        }
    }

    private List<Mismatch> compare(List<Step> steps) {
        boolean canBeTimed = Stage.canTimeCalls(steps);
        Judge judge = new Judge(habits.unordered());
        long widestMillis = 0;
        long calls = 0;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (step instanceof Step.Advance advance) {
                LockSupport.parkNanos(advance.duration().toNanos());
                continue;
            }
            Taken ofReal = canBeTimed ? real.takeTimed(step) : real.takeBetweenTimes(step);
            widestMillis = Math.max(widestMillis, ofReal.width().toMillis() + 1);
            List<List<String>> possible = new ArrayList<>();
            for (Follower follower : followers) {
                possible.add(follower.take(step, ofReal, calls));
            }
            List<String> byChance =
                    otherSeed == null ? possible.get(0) : otherSeed.take(step, ofReal, calls);
            long slackMillis = 2 * widestMillis + ROUNDING_MILLIS;
            if (!judge.agrees(possible, byChance, ofReal.lines(), slackMillis)) {
                refuseCondition(ofReal.lines());
                return List.of(mismatch(i, step, possible.get(0), ofReal.lines()));
            }
            calls += step instanceof Step.Show ? 0 : 1;
        }
        return List.of();
    }

    /** What the server says of itself is no outcome of the script. */
    private void refuseCondition(List<String> ofReal) {
        if (CONDITION.matcher(ofReal.get(0)).matches()) {
            throw new CannotRunException(real.name() + " answers " + ofReal.get(0).substring(1));
        }
    }

    private Mismatch mismatch(int at, Step step, List<String> ofLockstep, List<String> ofReal) {
        return new Mismatch(
                at,
                step.text(),
                Judge.exact(ofLockstep, ofReal),
                followers.get(0).stage().name(),
                ofLockstep,
                real.name(),
                ofReal);
    }

    @Override
    public Contest again() {
        return new AgainstServer(real, profile, habits, settings, seed + 17);
    }

    /** Leaves the real server's stage open. */
    @Override
    public void close() {
        ours().forEach(Stage::close);
    }
}
