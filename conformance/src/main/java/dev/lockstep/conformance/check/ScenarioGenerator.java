package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Subject;
import dev.lockstep.conformance.check.Scenario.Call;
import dev.lockstep.conformance.check.Scenario.Event;
import dev.lockstep.conformance.check.Scenario.Pause;
import dev.lockstep.conformance.check.Scenario.Put;
import dev.lockstep.conformance.check.ScriptShape.Argument;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Makes up runs of calls: settings that stay as they are for a run, a time that goes on, few keys,
 * so that calls meet, and in some runs values that nobody means. The same seed makes the same.
 */
final class ScenarioGenerator {

    private static final List<String> EDGES =
            List.of(
                    "0",
                    "-1",
                    "",
                    "1",
                    "0.1",
                    "0.3",
                    "1e3",
                    "1e17",
                    "-0",
                    "nan",
                    "inf",
                    "abc",
                    "9007199254740993",
                    "9223372036854775807",
                    "9223372036854775808",
                    "3.5",
                    " 7",
                    "0x10",
                    "\u00e9\u0000",
                    "1e20");
    private static final List<String> LIMITS = List.of("1", "2", "3", "5", "10", "7", "100");
    private static final List<String> RATES =
            List.of("1", "10", "0.3", "3", "0.7", "100", "5", "0.1");
    private static final List<String> COSTS = List.of("1", "1", "1", "2", "3");
    private static final List<String> TEXTS = List.of("alice", "bob", "a b");
    private static final int[] SPAN_SECONDS = {1, 10, 60, 3600};
    private static final int[] LEAPS_MILLIS = {0, 1, 7, 33, 100, 333, 1000, 1001, 5000, 60_000};
    private static final int[] PACES_MILLIS = {10, 100, 1000, 20_000};
    private static final int MOST_CALLS = 12;

    private final CheckedScript script;
    private final ScriptShape shape;
    private final String keyPrefix;
    private final Random random;
    private final boolean pauses;

    /**
     * Scenarios of {@code script}.
     *
     * @param pauses whether time passes between calls on the servers too
     */
    ScenarioGenerator(
            CheckedScript script, ScriptShape shape, String keyPrefix, long seed, boolean pauses) {
        this.script = script;
        this.shape = shape;
        this.keyPrefix = keyPrefix;
        this.random = new Random(seed);
        this.pauses = pauses;
    }

    /** The next. */
    Scenario next() {
        boolean plain = random.nextInt(4) != 0;
        return scenario(plain, 2 + random.nextInt(MOST_CALLS - 1), LEAPS_MILLIS, false);
    }

    /** One of many calls that a caller might make. */
    Scenario plain(int calls) {
        return scenario(true, calls, LEAPS_MILLIS, false);
    }

    /** Many calls of one caller at about the same pace. */
    Scenario burst(int calls) {
        int unit = PACES_MILLIS[random.nextInt(PACES_MILLIS.length)];
        return scenario(true, calls, new int[] {0, unit / 2, unit, 2 * unit}, true);
    }

    private Scenario scenario(boolean plain, int calls, int[] leapsMillis, boolean oneCaller) {
        boolean seconds = speaksOfSeconds();
        int keys = shape.keys() + (shape.moreKeys() ? random.nextInt(2) : 0);
        List<String> settings = new ArrayList<>();
        for (Argument argument : shape.arguments()) {
            settings.add(setting(argument, seconds));
        }
        int more = shape.moreArguments() ? random.nextInt(3) : 0;
        for (int i = 0; i < more; i++) {
            settings.add(pick(COSTS));
        }
        List<Event> events = new ArrayList<>();
        if (!oneCaller && keys > 0 && random.nextInt(3) == 0) {
            putBeforehand(settings).ifPresent(events::add);
        }
        long nowMillis = Subject.START.toEpochMilli();
        for (int i = 0; i < calls; i++) {
            if (i > 0) {
                int leap = leapsMillis[random.nextInt(leapsMillis.length)];
                nowMillis += leap;
                if (pauses && leap > 0) {
                    events.add(new Pause(Duration.ofMillis(leap)));
                }
            }
            events.add(call(keys(keys, oneCaller), settings, nowMillis, seconds, plain));
        }
        return new Scenario(script, events, plain);
    }

    /** What an argument names may be stored already, as the holder of a lock is. */
    private Optional<Event> putBeforehand(List<String> settings) {
        for (int i = 0; i < settings.size(); i++) {
            ArgumentRole role =
                    i < shape.arguments().size()
                            ? shape.arguments().get(i).role()
                            : ArgumentRole.UNKNOWN;
            if (role == ArgumentRole.TEXT || role == ArgumentRole.UNKNOWN) {
                return Optional.of(new Put(keyPrefix + "k1:a", settings.get(i)));
            }
        }
        return Optional.empty();
    }

    private boolean speaksOfSeconds() {
        boolean millis = false;
        boolean seconds = false;
        for (Argument argument : shape.arguments()) {
            millis |= ArgumentRole.inMillis(argument.explanation());
            seconds |= ArgumentRole.inSeconds(argument.explanation());
        }
        return millis == seconds ? random.nextBoolean() : seconds;
    }

    private String setting(Argument argument, boolean seconds) {
        return switch (argument.role()) {
            case TIME -> "";
            case SPAN -> span(argument, seconds);
            case LIMIT -> pick(LIMITS);
            case RATE -> pick(RATES);
            case COST -> pick(COSTS);
            case TEXT -> pick(TEXTS);
            case UNKNOWN -> random.nextInt(4) == 0 ? pick(TEXTS) : pick(LIMITS);
        };
    }

    private String span(Argument argument, boolean seconds) {
        int length = SPAN_SECONDS[random.nextInt(SPAN_SECONDS.length)];
        return String.valueOf(isInSeconds(argument, seconds) ? length : length * 1000L);
    }

    private static boolean isInSeconds(Argument argument, boolean otherwise) {
        boolean millis = ArgumentRole.inMillis(argument.explanation());
        boolean seconds = ArgumentRole.inSeconds(argument.explanation());
        return millis == seconds ? otherwise : seconds;
    }

    private List<String> keys(int count, boolean oneCaller) {
        List<String> keys = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            boolean another = !oneCaller && random.nextInt(4) == 0;
            keys.add(keyPrefix + "k" + i + (another ? ":b" : ":a"));
        }
        return keys;
    }

    private Call call(
            List<String> keys,
            List<String> settings,
            long nowMillis,
            boolean seconds,
            boolean plain) {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < settings.size(); i++) {
            Argument argument =
                    i < shape.arguments().size()
                            ? shape.arguments().get(i)
                            : new Argument(ArgumentRole.UNKNOWN, "");
            arguments.add(argument(argument, settings.get(i), nowMillis, seconds));
        }
        if (!plain && !arguments.isEmpty() && random.nextInt(3) == 0) {
            arguments.set(random.nextInt(arguments.size()), pick(EDGES));
        }
        if (!plain && random.nextInt(25) == 0 && !arguments.isEmpty()) {
            arguments.remove(arguments.size() - 1);
        }
        return new Call(keys, arguments);
    }

    private String argument(Argument argument, String setting, long nowMillis, boolean seconds) {
        return switch (argument.role()) {
            case TIME ->
                    isInSeconds(argument, seconds)
                            ? BigDecimal.valueOf(nowMillis, 3).stripTrailingZeros().toPlainString()
                            : String.valueOf(nowMillis);
            case COST -> random.nextInt(3) == 0 ? pick(COSTS) : setting;
            case TEXT, UNKNOWN -> random.nextInt(3) == 0 ? setting(argument, seconds) : setting;
            case SPAN, LIMIT, RATE -> setting;
        };
    }

    private String pick(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
