package dev.lockstep.conformance;

import java.util.List;

/** A step that did not come to the same on two servers, or on a server and on record. */
public record Difference(
        String transcript,
        String step,
        String left,
        List<String> leftLines,
        String right,
        List<String> rightLines) {

    @Override
    public String toString() {
        return transcript
                + ": "
                + step
                + ("\n  " + left + "\n    " + String.join("\n    ", leftLines))
                + ("\n  " + right + "\n    " + String.join("\n    ", rightLines));
    }
}
