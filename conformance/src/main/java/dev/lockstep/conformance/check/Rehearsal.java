package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Answer;
import dev.lockstep.conformance.Connection;
import dev.lockstep.conformance.KeyState;
import dev.lockstep.conformance.Protocol;
import dev.lockstep.conformance.ServerProcess;
import dev.lockstep.conformance.Step;
import dev.lockstep.conformance.Subject;
import dev.lockstep.conformance.check.Scenario.Call;
import dev.lockstep.conformance.check.Scenario.Event;
import dev.lockstep.conformance.check.Scenario.Pause;
import dev.lockstep.conformance.check.Scenario.Put;
import java.io.File;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lockstep in a process of its own with little memory, where each script is tried before it gets
 * near anything else: one that does not end, or stores more than there is room for, ends only this
 * process. Also listens, by MONITOR, to what scripts do.
 */
final class Rehearsal implements AutoCloseable {

    private static final String MEMORY = "256m";
    private static final String NO_MEMORY = "more memory than it may take";
    private static final int MOST_BYTES = 16 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MOST_WAITS = 20;
    private static final String MARK = "lockstep-check:mark:";
    private static final String SERVER = "dev.lockstep.server.cli.Main";

    private final String profile;
    private final Duration limit;
    private final Map<String, Boolean> writes = new HashMap<>();
    private final Map<List<String>, List<String>> keys = new HashMap<>();
    private @Nullable ServerProcess process;
    private @Nullable Connection connection;
    private @Nullable Connection calling;
    private @Nullable Connection monitor;
    private int marks;

    Rehearsal(String profile, Duration limit) {
        this.profile = profile;
        this.limit = limit;
    }

    private Connection connection() {
        Connection open = connection;
        if (open == null) {
            process = ServerProcess.start(command());
            open = connect(PATIENCE);
            open.send("EVAL", "return 1", "0");
            connection = open;
            calling = connect(limit);
        }
        return open;
    }

    private Connection connect(Duration patience) {
        return Connection.open(Stage.nameOf(profile), process().uri(), Protocol.RESP2, patience);
    }

    private ServerProcess process() {
        return Objects.requireNonNull(process, "nothing is running");
    }

    private Answer call(CheckedScript script, Call call) {
        return ask(script.path(), Objects.requireNonNull(calling), Scenario.words(script, call));
    }

    private Answer ask(Path path, Connection waiting, List<String> words) {
        waiting.write(List.of(words));
        return await(path, waiting);
    }

    /** On a machine that is busy with other things, there is more time. */
    private Answer await(Path path, Connection waiting) {
        Duration before = process().processorTime();
        for (int i = 0; i < MOST_WAITS; i++) {
            try {
                Answer answer = waiting.read();
                refuseExcess(path, answer);
                return answer;
            } catch (UncheckedIOException e) {
                boolean isSlow = e.getCause() instanceof SocketTimeoutException;
                Duration used = process().processorTime().minus(before);
                if (!isSlow || used.compareTo(limit.dividedBy(2)) > 0) {
                    end();
                    throw isSlow ? endless(path) : excessive(path);
                }
            }
        }
        end();
        throw endless(path);
    }

    private CannotRunException endless(Path path) {
        return new CannotRunException(
                path + ": does not end: stopped after " + limit.toSeconds() + " s (--time-limit)");
    }

    private static CannotRunException excessive(Path path) {
        return new CannotRunException(
                path + ": needs too much memory (64 MB for its values, 256 MB in all): stopped");
    }

    /** A script may have caught the error that it got; the log tells of it all the same. */
    private void refuseExcess(Path path, Answer answer) {
        if (process().hasPrinted(NO_MEMORY)) {
            end();
            throw excessive(path);
        }
        if (bytes(answer) > MOST_BYTES) {
            throw new CannotRunException(path + ": answers with more than 16 MB: not compared");
        }
    }

    private static long bytes(Answer answer) {
        return answer.text().length()
                + answer.elements().stream().mapToLong(Rehearsal::bytes).sum();
    }

    private List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + MEMORY,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                absolute(System.getProperty("java.class.path")),
                SERVER,
                "--profile",
                profile,
                "--clock",
                "virtual:" + Subject.START.toEpochMilli());
    }

    /** The same class path for a process that is started in another folder. */
    private static String absolute(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Compiles {@code script}.
     *
     * @throws CannotRunException with the server's words, when it does not compile
     */
    void compile(CheckedScript script) {
        Answer answer = connection().send("SCRIPT", "LOAD", script.text());
        if (answer.isError()) {
            throw new CannotRunException(
                    script.path() + ": does not compile: " + oneLine(answer.text()));
        }
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    /** The reply to one call with nothing stored; nothing is listened to. */
    Answer tryOut(CheckedScript script, Call call) {
        connection().send("FLUSHALL");
        return call(script, call);
    }

    /** Plays {@code scenario} from nothing stored on, and tells what each call did. */
    List<Observation> observe(Scenario scenario) {
        connection().send("FLUSHALL");
        return observeMore(scenario);
    }

    /** The same, with what is stored already. */
    List<Observation> observeMore(Scenario scenario) {
        List<Observation> observations = new ArrayList<>();
        Set<String> keysPut = new HashSet<>();
        commandsSoFar();
        for (Event event : scenario.events()) {
            if (event instanceof Pause pause) {
                advance(pause.duration());
            } else if (event instanceof Put put) {
                send("SET", put.key(), put.value());
                keysPut.add(put.key());
            } else if (event instanceof Call call) {
                Answer reply = call(scenario.script(), call);
                List<String> staying = keysThatStay();
                staying.removeAll(keysPut);
                observations.add(new Observation(call, reply, commandsSoFar(), staying));
            }
        }
        refuseExcess(scenario.script().path());
        return observations;
    }

    private void refuseExcess(Path path) {
        long bytes = 0;
        for (KeyState key : KeyState.of(connection(), storedKeys())) {
            for (List<String> element : key.value()) {
                bytes += element.stream().mapToLong(String::length).sum();
            }
        }
        if (bytes > MOST_BYTES) {
            throw new CannotRunException(path + ": stores more than 16 MB: not compared");
        }
    }

    /**
     * Plays {@code tested} from nothing stored on, and tells what its scripts called.
     *
     * @param path of the script that it is a case of, to be blamed
     */
    List<Observation.Command> play(Case tested, Path path) {
        connection().send("FLUSHALL");
        commandsSoFar();
        Map<String, Connection> lettered = new HashMap<>();
        try {
            for (Step step : tested.steps()) {
                take(
                        step,
                        letter ->
                                lettered.computeIfAbsent(
                                        letter, key -> connect(limit).identified()),
                        path);
            }
            refuseExcess(path);
            return commandsSoFar();
        } finally {
            lettered.values().forEach(Connection::close);
        }
    }

    private void take(Step step, Function<String, Connection> on, Path path) {
        if (step instanceof Step.Send send) {
            ask(path, on.apply(send.connection()), Step.withIds(send.words(), on));
        } else if (step instanceof Step.Start start) {
            on.apply(start.connection()).start(Step.withIds(start.words(), on), connection());
        } else if (step instanceof Step.Receive receive) {
            await(path, on.apply(receive.connection()));
        } else if (step instanceof Step.Advance pause) {
            advance(pause.duration());
        }
    }

    private void advance(Duration duration) {
        send("LOCKSTEP.CLOCK", "ADVANCE", String.valueOf(duration.toMillis()));
    }

    /** What scripts have called since this was last asked. */
    private List<Observation.Command> commandsSoFar() {
        Connection listening = monitor();
        String mark = MARK + marks++;
        send("ECHO", mark);
        List<Observation.Command> commands = new ArrayList<>();
        MonitorLine line = MonitorLine.of(listening.read().text());
        while (!line.words().contains(mark)) {
            if (line.isOfScript()) {
                commands.add(command(line.words()));
            }
            line = MonitorLine.of(listening.read().text());
        }
        return commands;
    }

    private Connection monitor() {
        Connection open = monitor;
        if (open == null) {
            connection();
            open = connect(PATIENCE);
            open.text("MONITOR");
            monitor = open;
        }
        return open;
    }

    private Observation.Command command(List<String> words) {
        return new Observation.Command(
                words, keys.computeIfAbsent(words, this::keys), writes(words.get(0)));
    }

    /** The keys among {@code words}, as COMMAND GETKEYS has them. */
    List<String> keys(List<String> words) {
        List<String> question = new ArrayList<>(List.of("COMMAND", "GETKEYS"));
        question.addAll(words);
        Answer answer = connection().send(question);
        return answer.isError() ? List.of() : answer.elements().stream().map(Answer::text).toList();
    }

    /** Whether the command called {@code name} writes, as COMMAND INFO has it. */
    boolean writes(String name) {
        return writes.computeIfAbsent(
                name,
                key -> {
                    List<Answer> info = connection().send("COMMAND", "INFO", key).elements();
                    return !info.isEmpty()
                            && info.get(0).elements().size() > 2
                            && info.get(0).elements().get(2).elements().stream()
                                    .anyMatch(flag -> flag.text().equals("write"));
                });
    }

    private List<String> storedKeys() {
        return send("KEYS", "*").elements().stream().map(Answer::text).sorted().toList();
    }

    private List<String> keysThatStay() {
        List<String> staying = new ArrayList<>(storedKeys());
        staying.removeIf(key -> !send("PTTL", key).text().equals("-1"));
        return staying;
    }

    /** Sends anything else. */
    Answer send(String... words) {
        return connection().send(words);
    }

    /** Ends the process; the next script gets another. */
    void end() {
        if (monitor != null) {
            monitor.close();
            monitor = null;
        }
        if (connection != null) {
            connection.close();
            connection = null;
        }
        if (calling != null) {
            calling.close();
            calling = null;
        }
        if (process != null) {
            process.close();
            process = null;
        }
    }

    @Override
    public void close() {
        end();
    }
}
