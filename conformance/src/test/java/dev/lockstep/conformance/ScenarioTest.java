package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.lockstep.conformance.Clients.Protocol;
import dev.lockstep.profile.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every scenario, on Lockstep in each profile, and on Lockstep and each real server. */
@ExtendWith(ComparedServers.Extension.class)
class ScenarioTest {

    /** A run that strays further from its time steps says nothing, and is made again. */
    private static final long MAX_LAG_MILLIS = 100;

    private static final int ATTEMPTS = 5;

    @TestFactory
    Stream<DynamicNode> goesAsItsFileTells(ComparedServers servers) {
        return ScenarioFiles.all().stream()
                .map(
                        scenario ->
                                dynamicTest(
                                        scenario.name(),
                                        () -> goesAsTold(scenario, servers.clients())));
    }

    private static void goesAsTold(Scenario scenario, Clients clients) {
        Map<String, Transcript> performed = new LinkedHashMap<>();
        for (Profile profile : Profile.values()) {
            performed.put(
                    profile.profileName(),
                    onLockstep(scenario, profile.profileName(), Protocol.RESP2, clients));
        }
        String told = scenario.withOutcomes(performed);
        if (ScenarioFiles.UPDATE) {
            ScenarioFiles.write(scenario.name(), told);
        } else {
            assertThat(told)
                    .as("%s.scenario; -Dlockstep.update writes it anew", scenario.name())
                    .isEqualTo(ScenarioFiles.text(scenario.name()));
        }
    }

    @TestFactory
    Stream<DynamicNode> goesAsOnARealServer(ComparedServers servers) {
        Stream<DynamicNode> compared =
                servers.real().servers().stream().map(server -> comparison(server, servers));
        Stream<DynamicNode> absent =
                servers.real().absences().stream()
                        .map(reason -> dynamicTest(reason, () -> abort(reason)));
        return Stream.concat(compared, absent);
    }

    /** The real servers run at the same time: what takes longest is their waiting. */
    private static DynamicNode comparison(RealServer server, ComparedServers servers) {
        List<DynamicNode> tests = new ArrayList<>();
        CompletableFuture<?> previous = CompletableFuture.completedFuture(null);
        for (Scenario scenario : ScenarioFiles.all()) {
            for (Protocol protocol : protocols(scenario)) {
                CompletableFuture<Transcript> real =
                        previous.handleAsync(
                                (done, failure) ->
                                        onSchedule(scenario, server, protocol, servers.clients()));
                tests.add(
                        dynamicTest(
                                scenario.name() + " " + protocol,
                                () -> goesAlike(scenario, server, real.join(), protocol, servers)));
                previous = real;
            }
        }
        return dynamicContainer(server.toString(), tests);
    }

    private static List<Protocol> protocols(Scenario scenario) {
        return scenario.takesTime() ? List.of(Protocol.RESP3) : List.of(Protocol.values());
    }

    private static Transcript onSchedule(
            Scenario scenario, RealServer server, Protocol protocol, Clients clients) {
        Transcript transcript = Performance.of(scenario, server, protocol, clients);
        for (int i = 1; i < ATTEMPTS && transcript.lagMillis() > MAX_LAG_MILLIS; i++) {
            transcript = Performance.of(scenario, server, protocol, clients);
        }
        return transcript;
    }

    private static void goesAlike(
            Scenario scenario,
            RealServer server,
            Transcript real,
            Protocol protocol,
            ComparedServers servers) {
        assertThat(real.lagMillis())
                .as("how far %s strayed from the time steps, in ms", server.name())
                .isLessThanOrEqualTo(MAX_LAG_MILLIS);
        Transcript lockstep = onLockstep(scenario, server.profile(), protocol, servers.clients());
        Comparison comparison = Comparison.of(scenario, lockstep, real);
        servers.count(server, comparison.tally());
        assertThat(comparison.differences()).isEmpty();
    }

    private static Transcript onLockstep(
            Scenario scenario, String profile, Protocol protocol, Clients clients) {
        try (LockstepSubject lockstep = LockstepSubject.playing(profile)) {
            return Performance.of(scenario, lockstep, protocol, clients);
        }
    }
}
