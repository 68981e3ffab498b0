package dev.lockstep.conformance;

import dev.lockstep.conformance.Clients.Protocol;
import dev.lockstep.conformance.Scenario.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A scenario being performed on one server, from an empty database to an empty database. Keeps to
 * the plan of the scenario's time steps: on a server with a clock of its own it waits until that
 * clock has reached the plan, and takes note of how far it went beyond.
 */
public final class Performance implements AutoCloseable {

    private final Subject subject;
    private final Protocol protocol;
    private final Clients clients;
    private final Connection looking;
    private final Map<String, Connection> connections = new LinkedHashMap<>();
    private long startMicros;
    private long plannedMicros;
    private long lagMicros;

    private Performance(Subject subject, Protocol protocol, Clients clients) {
        this.subject = subject;
        this.protocol = protocol;
        this.clients = clients;
        this.looking = connect(Protocol.RESP2);
    }

    /**
     * Performs {@code scenario} on {@code subject}.
     *
     * @throws IllegalStateException when the database there is not empty
     */
    static Transcript of(Scenario scenario, Subject subject, Protocol protocol, Clients clients) {
        try (Performance performance = new Performance(subject, protocol, clients)) {
            return performance.play(scenario);
        }
    }

    private Transcript play(Scenario scenario) {
        if (!looking.text("DBSIZE").equals("0")) {
            throw new IllegalStateException(
                    "the database of " + subject.name() + " at " + subject.uri() + " is not empty");
        }
        // Connecting takes its time, which is not the scenario's.
        scenario.connections().forEach(this::connection);
        startMicros = nowMicros();
        List<Outcome> outcomes = new ArrayList<>();
        try {
            for (Entry entry : scenario.entries()) {
                outcomes.add(entry.step().perform(this));
                lagMicros = Math.max(lagMicros, nowMicros() - startMicros - plannedMicros);
            }
        } finally {
            looking.text("FLUSHDB");
        }
        long lagMillis = (lagMicros + 999) / 1000;
        return new Transcript(subject.name(), subject.ownClock(), outcomes, lagMillis);
    }

    Connection connection(String letter) {
        return connections.computeIfAbsent(letter, key -> connect(protocol));
    }

    KeyState look(String key) {
        return KeyState.of(looking, key);
    }

    void advance(Duration duration) {
        plannedMicros += TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
        subject.passUntil(looking, startMicros + plannedMicros);
    }

    /** What was late before is forgotten: the plan begins anew at the aligned time. */
    void align(Duration duration) {
        long stepMicros = TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
        startMicros = (nowMicros() + stepMicros - 1) / stepMicros * stepMicros;
        plannedMicros = 0;
        lagMicros = 0;
        subject.passUntil(looking, startMicros);
    }

    private long nowMicros() {
        return subject.nowMicros(looking);
    }

    private Connection connect(Protocol spoken) {
        return clients.connect(subject.name(), subject.uri(), spoken);
    }

    @Override
    public void close() {
        connections.values().forEach(Connection::close);
        looking.close();
    }
}
