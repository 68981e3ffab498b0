package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What COMMAND INFO and COMMAND DOCS tell of each command is what real servers tell, field by
 * field. Of what is said in words only the facts count: that there are words, the versions of a
 * history, the notations of a complexity.
 */
@ExtendWith(ComparedServers.Extension.class)
class CommandFactsTest {

    /** Modules that real servers lack. */
    private static final Set<String> OWN = Set.of("cl.throttle", "lockstep.clock");

    private static final Set<String> WORDS = Set.of("summary", "notes");
    private static final Pattern NOTATION = Pattern.compile("O\\((?:[^()]|\\([^()]*\\))*\\)");

    /** Where COMMAND has the subcommands, in the order of a table. */
    private static final int SUBCOMMANDS = 9;

    @TestFactory
    Stream<DynamicTest> commandInfoIsThatOfRealServers(ComparedServers servers) {
        return tests(servers, "INFO");
    }

    @TestFactory
    Stream<DynamicTest> commandDocsAreThoseOfRealServers(ComparedServers servers) {
        return tests(servers, "DOCS");
    }

    private static Stream<DynamicTest> tests(ComparedServers servers, String question) {
        return servers.real().servers().stream()
                .flatMap(
                        server ->
                                Stream.of(Protocol.values())
                                        .map(
                                                protocol ->
                                                        dynamicTest(
                                                                server + " in " + protocol,
                                                                () ->
                                                                        compare(
                                                                                server, protocol,
                                                                                question))));
    }

    private static void compare(RealServer server, Protocol protocol, String question) {
        try (LockstepSubject lockstep = LockstepSubject.playing(server.profile());
                Connection ours = connect(lockstep, protocol);
                Connection theirs = connect(server, protocol)) {
            Set<String> known = names(ours.send("COMMAND"));
            Set<String> absent = names(theirs.send("COMMAND"));
            absent.removeAll(known);
            Facts facts = new Facts(protocol, question, known);
            Map<String, List<String>> differences = new TreeMap<>();
            for (String name : known) {
                if (name.indexOf('|') < 0 && !OWN.contains(name)) {
                    List<String> right = facts.ask(theirs, name);
                    List<String> told = facts.ask(ours, name);
                    if (!told.equals(right)) {
                        differences.put(name + " on " + server.name(), right);
                        differences.put(name + " on " + lockstep.name(), told);
                    }
                }
            }
            assertThat(differences).isEmpty();
            System.out.println(
                    "COMMAND "
                            + question
                            + (" in " + protocol + " as on " + server.name())
                            + (": " + known.size() + " commands and subcommands, ")
                            + (absent.size() + " are missing: " + String.join(" ", absent)));
        }
    }

    private static Connection connect(Subject subject, Protocol protocol) {
        return Connection.open(subject.name(), subject.uri(), protocol);
    }

    private static Set<String> names(Answer commands) {
        Set<String> names = new TreeSet<>();
        for (Answer row : commands.elements()) {
            names.add(row.elements().get(0).text());
            if (row.elements().size() > SUBCOMMANDS) {
                names.addAll(names(row.elements().get(SUBCOMMANDS)));
            }
        }
        return names;
    }

    /**
     * Asks for commands, and keeps what is no matter of words or of chance.
     *
     * @param known the subcommands that are compared
     */
    private record Facts(Protocol protocol, String question, Set<String> known) {

        List<String> ask(Connection connection, String name) {
            return AnswerText.lines(of(connection.send("COMMAND", question, name)), protocol);
        }

        private Answer of(Answer answer) {
            List<Answer> facts = new ArrayList<>();
            String field = "";
            for (Answer element : answer.elements()) {
                facts.add(
                        switch (field) {
                            case "complexity" -> notations(element);
                            case "history" -> versions(element);
                            case "subcommands" -> sortedPairs(of(element));
                            default -> of(WORDS.contains(field) ? wordless(element) : element);
                        });
                field = element.text();
            }
            if (facts.size() > SUBCOMMANDS) {
                facts.set(SUBCOMMANDS, knownRows(facts.get(SUBCOMMANDS)));
            }
            return new Answer(answer.kind(), answer.text(), facts);
        }

        /** Of rows of subcommands those that are compared; other arrays stand there too. */
        private Answer knownRows(Answer answer) {
            if (!answer.elements().stream().allMatch(Facts::isSubcommand)) {
                return answer;
            }
            List<Answer> rows =
                    answer.elements().stream()
                            .filter(row -> known.contains(row.elements().get(0).text()))
                            .sorted(Comparator.comparing(row -> row.elements().get(0).text()))
                            .toList();
            return new Answer(answer.kind(), String.valueOf(rows.size()), rows);
        }

        private static boolean isSubcommand(Answer row) {
            return row.isAggregate()
                    && !row.elements().isEmpty()
                    && row.elements().get(0).text().indexOf('|') >= 0;
        }

        private static Answer wordless(Answer words) {
            return words.isAggregate() ? words : Answer.scalar(words.kind(), "...");
        }

        private static Answer notations(Answer complexity) {
            List<String> notations =
                    NOTATION.matcher(complexity.text())
                            .results()
                            .map(MatchResult::group)
                            .distinct()
                            .toList();
            return Answer.scalar(complexity.kind(), String.join(" ", notations));
        }

        private static Answer versions(Answer history) {
            List<Answer> changes = new ArrayList<>();
            for (Answer change : history.elements()) {
                List<Answer> versionAndWords = new ArrayList<>(change.elements());
                versionAndWords.set(1, wordless(versionAndWords.get(1)));
                changes.add(new Answer(change.kind(), change.text(), versionAndWords));
            }
            return new Answer(history.kind(), history.text(), changes);
        }

        private static Answer sortedPairs(Answer map) {
            Map<String, List<Answer>> pairs = new TreeMap<>();
            for (int i = 0; i + 1 < map.elements().size(); i += 2) {
                pairs.put(map.elements().get(i).text(), map.elements().subList(i, i + 2));
            }
            return new Answer(
                    map.kind(), map.text(), pairs.values().stream().flatMap(List::stream).toList());
        }
    }
}
