package dev.lockstep.conformance.check;

import dev.lockstep.conformance.check.ScriptShape.Argument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Finds out by trying how many KEYS and ARGV a script wants, where its text leaves that open. */
final class ShapeTrial {

    private static final int MORE_KEYS = 2;
    private static final int MORE_ARGUMENTS = 4;

    private ShapeTrial() {}

    /** The smallest shape that works, or {@code told} by the text when none does. */
    static ScriptShape of(CheckedScript script, ScriptShape told, Rehearsal rehearsal) {
        for (int arguments = 0;
                arguments <= (told.moreArguments() ? MORE_ARGUMENTS : 0);
                arguments++) {
            for (int keys = 0; keys <= (told.moreKeys() ? MORE_KEYS : 0); keys++) {
                ScriptShape tried = widened(told, keys, arguments);
                ScenarioGenerator calls = new ScenarioGenerator(script, fixed(tried), "", 0, false);
                if (!rehearsal.tryOut(script, calls.plain(1).lastCall()).isError()) {
                    return tried;
                }
            }
        }
        return told;
    }

    private static ScriptShape widened(ScriptShape shape, int keys, int arguments) {
        List<Argument> all = new ArrayList<>(shape.arguments());
        all.addAll(Collections.nCopies(arguments, new Argument(ArgumentRole.UNKNOWN, "")));
        return new ScriptShape(
                shape.keys() + keys,
                all,
                shape.moreKeys(),
                shape.moreArguments(),
                shape.commands(),
                shape.flags());
    }

    private static ScriptShape fixed(ScriptShape shape) {
        return new ScriptShape(
                shape.keys(), shape.arguments(), false, false, shape.commands(), shape.flags());
    }
}
