package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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
 * -Djqwik.tries.default=9000} makes over 200,000 calls for each of four.
 */
class ChainTest {

    /** One, between the beginning and the end. */
    private static final Deque<AllTwins> TWINS = new ArrayDeque<>();

    @BeforeContainer
    static void start() {
        TWINS.push(new AllTwins("chains"));
    }

    @AfterContainer
    static void stop() {
        TWINS.pop().close();
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.FULL)
    void lockstepDoesAsARealServer(@ForAll("chains") Chain chain) {
        assertThat(TWINS.getFirst().firstDifference(chain)).isEmpty();
    }

    /** Without real servers there is nothing to follow. */
    @Provide
    Arbitrary<Chain> chains() {
        List<ChainGenerator> generators =
                TWINS.getFirst().profiles().stream().map(ChainGenerator::of).toList();
        return generators.isEmpty()
                ? Arbitraries.just(Chain.NONE)
                : Arbitraries.fromGenerator(
                        random -> Vocabulary.pick(generators, random).next(random));
    }
}
