package dev.lockstep.command;

import dev.lockstep.command.KeySpec.Index;
import dev.lockstep.command.KeySpec.Run;
import java.util.List;

/**
 * The plain form of key positions that {@code COMMAND INFO} has had from the start: the first key,
 * the last (from the end when negative) and the step; zeros without such keys.
 */
public record KeyRange(int first, int last, int step) {

    public static final KeyRange NONE = new KeyRange(0, 0, 0);

    /**
     * The keys of {@code specs} that stand at fixed positions, as one range: specifications that
     * continue each other are joined, others are left out.
     */
    static KeyRange of(List<KeySpec> specs) {
        KeyRange joined = NONE;
        for (KeySpec spec : specs) {
            if (spec.begin() instanceof Index index && spec.find() instanceof Run run) {
                joined = joined.join(index.position(), run);
            }
        }
        return joined;
    }

    private KeyRange join(int position, Run run) {
        int runLast = run.last() < 0 ? run.last() : position + run.last();
        if (first == 0) {
            return new KeyRange(position, runLast, run.step());
        }
        boolean continues = last >= 0 && run.step() == step && position == last + step;
        return continues ? new KeyRange(first, runLast, step) : this;
    }
}
