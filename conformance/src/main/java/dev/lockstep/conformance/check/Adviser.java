package dev.lockstep.conformance.check;

import dev.lockstep.conformance.check.Advice.Given;
import dev.lockstep.conformance.check.Observation.Command;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Looks at what a script was seen to do, and finds what is worth saying. */
final class Adviser {

    private static final Set<String> NOT_ON_CLUSTER = Set.of("SELECT", "MOVE", "SWAPDB");
    private static final Set<String> WHOLE =
            Set.of("HGETALL", "HKEYS", "HVALS", "SMEMBERS", "KEYS", "SORT");
    private static final Set<String> BLIND_WRITES = Set.of("SET", "HSET", "HMSET");
    private static final Set<String> COUNTS =
            Set.of("GET", "HGET", "HMGET", "LLEN", "SCARD", "ZCARD", "ZCOUNT", "TIME");

    /** What a count is held against. */
    private static final Set<ArgumentRole> DECIDING =
            EnumSet.of(ArgumentRole.LIMIT, ArgumentRole.COST);

    private static final Set<String> CONDITIONS = Set.of("NX", "XX", "GET");

    private final ScriptShape shape;
    private final List<Observation> observations;
    private final boolean namesWrites;

    /**
     * Looks at {@code observations}, of arguments as callers mean them.
     *
     * @param shape of the script
     * @param namesWrites whether commands that write are in its text, even if none was seen
     */
    Adviser(ScriptShape shape, List<Observation> observations, boolean namesWrites) {
        this.namesWrites = namesWrites;
        this.shape = shape;
        this.observations = observations;
    }

    /** All but what has to be measured or compared. */
    List<Given> advice() {
        List<Optional<Given>> all =
                List.of(
                        keyNotNamed(),
                        otherSlot(),
                        noTtl(),
                        callersClock(),
                        splitUpdate(),
                        wholeCollection(),
                        refusedAsReadOnly(),
                        refusedOnCluster());
        return all.stream().flatMap(Optional::stream).toList();
    }

    private Optional<Given> keyNotNamed() {
        Set<String> unnamed = new TreeSet<>();
        for (Observation observation : observations) {
            for (Command command : observation.commands()) {
                command.keys().stream()
                        .filter(key -> !observation.call().keys().contains(key))
                        .forEach(key -> unnamed.add(command.name() + " " + key));
            }
        }
        return given(Advice.KEY_NOT_NAMED, unnamed);
    }

    private Optional<Given> otherSlot() {
        Set<String> pairs = new TreeSet<>();
        for (Observation observation : observations) {
            List<String> named = observation.call().keys();
            for (Command command : observation.commands()) {
                for (String key : command.keys()) {
                    // Of keys that the caller names, the caller can see to the slots.
                    if (!named.isEmpty()
                            && !named.contains(key)
                            && Slot.of(key) != Slot.of(named.get(0))) {
                        pairs.add(named.get(0) + " and " + key);
                    }
                }
            }
        }
        return given(Advice.OTHER_SLOT, pairs);
    }

    private Optional<Given> noTtl() {
        Set<String> staying = new TreeSet<>();
        for (Observation observation : observations) {
            for (Command command : observation.commands()) {
                if (command.writes() && !observation.reply().isError()) {
                    command.keys().stream()
                            .filter(observation.keysThatStay()::contains)
                            .map(key -> described(observation, key))
                            .forEach(staying::add);
                }
            }
        }
        return given(Advice.NO_TTL, staying);
    }

    private static String described(Observation observation, String key) {
        int index = observation.call().keys().indexOf(key);
        return index < 0 ? key : "KEYS[" + (index + 1) + "]";
    }

    private Optional<Given> callersClock() {
        for (int i = 0; i < shape.arguments().size(); i++) {
            if (shape.arguments().get(i).role() == ArgumentRole.TIME) {
                String explanation = shape.arguments().get(i).explanation();
                return Optional.of(
                        new Given(
                                Advice.CALLERS_CLOCK,
                                "ARGV["
                                        + (i + 1)
                                        + "], "
                                        + explanation.lines().findFirst().orElse("")));
            }
        }
        return Optional.empty();
    }

    private Optional<Given> splitUpdate() {
        List<Command> all = observations.stream().flatMap(it -> it.commands().stream()).toList();
        if (all.isEmpty() || all.stream().allMatch(command -> command.keys().isEmpty())) {
            return Optional.empty();
        }
        if (!namesWrites && all.stream().noneMatch(Command::writes)) {
            boolean decides =
                    shape.arguments().stream().anyMatch(it -> DECIDING.contains(it.role()))
                            && all.stream().allMatch(it -> COUNTS.contains(it.name()));
            return decides
                    ? Optional.of(
                            new Given(
                                    Advice.SPLIT_UPDATE,
                                    "only reads ("
                                            + names(all)
                                            + "): what it lets pass is counted later"))
                    : Optional.empty();
        }
        for (Observation observation : observations) {
            for (Command command : observation.commands()) {
                if (!isBlindWrite(command, observation.call().arguments())) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(
                new Given(
                        Advice.SPLIT_UPDATE,
                        "only writes ("
                                + names(all)
                                + ") what is in ARGV, whatever is stored by then"));
    }

    private static boolean isBlindWrite(Command command, List<String> arguments) {
        if (command.name().endsWith("EXPIRE")) {
            return true;
        }
        return BLIND_WRITES.contains(command.name())
                && command.words().stream().anyMatch(arguments::contains)
                && command.words().stream()
                        .map(word -> word.toUpperCase(Locale.ROOT))
                        .noneMatch(CONDITIONS::contains);
    }

    private static String names(List<Command> commands) {
        return commands.stream()
                .map(Command::name)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private Optional<Given> wholeCollection() {
        Set<String> found = new TreeSet<>();
        for (Observation observation : observations) {
            for (Command command : observation.commands()) {
                boolean all =
                        command.words().size() >= 4
                                && command.name().matches("[LZ]RANGE")
                                && command.words().get(2).equals("0")
                                && command.words().get(3).equals("-1");
                if (all || WHOLE.contains(command.name())) {
                    found.add(command.name() + " goes through all that there is");
                }
            }
        }
        return given(Advice.GROWING_WORK, found);
    }

    private Optional<Given> refusedAsReadOnly() {
        String flags = Objects.requireNonNullElse(shape.flags(), "");
        if (!flags.contains("no-writes")) {
            return Optional.empty();
        }
        Set<String> refusals = new HashSet<>();
        for (Observation observation : observations) {
            if (observation.reply().isError()
                    && observation.reply().text().contains("Write commands are not allowed")) {
                refusals.add(observation.reply().text());
            }
        }
        return given(Advice.REFUSED_AS_READ_ONLY, refusals);
    }

    private Optional<Given> refusedOnCluster() {
        Set<String> found = new TreeSet<>();
        for (Observation observation : observations) {
            observation.commands().stream()
                    .map(Command::name)
                    .filter(NOT_ON_CLUSTER::contains)
                    .forEach(found::add);
        }
        return given(Advice.REFUSED_ON_CLUSTER, found);
    }

    /**
     * How the number of commands grows with what is stored.
     *
     * @param commandsBySize the commands of one call, by how many elements each collection had
     */
    static Optional<Given> growth(Map<Integer, Integer> commandsBySize) {
        List<Integer> sizes = new ArrayList<>(commandsBySize.keySet());
        sizes.sort(null);
        if (sizes.size() < 2) {
            return Optional.empty();
        }
        Map<Integer, Integer> counts = new HashMap<>(commandsBySize);
        int least = counts.getOrDefault(sizes.get(0), 0);
        int most = counts.getOrDefault(sizes.get(sizes.size() - 1), 0);
        if (most < 2 * least + 10) {
            return Optional.empty();
        }
        String measured =
                sizes.stream()
                        .map(size -> counts.get(size) + " commands with " + size + " elements")
                        .collect(Collectors.joining(", "));
        return Optional.of(new Given(Advice.GROWING_WORK, measured));
    }

    /** The keys that a caller gives together, but a cluster keeps apart. */
    static Optional<Given> slotsOfCaller(String name, List<String> keys) {
        return keys.stream().map(Slot::of).distinct().count() < 2
                ? Optional.empty()
                : Optional.of(
                        new Given(
                                Advice.OTHER_SLOT,
                                name + " calls it with " + String.join(" and ", keys)));
    }

    private static Optional<Given> given(Advice advice, Set<String> details) {
        if (details.isEmpty()) {
            return Optional.empty();
        }
        String shown = details.stream().sorted().limit(3).collect(Collectors.joining("; "));
        return Optional.of(new Given(advice, details.size() > 3 ? shown + "; and more" : shown));
    }
}
