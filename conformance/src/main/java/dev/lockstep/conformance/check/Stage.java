package dev.lockstep.conformance.check;

import dev.lockstep.LockstepServer;
import dev.lockstep.conformance.Answer;
import dev.lockstep.conformance.AnswerText;
import dev.lockstep.conformance.Connection;
import dev.lockstep.conformance.KeyState;
import dev.lockstep.conformance.Looseness;
import dev.lockstep.conformance.Protocol;
import dev.lockstep.conformance.Step;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server that steps are taken on, and what is stored there looked at. */
final class Stage implements AutoCloseable {

    private static final Set<String> CALLS =
            Set.of("EVAL", "EVAL_RO", "EVALSHA", "EVALSHA_RO", "FCALL", "FCALL_RO");

    /** Behind these, a connection does not tell the time. */
    private static final Set<String> TIMELESS =
            Set.of("MULTI", "MONITOR", "SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "CLIENT", "AUTH");

    private final String name;
    private final String profile;
    private final URI uri;
    private final int database;
    private final String keyPrefix;
    private final Duration patience;
    private final @Nullable LockstepServer lockstep;
    private final Connection looking;
    private final Map<String, Connection> connections = new LinkedHashMap<>();
    private Protocol protocol = Protocol.RESP2;

    private Stage(
            String name,
            String profile,
            URI uri,
            int database,
            String keyPrefix,
            Duration patience,
            @Nullable LockstepServer lockstep) {
        this.name = name;
        this.profile = profile;
        this.uri = uri;
        this.database = database;
        this.keyPrefix = keyPrefix;
        this.patience = patience;
        this.lockstep = lockstep;
        this.looking = connect(Protocol.RESP2);
    }

    /** Lockstep in this process, on a clock that only we move. */
    static Stage lockstep(
            String profile, Instant start, long seed, String keyPrefix, Duration patience) {
        LockstepServer server =
                LockstepServer.builder().profile(profile).virtualClock(start).seed(seed).start();
        return new Stage(
                nameOf(profile), profile, URI.create(server.uri()), 0, keyPrefix, patience, server);
    }

    /** How Lockstep is called when it plays {@code profile}. */
    static String nameOf(String profile) {
        return "Lockstep as " + profile;
    }

    /** A server that is there already. */
    static Stage at(ServerAddress address, String keyPrefix, Duration patience) {
        return new Stage(
                address.name(),
                address.profile(),
                address.uri(),
                address.database(),
                keyPrefix,
                patience,
                null);
    }

    String name() {
        return name;
    }

    String profile() {
        return profile;
    }

    /** Goes on in another protocol, on new connections. */
    void speak(Protocol other) {
        connections.values().forEach(Connection::close);
        connections.clear();
        protocol = other;
    }

    Instant time() {
        if (lockstep != null) {
            return lockstep.clock().instant();
        }
        return instant(looking.send("TIME"));
    }

    private static Instant instant(Answer time) {
        return Instant.ofEpochSecond(
                Long.parseLong(time.elements().get(0).text()),
                Duration.ofNanos(1000 * Long.parseLong(time.elements().get(1).text())).toNanos());
    }

    /** Moves the clock on to {@code time}; only of Lockstep, whose clock does not step back. */
    void setTime(Instant time) {
        if (lockstep == null) {
            throw new IllegalStateException(name + " has a clock of its own");
        }
        if (time.isAfter(lockstep.clock().instant())) {
            lockstep.clock().setTime(time);
        }
    }

    /**
     * What came of a step, and between which times of the server.
     *
     * @param lines to show
     */
    record Taken(List<String> lines, Instant before, Instant after) {
        Duration width() {
            return Duration.between(before, after);
        }
    }

    /** Whether a server can be asked for its time on the connections that {@code steps} use. */
    static boolean canTimeCalls(List<Step> steps) {
        return steps.stream().map(Stage::command).noneMatch(TIMELESS::contains);
    }

    private static String command(Step step) {
        return step.words().isEmpty() ? "" : step.words().get(0).toUpperCase(Locale.ROOT);
    }

    /** Takes {@code step} between two looks at the server's clock. */
    Taken takeBetweenTimes(Step step) {
        Instant before = time();
        List<String> lines = take(step);
        return new Taken(lines, before, time());
    }

    /** The same; a call is sent together with the looks, so that little time passes in between. */
    Taken takeTimed(Step step) {
        if (step instanceof Step.Send send && CALLS.contains(command(step))) {
            List<String> time = List.of("TIME");
            List<Answer> answers =
                    connection(send.connection()).sendAll(List.of(time, send.words(), time));
            return new Taken(
                    shown(answers.get(1), send.looseness()),
                    instant(answers.get(0)),
                    instant(answers.get(2)));
        }
        return takeBetweenTimes(step);
    }

    /** Takes {@code step}, unless it lets time pass, and returns the lines to show. */
    List<String> take(Step step) {
        if (step instanceof Step.Send send) {
            List<String> words = Step.withIds(send.words(), this::connection);
            return shown(connection(send.connection()).send(words), send.looseness());
        }
        if (step instanceof Step.Start start) {
            List<String> words = Step.withIds(start.words(), this::connection);
            connection(start.connection()).start(words, looking);
            return List.of();
        }
        if (step instanceof Step.Receive receive) {
            return shown(connection(receive.connection()).read(), receive.looseness());
        }
        if (step instanceof Step.Show show) {
            return look(show.keys());
        }
        return List.of();
    }

    private List<String> shown(Answer answer, @Nullable Looseness looseness) {
        return looseness == null
                ? AnswerText.lines(answer, protocol)
                : looseness.show(answer, protocol);
    }

    private List<String> look(List<String> keys) {
        List<String> lines = new ArrayList<>();
        for (KeyState key : KeyState.of(looking, keys.isEmpty() ? keys() : keys)) {
            lines.addAll(key.lines());
        }
        return lines.isEmpty() ? List.of("nothing") : lines;
    }

    /** Moves on the numbers that scripts draw, where they do not begin anew in each script. */
    void drawFromChance() {
        looking.send("EVAL", "for i = 1, 7 do math.random() end", "0");
    }

    /** The keys that are ours to look at. */
    List<String> keys() {
        String pattern = keyPrefix.replaceAll("[*?\\[\\]\\\\^]", "\\\\$0") + "*";
        Answer keys = looking.send("KEYS", pattern);
        if (keys.isError()) {
            throw new IllegalStateException(name + " answers KEYS with " + keys.text());
        }
        return keys.elements().stream().map(Answer::text).sorted().toList();
    }

    /** Writes a key of ours by a script, and removes it. */
    Answer tryToWrite() {
        return looking.send(
                "EVAL",
                "redis.call('SET', KEYS[1], 1) return redis.call('DEL', KEYS[1])",
                "1",
                keyPrefix + "lockstep-check:try");
    }

    /** Removes all that there is in the database. */
    void flush() {
        looking.text("FLUSHDB");
    }

    /** Removes what is ours. */
    void clear() {
        List<String> keys = keys();
        if (!keys.isEmpty()) {
            List<String> words = new ArrayList<>(List.of("DEL"));
            words.addAll(keys);
            looking.send(words);
        }
    }

    private Connection connection(String letter) {
        return connections.computeIfAbsent(letter, key -> connect(protocol).identified());
    }

    private Connection connect(Protocol spoken) {
        Connection connection = Connection.open(name, uri, spoken, patience);
        if (database != 0) {
            connection.text("SELECT", String.valueOf(database));
        }
        return connection;
    }

    @Override
    public void close() {
        connections.values().forEach(Connection::close);
        looking.close();
        if (lockstep != null) {
            lockstep.close();
        }
    }
}
