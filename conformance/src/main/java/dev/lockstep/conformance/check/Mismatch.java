package dev.lockstep.conformance.check;

import java.util.List;

/**
 * A step that did not come to the same on two servers.
 *
 * @param at the number of the step, from 0
 * @param step as a transcript has it
 */
record Mismatch(
        int at,
        String step,
        Judge.Verdict verdict,
        String left,
        List<String> leftLines,
        String right,
        List<String> rightLines) {

    Mismatch {
        leftLines = List.copyOf(leftLines);
        rightLines = List.copyOf(rightLines);
    }
}
