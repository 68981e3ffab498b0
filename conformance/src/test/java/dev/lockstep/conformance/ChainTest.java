package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever is called, in whatever order: Lockstep does as a real server. A chain has a hundred
 * links, and is for one of the profiles of which there is a real server on our clock: {@code
 * -Djqwik.tries.default=8000} makes 200,000 calls for each of four.
 */
class ChainTest {

    /** By profile, in the order of these. */
    private static final Map<String, Twins> TWINS = new LinkedHashMap<>();

    private static final List<String> ABSENCES = new ArrayList<>();
    private static final List<RealServers> CLOSED_LAST = new ArrayList<>();

    @BeforeContainer
    static void start() {
        RealServers real = ComparedServers.openRealServers();
        CLOSED_LAST.add(real);
        for (Profile profile : Profile.values()) {
            String name = profile.profileName();
            Optional<RealServer> twin =
                    real.servers().stream()
                            .filter(server -> server.isOnOurClock())
                            .filter(server -> server.profile().equals(name))
                            .findFirst();
            twin.ifPresent(server -> TWINS.put(name, new Twins(server)));
            if (twin.isEmpty()) {
                ABSENCES.add("no chains as " + name + ": no such server is on our clock");
            }
        }
    }

    @AfterContainer
    static void stop() {
        TWINS.forEach((name, twins) -> System.out.println("chains as " + name + ": " + twins));
        ABSENCES.forEach(System.out::println);
        TWINS.values().forEach(Twins::close);
        TWINS.clear();
        CLOSED_LAST.forEach(RealServers::close);
        CLOSED_LAST.clear();
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.FULL)
    void lockstepDoesAsARealServer(@ForAll("chains") Chain chain) {
        Twins twins = TWINS.get(chain.profile());
        assertThat(twins == null ? Optional.empty() : twins.firstDifference(chain)).isEmpty();
    }

    /** Without real servers there is nothing to follow. */
    @Provide
    Arbitrary<Chain> chains() {
        if (TWINS.isEmpty()) {
            return Arbitraries.just(new Chain("", Protocol.RESP2, List.of()));
        }
        List<ChainGenerator> generators = TWINS.keySet().stream().map(ChainGenerator::of).toList();
        return Arbitraries.fromGenerator(
                random -> Vocabulary.pick(generators, random).next(random));
    }
}
