package dev.lockstep.lua.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.lockstep.lua.LuaEngine;
import dev.lockstep.lua.ScriptEngine;
import dev.lockstep.lua.ScriptServers;
import dev.lockstep.lua.engine.LockstepEngine;
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
 * Scripts and sequences of commands whose replies were recorded from the real servers: one result
 * for each row and profile. {@code corpus.txt} collects what scripts do; {@code manual.txt} goes
 * through the manual section by section. All are run twice: as they are, and with every function
 * compiled to JVM bytecode when it is first called.
 */
class CorpusTest {

    private static final ScriptEngine.Factory COMPILING = setup -> new LockstepEngine(setup, 0);

    /** Rows that need a command: as long as that does not exist, the reply must be another. */
    private static final Map<String, String> NEEDS =
            Map.ofEntries(
                    Map.entry("call-random-then-write", "SRANDMEMBER"),
                    Map.entry("call-noscript-wait", "WAIT"),
                    Map.entry("call-noscript-save", "SAVE"),
                    Map.entry("call-info-type", "INFO"),
                    Map.entry("call-pubsub", "PUBLISH"));

    @TestFactory
    Stream<DynamicNode> corpus() {
        return results(CorpusRow.load("corpus.txt"), LuaEngine.LOCKSTEP);
    }

    @TestFactory
    Stream<DynamicNode> corpusCompiled() {
        return results(CorpusRow.load("corpus.txt"), COMPILING);
    }

    @TestFactory
    Stream<DynamicNode> manual() {
        return results(CorpusRow.load("manual.txt"), LuaEngine.LOCKSTEP);
    }

    @TestFactory
    Stream<DynamicNode> manualCompiled() {
        return results(CorpusRow.load("manual.txt"), COMPILING);
    }

    private static Stream<DynamicNode> results(List<CorpusRow> rows, ScriptEngine.Factory engine) {
        return Stream.of(Profile.values())
                .map(
                        profile ->
                                DynamicContainer.dynamicContainer(
                                        profile.toString(),
                                        rows.stream().map(row -> test(row, profile, engine))));
    }

    private static DynamicTest test(CorpusRow row, Profile profile, ScriptEngine.Factory engine) {
        return DynamicTest.dynamicTest(row.id(), () -> check(row, profile, engine));
    }

    private static void check(CorpusRow row, Profile profile, ScriptEngine.Factory engine) {
        if (row.notEqual() != null) {
            abort(row.notEqual());
        }
        TestServer server = ScriptServers.create(profile, engine);
        CorpusRow.Outcome outcome = row.runOn(server);
        String needed = NEEDS.get(row.id());
        if (needed != null && server.state().commands().find(Bytes.of(needed)) == null) {
            assertThat(outcome.replies()).isNotEqualTo(outcome.recorded());
        } else {
            assertThat(outcome.replies()).isEqualTo(outcome.recorded());
        }
    }
}
