package dev.lockstep.lua.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.lua.ScriptServers;
import dev.lockstep.profile.Profile;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every script and every sequence of commands of the corpus, sent to a server with all commands:
 * one result for each row and profile.
 */
class EvalCorpusTest {

    /** Rows that need a command: as long as that does not exist, the reply must be another. */
    private static final Map<String, String> NEEDS =
            Map.ofEntries(
                    Map.entry("call-random-then-write", "SRANDMEMBER"),
                    Map.entry("call-noscript-wait", "WAIT"),
                    Map.entry("call-noscript-save", "SAVE"),
                    Map.entry("call-info-type", "INFO"),
                    Map.entry("call-pubsub", "PUBLISH"));

    @TestFactory
    Stream<DynamicNode> repliesAreThoseOfTheRealServer() {
        List<EvalCorpus.Row> rows = EvalCorpus.rows();
        return Stream.of(Profile.values())
                .map(
                        profile ->
                                DynamicContainer.dynamicContainer(
                                        profile.toString(),
                                        rows.stream().map(row -> test(row, profile))));
    }

    private static DynamicTest test(EvalCorpus.Row row, Profile profile) {
        return DynamicTest.dynamicTest(
                row.id(),
                () -> {
                    TestServer server = ScriptServers.create(profile);
                    EvalCorpus.Outcome outcome = row.runOn(server);
                    String needed = NEEDS.get(row.id());
                    if (needed != null
                            && server.state().commands().find(Bytes.of(needed)) == null) {
                        assertThat(outcome.replies()).isNotEqualTo(outcome.recorded());
                    } else {
                        assertThat(outcome.replies()).isEqualTo(outcome.recorded());
                    }
                });
    }
}
