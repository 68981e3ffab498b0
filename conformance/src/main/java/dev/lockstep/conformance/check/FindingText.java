package dev.lockstep.conformance.check;

import dev.lockstep.conformance.Step;
import java.util.List;
import java.util.stream.Collectors;

/** Writes what differs as a transcript, ready to be kept as a case. */
final class FindingText {

    private FindingText() {}

    /** The steps up to the one that differs, with what the server on the right came to. */
    static String transcript(List<Step> steps, Mismatch mismatch) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < mismatch.at(); i++) {
            // A look at what is the same everywhere shows nothing.
            if (!(steps.get(i) instanceof Step.Show)) {
                text.append(steps.get(i).text()).append('\n');
            }
        }
        text.append("# ").append(mismatch.left()).append(" has here\n");
        text.append(lines("#   ", mismatch.leftLines()));
        text.append("# and ").append(mismatch.right()).append('\n');
        text.append(mismatch.step()).append('\n');
        return text.append(lines("  ", mismatch.rightLines())).toString();
    }

    /** Its transcript; of one against the record, what both sides have. */
    static String whole(ScriptResult.Finding finding) {
        Mismatch mismatch = finding.mismatch();
        if (!finding.transcript().isEmpty()) {
            return finding.transcript();
        }
        return mismatch.step()
                + "\n"
                + mismatch.left()
                + ":\n"
                + lines("  ", mismatch.leftLines())
                + mismatch.right()
                + ":\n"
                + lines("  ", mismatch.rightLines());
    }

    private static String lines(String before, List<String> lines) {
        return lines.stream().map(line -> before + line + "\n").collect(Collectors.joining());
    }
}
