package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Step;
import java.util.List;

/** Two or more servers that take the same steps. */
interface Contest extends AutoCloseable {

    /**
     * Takes {@code steps} on all of them, from nothing stored on.
     *
     * @return what differs, a step and pair of servers each; of those that go wrong at a step, none
     *     later, because what is stored there is not the same any more
     */
    List<Mismatch> play(List<Step> steps);

    /** The same with other chance, for what must show again to be believed. */
    Contest again();

    @Override
    void close();
}
