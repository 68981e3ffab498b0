package dev.lockstep.conformance;

import java.util.ArrayList;
import java.util.List;

/** Compares what is expected at each step of a transcript with what came, line by line. */
public final class Comparison {

    /** What is expected where nothing is on record. */
    public static final List<String> NOTHING = List.of("nothing on record");

    private Comparison() {}

    /** The differences between {@code run} and what is on record. */
    public static List<Difference> ofRecord(
            Transcript transcript, String profile, Protocol protocol, Run run) {
        List<Difference> differences = new ArrayList<>();
        for (int i = 0; i < transcript.entries().size(); i++) {
            List<String> expected = transcript.entries().get(i).outcome(profile, protocol);
            List<String> came = run.outcomes().get(i);
            if (!came.equals(expected)) {
                differences.add(
                        new Difference(
                                transcript.name(),
                                transcript.entries().get(i).step().text(),
                                "record of " + profile,
                                expected == null ? NOTHING : expected,
                                run.server(),
                                came));
            }
        }
        return differences;
    }

    /** The differences between two runs. */
    public static List<Difference> ofRuns(Transcript transcript, Run left, Run right) {
        List<Difference> differences = new ArrayList<>();
        for (int i = 0; i < transcript.entries().size(); i++) {
            if (!left.outcomes().get(i).equals(right.outcomes().get(i))) {
                differences.add(
                        new Difference(
                                transcript.name(),
                                transcript.entries().get(i).step().text(),
                                left.server(),
                                left.outcomes().get(i),
                                right.server(),
                                right.outcomes().get(i)));
            }
        }
        return differences;
    }
}
