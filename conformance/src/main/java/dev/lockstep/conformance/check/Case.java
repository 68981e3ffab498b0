package dev.lockstep.conformance.check;

import dev.lockstep.conformance.ScriptLibrary;
import dev.lockstep.conformance.Step;
import dev.lockstep.conformance.Transcript;
import dev.lockstep.conformance.TranscriptReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A transcript of a team's own that calls scripts.
 *
 * @param scripts the names of those
 */
record Case(Transcript transcript, Set<String> scripts) {

    private static final String ENDING = ".redis";
    private static final Pattern NAMED = Pattern.compile("\\b(?:lua|sha):([^\\s\"]+)");

    /** What would reach beyond the database that is ours for the time. */
    private static final Set<String> REFUSED =
            Set.of(
                    "FLUSHALL",
                    "SHUTDOWN",
                    "CONFIG",
                    "DEBUG",
                    "SWAPDB",
                    "SELECT",
                    "MOVE",
                    "REPLICAOF",
                    "SLAVEOF",
                    "FAILOVER",
                    "MIGRATE",
                    "ACL",
                    "MODULE",
                    "FUNCTION");

    /**
     * The transcripts below {@code folder} that call one of {@code checked}.
     *
     * @param obstacles is told of each that cannot be read
     * @throws CannotRunException when the folder cannot be read
     */
    static List<Case> in(Path folder, List<CheckedScript> checked, Consumer<String> obstacles) {
        List<Case> cases = new ArrayList<>();
        for (Path file : files(folder)) {
            try {
                of(file, folder, checked).ifPresent(cases::add);
            } catch (CannotRunException e) {
                obstacles.accept(e.reason());
            }
        }
        return cases;
    }

    private static Optional<Case> of(Path file, Path folder, List<CheckedScript> checked) {
        String text = read(file);
        Set<String> scripts = new TreeSet<>();
        Matcher named = NAMED.matcher(text);
        while (named.find()) {
            scripts.add(named.group(1));
        }
        if (checked.stream().noneMatch(script -> scripts.contains(script.name()))) {
            return Optional.empty();
        }
        ScriptLibrary library = new ScriptLibrary(name -> text(name, checked, folder));
        return Optional.of(new Case(transcript(folder, file, text, library), scripts));
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(ENDING)).sorted().toList();
        } catch (IOException e) {
            throw new CannotRunException(
                    "--cases " + folder + ": cannot be read: " + e.getMessage());
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CannotRunException(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static Transcript transcript(
            Path folder, Path file, String text, ScriptLibrary library) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        try {
            return TranscriptReader.read(
                    name.substring(0, name.length() - ENDING.length()), text, library);
        } catch (IllegalArgumentException e) {
            throw new CannotRunException(String.valueOf(e.getMessage()));
        }
    }

    /** A script may be among those checked, or lie beside one of them, or beside the cases. */
    private static String text(String name, List<CheckedScript> checked, Path folder) {
        for (CheckedScript script : checked) {
            if (script.name().equals(name)) {
                return script.text();
            }
        }
        List<Path> places = new ArrayList<>();
        checked.forEach(script -> places.add(script.path().resolveSibling(name + ".lua")));
        places.add(folder.resolve(name + ".lua"));
        return places.stream()
                .filter(Files::exists)
                .findFirst()
                .map(path -> CheckedScript.read(path).text())
                .orElseThrow(() -> new IllegalArgumentException("no script " + name));
    }

    String name() {
        return transcript.name();
    }

    List<Step> steps() {
        return transcript.entries().stream().map(Transcript.Entry::step).toList();
    }

    /** Why it cannot be played on a server that is not ours, or empty. */
    Optional<String> unfit(Options options) {
        if (transcript.lockstepOnly() != null) {
            return Optional.of(transcript.lockstepOnly());
        }
        Duration waits = Duration.ZERO;
        for (Step step : steps()) {
            if (step instanceof Step.Advance advance) {
                waits = waits.plus(advance.duration());
            }
            String command = step.words().isEmpty() ? "" : step.words().get(0);
            if (reachesBeyond(command.toUpperCase(Locale.ROOT), options)) {
                return Optional.of("it uses " + command);
            }
        }
        return waits.compareTo(options.waitLimit()) > 0
                ? Optional.of("it waits for " + waits.toMillis() + " ms (--wait)")
                : Optional.empty();
    }

    private static boolean reachesBeyond(String command, Options options) {
        return REFUSED.contains(command)
                || (command.equals("FLUSHDB") && !options.keyPrefix().isEmpty());
    }

    /** The keys of each call of {@code script}. */
    List<List<String>> keysOfCalls(CheckedScript script) {
        String sha = new ScriptLibrary(name -> script.text()).sha(script.name());
        List<List<String>> keys = new ArrayList<>();
        for (Step step : steps()) {
            List<String> words = step.words();
            boolean calls =
                    words.size() > 2
                            && (words.get(1).equals(script.text()) || words.get(1).equals(sha));
            if (calls && words.get(2).matches("[0-9]{1,4}")) {
                int end = Math.min(words.size(), 3 + Integer.parseInt(words.get(2)));
                keys.add(words.subList(3, end));
            }
        }
        return keys;
    }

    /** In what it is not exact on a real server. */
    Habits habits() {
        Set<String> commands = new TreeSet<>();
        for (Step step : steps()) {
            for (String word : step.words()) {
                commands.add(word.toUpperCase(Locale.ROOT));
                if (word.contains("redis.")) {
                    commands.addAll(ScriptShape.of(word).commands());
                }
            }
        }
        return Habits.of(commands, String.join(" ", commands));
    }
}
