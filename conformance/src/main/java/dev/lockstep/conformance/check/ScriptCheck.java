package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Comparison;
import dev.lockstep.conformance.Difference;
import dev.lockstep.conformance.LockstepSubject;
import dev.lockstep.conformance.Performance;
import dev.lockstep.conformance.Protocol;
import dev.lockstep.conformance.check.Advice.Given;
import dev.lockstep.conformance.check.Observation.Command;
import dev.lockstep.conformance.check.ScriptResult.Count;
import dev.lockstep.conformance.check.ScriptResult.Finding;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The check of one script: tried alone, then compared, then looked at for advice. */
final class ScriptCheck {

    /** What no script may do to a server that is not ours. */
    private static final Set<String> DANGEROUS =
            Set.of("FLUSHALL", "FLUSHDB", "SWAPDB", "SELECT", "MOVE", "SHUTDOWN", "CONFIG");

    /** Unusual arguments that a script does not survive are left out, this often. */
    private static final int MOST_LEFT_OUT = 2;

    /** With a script that has been tried: servers may be busy with other things. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int BURST_CALLS = 60;
    private static final int BURSTS = 6;

    private final CheckedScript script;
    private final Options options;
    private final Rehearsal rehearsal;
    private final List<Case> cases;
    private final Progress progress;
    private final ScriptResult result;
    private final List<Observation> plain = new ArrayList<>();
    private final Set<String> dangers = new TreeSet<>();
    private final Set<String> keysTouched = new TreeSet<>();

    /**
     * A check of {@code script}.
     *
     * @param cases those that name it
     */
    ScriptCheck(
            CheckedScript script,
            Options options,
            Rehearsal rehearsal,
            List<Case> cases,
            Progress progress) {
        this.script = script;
        this.options = options;
        this.rehearsal = rehearsal;
        this.cases = cases;
        this.progress = progress;
        this.result = new ScriptResult(script.path().toString());
    }

    /** Does all of it, as far as it can be done. */
    ScriptResult run(List<ServerAddress> servers) {
        try {
            progress.at(script.name() + " alone");
            rehearsal.compile(script);
            List<Case> playable = cases.stream().filter(this::survives).toList();
            ScriptShape shape = ScriptShape.of(script.text());
            List<Scenario> runs = new ArrayList<>();
            try {
                shape = ShapeTrial.of(script, shape, rehearsal);
                runs.addAll(rehearsed(shape));
            } catch (CannotRunException e) {
                if (cases.isEmpty()) {
                    throw e;
                }
                result.note("with made-up arguments, " + e.reason());
            }
            List<Scenario> withoutPauses = runs.stream().map(Scenario::withoutPauses).toList();
            playable.forEach(this::compareWithRecord);
            for (ServerAddress server : servers) {
                progress.at(script.name() + " on " + server.name());
                compareWith(server, shape, playable, withoutPauses);
            }
            progress.at(script.name() + " on all versions");
            compareVersions(runs, shape, servers.isEmpty());
            if (!runs.isEmpty()) {
                tellOfErrors();
                advise(shape);
                picture(shape);
            }
        } catch (CannotRunException e) {
            result.obstacle(e.reason());
        } catch (UncheckedIOException | IllegalStateException e) {
            rehearsal.end();
            result.obstacle(script.path() + ": " + e.getMessage());
        }
        return result;
    }

    /** Plays a case alone first. */
    private boolean survives(Case tested) {
        try {
            takeDangers(rehearsal.play(tested, script.path()));
            tested.steps().forEach(step -> keysTouched.addAll(rehearsal.keys(step.words())));
            return true;
        } catch (CannotRunException e) {
            result.obstacle(e.reason() + ", in the case " + tested.name());
            return false;
        }
    }

    /** Makes runs up, and plays each alone first. */
    private List<Scenario> rehearsed(ScriptShape shape) {
        ScenarioGenerator generator =
                new ScenarioGenerator(script, shape, options.keyPrefix(), options.seed(), true);
        List<Scenario> scenarios = new ArrayList<>();
        int leftOut = 0;
        for (int i = 0; i < options.runs(); i++) {
            Scenario scenario = generator.next();
            if (!scenario.plain() && leftOut >= MOST_LEFT_OUT) {
                continue;
            }
            try {
                takeNote(scenario, rehearsal.observe(scenario));
                scenarios.add(scenario);
            } catch (CannotRunException e) {
                if (scenario.plain()) {
                    throw e;
                }
                leftOut++;
                result.note("with unusual arguments, " + e.reason());
            }
        }
        return scenarios;
    }

    private void takeNote(Scenario scenario, List<Observation> observations) {
        observations.forEach(observation -> takeDangers(observation.commands()));
        if (scenario.plain()) {
            plain.addAll(observations);
        }
    }

    private void takeDangers(List<Command> commands) {
        for (Command command : commands) {
            keysTouched.addAll(command.keys());
            if (DANGEROUS.contains(command.name())) {
                dangers.add(command.name());
            }
        }
    }

    /** A case that tells outcomes has them on Lockstep, in each profile that is asked for. */
    private void compareWithRecord(Case tested) {
        boolean tells =
                tested.transcript().entries().stream().anyMatch(it -> !it.outcomes().isEmpty());
        for (String profile : tells ? options.profiles() : List.<String>of()) {
            try (LockstepSubject lockstep = LockstepSubject.playing(profile)) {
                for (Protocol protocol : Protocol.values()) {
                    Comparison.ofRecord(
                                    tested.transcript(),
                                    profile,
                                    protocol,
                                    Performance.of(tested.transcript(), lockstep, protocol))
                            .stream()
                            .filter(it -> !it.leftLines().equals(Comparison.NOTHING))
                            .limit(1)
                            .forEach(it -> result.found(ofRecord(tested, profile, it)));
                }
            }
            result.count(Stage.nameOf(profile), new Count(1, 0, 0));
        }
    }

    private static Finding ofRecord(Case tested, String profile, Difference difference) {
        Mismatch mismatch =
                new Mismatch(
                        0,
                        difference.step(),
                        Judge.Verdict.DIFFERENT,
                        difference.left(),
                        difference.leftLines(),
                        difference.right(),
                        difference.rightLines());
        return new Finding(Set.of(Stage.nameOf(profile)), "case " + tested.name(), mismatch, "");
    }

    private void compareWith(
            ServerAddress server, ScriptShape shape, List<Case> playable, List<Scenario> calls) {
        if (!dangers.isEmpty()) {
            result.obstacle(
                    script.path()
                            + ": calls "
                            + String.join(", ", dangers)
                            + ": not run on "
                            + server.shown());
            return;
        }
        Optional<String> outside =
                keysTouched.stream()
                        .filter(key -> !key.startsWith(options.keyPrefix()))
                        .findFirst();
        if (outside.isPresent()) {
            result.obstacle(
                    script.path()
                            + ": touches "
                            + outside.get()
                            + ", which is outside of --key-prefix: not run on "
                            + server.shown());
            return;
        }
        String profile = options.profile() == null ? server.profile() : options.profile();
        try (Stage stage = Stage.at(server, options.keyPrefix(), PATIENCE)) {
            ServerComparison comparison =
                    new ServerComparison(stage, profile, options, script, result);
            if (cases.isEmpty()) {
                comparison.playAll(calls, Habits.of(shape.commands(), script.text()));
            } else {
                playable.forEach(comparison::play);
            }
        } catch (CannotRunException e) {
            result.obstacle(script.path() + ": " + e.reason());
        } catch (UncheckedIOException e) {
            server.stopScript(options.timeLimit());
            result.obstacle(script.path() + ": " + e.getMessage());
        }
    }

    private void compareVersions(List<Scenario> scenarios, ScriptShape shape, boolean reportAll) {
        Habits habits = Habits.of(shape.commands(), script.text());
        AgainstServer.Settings settings =
                new AgainstServer.Settings(options.keyPrefix(), PATIENCE, Protocol.RESP2);
        List<String> profiles = reportAll ? options.profiles() : Options.allProfiles();
        new VersionComparison(profiles, habits, settings, options.seed(), result)
                .playAll(scenarios, reportAll);
    }

    /** What always fails was probably not called as it is meant to be. */
    private void tellOfErrors() {
        boolean fails = plain.stream().allMatch(it -> it.reply().isError());
        if (fails && !plain.isEmpty() && cases.isEmpty()) {
            result.note(
                    "every made-up call fails ("
                            + plain.get(0).reply().text()
                            + "): cases would tell how it is called (--cases)");
        }
    }

    private void advise(ScriptShape shape) {
        Set<String> ignored = new TreeSet<>(options.ignored());
        ignored.addAll(script.ignored());
        List<Given> all = new ArrayList<>(result.advice());
        result.advice().clear();
        all.addAll(new Adviser(shape, plain, namesWrites(shape)).advice());
        ScenarioGenerator generator =
                new ScenarioGenerator(script, shape, "", options.seed(), false);
        growth(generator.plain(6)).ifPresent(all::add);
        for (Case tested : cases) {
            tested.keysOfCalls(script).stream()
                    .flatMap(keys -> Adviser.slotsOfCaller(tested.name(), keys).stream())
                    .findFirst()
                    .ifPresent(all::add);
        }
        all.stream()
                .filter(given -> !ignored.contains(given.advice().number()))
                .sorted((one, other) -> one.advice().compareTo(other.advice()))
                .forEach(result::advise);
    }

    private Optional<Given> growth(Scenario scenario) {
        try {
            return Adviser.growth(new Growth(rehearsal).measure(scenario));
        } catch (CannotRunException e) {
            return Optional.of(
                    new Given(Advice.GROWING_WORK, "with a thousand elements more, " + e.reason()));
        }
    }

    private boolean namesWrites(ScriptShape shape) {
        return shape.commands().stream()
                .filter(word -> word.matches("[A-Z]{3,20}"))
                .anyMatch(rehearsal::writes);
    }

    /** Calls like a busy caller's, where about as many pass as do not. */
    private void picture(ScriptShape shape) {
        ScenarioGenerator generator =
                new ScenarioGenerator(script, shape, "", options.seed(), true);
        Admissions best = null;
        for (int i = 0; i < BURSTS; i++) {
            Scenario burst = generator.burst(BURST_CALLS);
            Admissions next = Admissions.of(burst, rehearsal.observe(burst)).orElse(null);
            if (next != null && (best == null || next.imbalance() < best.imbalance())) {
                best = next;
            }
        }
        if (best != null) {
            result.show(best);
        }
    }
}
