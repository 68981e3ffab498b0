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
 * Whatever a Lua program does, it comes to the same on Lockstep and on a real server: the reply,
 * the text of an error, what is stored. A try is twenty programs for one of the profiles of which
 * there is a real server on our clock: {@code -Djqwik.tries.default=9000} runs 180,000.
 */
class LuaProgramTest {

    /** One, between the beginning and the end. */
    private static final Deque<AllTwins> TWINS = new ArrayDeque<>();

    @BeforeContainer
    static void start() {
        TWINS.push(new AllTwins("Lua programs"));
    }

    @AfterContainer
    static void stop() {
        TWINS.pop().close();
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.FULL)
    void comesToTheSameAsOnARealServer(@ForAll("programs") Chain programs) {
        assertThat(TWINS.getFirst().firstDifference(programs)).isEmpty();
    }

    /** Without real servers there is nothing to compare with. */
    @Provide
    Arbitrary<Chain> programs() {
        List<LuaProgramGenerator> generators =
                TWINS.getFirst().profiles().stream().map(LuaProgramGenerator::of).toList();
        return generators.isEmpty()
                ? Arbitraries.just(Chain.NONE)
                : Arbitraries.fromGenerator(
                        random -> Vocabulary.pick(generators, random).next(random));
    }
}
