package dev.lockstep.conformance;

import dev.lockstep.conformance.Transcript.Entry;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A transcript being performed on one server, from an empty server to an empty server. */
public final class Performance implements AutoCloseable {

    private final Subject subject;
    private final Protocol protocol;
    private final Connection looking;
    private final Map<String, Connection> connections = new LinkedHashMap<>();

    private Performance(Subject subject, Protocol protocol) {
        this.subject = subject;
        this.protocol = protocol;
        this.looking = connect(Protocol.RESP2);
    }

    /**
     * Performs {@code transcript} on {@code subject}, whose clock is set to {@link Subject#START}
     * before, where that can be.
     *
     * @throws IllegalStateException when there is something stored there
     */
    public static Run of(Transcript transcript, Subject subject, Protocol protocol) {
        if (subject.isOnOurClock()) {
            subject.setTime(Subject.START);
        }
        try (Performance performance = new Performance(subject, protocol)) {
            return performance.play(transcript);
        }
    }

    private Run play(Transcript transcript) {
        if (!looking.text("INFO", "keyspace").lines().skip(1).toList().isEmpty()) {
            throw new IllegalStateException(
                    subject.name() + " at " + subject.uri() + " is not empty");
        }
        looking.text("SCRIPT", "FLUSH");
        // When a real server comes across a key that has ended is chance, but for this.
        looking.send("DEBUG", "SET-ACTIVE-EXPIRE", "0");
        transcript.connections().forEach(this::connection);
        List<List<String>> outcomes = new ArrayList<>();
        try {
            for (Entry entry : transcript.entries()) {
                outcomes.add(perform(transcript, entry.step()));
            }
        } finally {
            looking.text("FLUSHALL");
            looking.send("DEBUG", "SET-ACTIVE-EXPIRE", "1");
        }
        return new Run(subject.name(), outcomes);
    }

    private List<String> perform(Transcript transcript, Step step) {
        try {
            return step.perform(this);
        } catch (UncheckedIOException e) {
            throw new IllegalStateException(
                    transcript.name() + ", " + step.text() + ": " + e.getMessage(), e);
        }
    }

    private Connection connection(String letter) {
        return connections.computeIfAbsent(letter, key -> connect(protocol).identified());
    }

    /** Keys by name, all of them when none is named. */
    List<KeyState> look(List<String> keys) {
        List<String> names = keys;
        if (keys.isEmpty()) {
            names =
                    looking.send("KEYS", "*").elements().stream()
                            .map(Answer::text)
                            .sorted()
                            .toList();
        }
        return KeyState.of(looking, names);
    }

    /** The lines that show {@code answer}. */
    List<String> shown(Answer answer, @Nullable Looseness looseness) {
        return looseness == null
                ? AnswerText.lines(answer, protocol)
                : looseness.show(answer, protocol);
    }

    void advance(Duration duration) {
        subject.setTime(subject.time().plus(duration));
    }

    /** Sends a command and waits for the reply. */
    Answer send(String letter, List<String> words) {
        return connection(letter).send(Step.withIds(words, this::connection));
    }

    /** Waits for what comes next on a connection. */
    Answer read(String letter) {
        return connection(letter).read();
    }

    /** Sends a command and returns when the server has taken it up. */
    void start(String letter, List<String> words) {
        connection(letter).start(Step.withIds(words, this::connection), looking);
    }

    private Connection connect(Protocol spoken) {
        return Connection.open(subject.name(), subject.uri(), spoken);
    }

    @Override
    public void close() {
        connections.values().forEach(Connection::close);
        looking.close();
    }
}
