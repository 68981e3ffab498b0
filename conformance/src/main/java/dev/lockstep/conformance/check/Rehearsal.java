package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Answer;
import dev.lockstep.conformance.Connection;
import dev.lockstep.conformance.Protocol;
import dev.lockstep.conformance.ServerProcess;
import dev.lockstep.conformance.Subject;
import dev.lockstep.conformance.check.Scenario.Call;
import dev.lockstep.conformance.check.Scenario.Event;
import dev.lockstep.conformance.check.Scenario.Pause;
import dev.lockstep.conformance.check.Scenario.Put;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lockstep in a process of its own with little memory, where each script is tried before it gets
 * near anything else: one that does not end, or stores more than there is room for, ends only this
 * process. Also listens, by MONITOR, to what scripts do.
 */
final class Rehearsal implements AutoCloseable {

    private static final String MEMORY = "256m";
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
        return Connection.open("Lockstep as " + profile, process().uri(), Protocol.RESP2, patience);
    }

    private ServerProcess process() {
        return Objects.requireNonNull(process, "nothing is running");
    }

    /** Calls a script. On a machine that is busy with other things, it gets more time. */
    private Answer call(CheckedScript script, Call call) {
        Duration before = process().processorTime();
        Connection waiting = Objects.requireNonNull(calling);
        waiting.write(List.of(Scenario.words(script, call)));
        for (int i = 0; i < MOST_WAITS; i++) {
            try {
                return waiting.read();
            } catch (UncheckedIOException e) {
                boolean isSlow = e.getCause() instanceof SocketTimeoutException;
                Duration used = process().processorTime().minus(before);
                if (!isSlow || used.compareTo(limit.dividedBy(2)) > 0) {
                    end();
                    throw new CannotRunException(
                            script.path()
                                    + (isSlow
                                            ? ": does not end: stopped after "
                                                    + limit.toSeconds()
                                                    + " s (--time-limit)"
                                            : ": needs more than "
                                                    + MEMORY
                                                    + " of memory: stopped"));
                }
            }
        }
        end();
        throw new CannotRunException(script.path() + ": does not end: stopped");
    }

    private List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + MEMORY,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                SERVER,
                "--profile",
                profile,
                "--clock",
                "virtual:" + Subject.START.toEpochMilli());
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
        commandsSoFar();
        for (Event event : scenario.events()) {
            if (event instanceof Pause pause) {
                send("LOCKSTEP.CLOCK", "ADVANCE", String.valueOf(pause.duration().toMillis()));
            } else if (event instanceof Put put) {
                send("SET", put.key(), put.value());
            } else if (event instanceof Call call) {
                observations.add(observed(scenario.script(), call));
            }
        }
        return observations;
    }

    private Observation observed(CheckedScript script, Call call) {
        Answer reply = call(script, call);
        return new Observation(call, reply, commandsSoFar(), keysThatStay());
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

    private List<String> keys(List<String> words) {
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

    private List<String> keysThatStay() {
        return send("KEYS", "*").elements().stream()
                .map(Answer::text)
                .filter(key -> send("PTTL", key).text().equals("-1"))
                .sorted()
                .toList();
    }

    /** Sends anything else. */
    Answer send(String... words) {
        return connection().send(words);
    }

    private void end() {
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
