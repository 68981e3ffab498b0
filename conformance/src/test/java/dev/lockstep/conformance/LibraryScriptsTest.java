package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.lockstep.conformance.CommandGrammar.Form;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The scripts that libraries send do as on real servers, each called with random keys and
 * arguments; the transcripts about libraries call the main ones as the libraries do. {@code
 * -Dlockstep.seed=N} makes other calls.
 */
@ExtendWith(ComparedServers.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LibraryScriptsTest {

    private static final long SEED = Long.getLong("lockstep.seed", 1);

    /** Members that are drawn, or come in the order of a table that only the server knows. */
    private static final Set<String> CHANCE =
            Set.of("hrandfield", "smembers", "spop", "srandmember", "sscan", "zrandmember");

    private final LibraryScripts scripts = LibraryScripts.find();
    private final List<Twins> twins = new ArrayList<>();
    private final List<String> report = new ArrayList<>();

    @Test
    void everyLibraryOfTheBuildHasScripts() {
        assertThat(scripts.all())
                .containsKeys("bucket4j", "redisson", "spring-cloud-gateway", "spring-integration");
        assertThat(scripts.all().values()).allSatisfy(each -> assertThat(each).isNotEmpty());
    }

    @TestFactory
    Stream<DynamicNode> doAsOnRealServers(ComparedServers servers) {
        return servers.real().servers().stream().map(this::onRealServer);
    }

    private DynamicNode onRealServer(RealServer server) {
        if (!server.isOnOurClock()) {
            return dynamicTest(server.toString(), () -> abort(server.clockAbsence()));
        }
        Twins both = new Twins(server);
        twins.add(both);
        Map<String, String> groups = new TreeMap<>();
        for (Form form : CommandGrammar.of(server.profile())) {
            groups.put(form.name(), form.group());
            groups.put(form.name().split("\\|", -1)[0], form.group());
        }
        return dynamicContainer(
                server.toString(),
                scripts.all().entrySet().stream()
                        .map(
                                library ->
                                        library(
                                                library.getKey(),
                                                library.getValue(),
                                                both,
                                                groups)));
    }

    private DynamicNode library(
            String name, List<LibraryScript> all, Twins both, Map<String, String> groups) {
        Map<String, List<LibraryScript>> missing = new TreeMap<>();
        List<LibraryScript> callable = new ArrayList<>();
        for (LibraryScript script : all) {
            if (!Collections.disjoint(script.commands(), CHANCE)) {
                missing.computeIfAbsent("as replies are chance", key -> new ArrayList<>())
                        .add(script);
                continue;
            }
            Set<String> unknown = new TreeSet<>(script.commands());
            unknown.removeIf(command -> groups.containsKey(command) || !both.realKnows(command));
            if (unknown.isEmpty()) {
                callable.add(script);
            } else {
                missing.computeIfAbsent(
                                "as there is no " + String.join(" ", unknown),
                                key -> new ArrayList<>())
                        .add(script);
            }
        }
        report.add(
                both.names()
                        + ", "
                        + name
                        + ": "
                        + callable.size()
                        + " of "
                        + all.size()
                        + " scripts");
        missing.forEach((reason, left) -> report.add("  left out " + reason + ": " + left.size()));
        return dynamicContainer(name, callable.stream().map(script -> test(script, both, groups)));
    }

    private static DynamicTest test(LibraryScript script, Twins both, Map<String, String> groups) {
        return dynamicTest(
                script.name(),
                () -> {
                    Random random = new Random(SEED);
                    for (Protocol protocol : Protocol.values()) {
                        Chain chain =
                                ScriptCalls.of(script, groups, both.profile(), protocol, random);
                        assertThat(both.firstDifference(chain))
                                .as("%s, -Dlockstep.seed=%d", script, SEED)
                                .isEmpty();
                    }
                });
    }

    @AfterAll
    void tell() {
        report.forEach(System.out::println);
        for (Twins both : twins) {
            System.out.println("scripts of libraries, " + both.names() + ": " + both);
            both.close();
        }
        scripts.absences().forEach(absence -> System.out.println("no scripts of " + absence));
    }
}
