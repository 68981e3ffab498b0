package dev.lockstep.conformance;

import dev.lockstep.conformance.Chain.Call;
import dev.lockstep.conformance.Chain.Link;
import dev.lockstep.conformance.Chain.Pass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chain being followed on one server, from empty databases on. Calls that follow each other on a
 * connection are sent together.
 */
final class ChainRun implements AutoCloseable {

    /** The databases that calls can reach. */
    private static final int DATABASES = 3;

    private final Subject subject;
    private final Protocol protocol;
    private final Connection looking;
    private final Map<String, Connection> connections = new LinkedHashMap<>();

    ChainRun(Subject subject, Protocol protocol) {
        this.subject = subject;
        this.protocol = protocol;
        this.looking = Connection.open(subject.name(), subject.uri(), Protocol.RESP2);
        looking.text("FLUSHALL");
        // A real server comes across ended keys by chance: here it ends them when asked for one.
        looking.text("DEBUG", "SET-ACTIVE-EXPIRE", "0");
        subject.setTime(Subject.START);
    }

    /** What {@code links} come to, which are calls on one connection or one step of time. */
    List<Answer> follow(List<Link> links) {
        List<List<String>> commands = new ArrayList<>();
        String letter = "";
        for (Link link : links) {
            if (link instanceof Call call) {
                commands.add(call.words());
                letter = call.connection();
            } else if (link instanceof Pass pass) {
                subject.setTime(subject.time().plus(pass.duration()));
            }
        }
        return commands.isEmpty() ? List.of() : connection(letter).sendAll(commands);
    }

    private Connection connection(String letter) {
        return connections.computeIfAbsent(
                letter, key -> Connection.open(subject.name(), subject.uri(), protocol));
    }

    /** Everything that is stored, in lines. */
    List<String> keyspace() {
        List<String> lines = new ArrayList<>();
        for (int db = 0; db < DATABASES; db++) {
            looking.text("SELECT", String.valueOf(db));
            lines.add("db " + db + ": " + looking.text("DBSIZE") + " keys");
            List<String> keys =
                    looking.send("KEYS", "*").elements().stream()
                            .map(Answer::text)
                            .sorted()
                            .toList();
            for (KeyState state : KeyState.of(looking, keys)) {
                lines.add(Answer.quoted(state.key()) + " is " + state.encoding());
                lines.addAll(state.lines());
            }
        }
        return lines;
    }

    @Override
    public void close() {
        connections.values().forEach(Connection::close);
        looking.close();
    }
}
