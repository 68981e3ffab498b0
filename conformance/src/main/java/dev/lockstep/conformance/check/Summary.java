package dev.lockstep.conformance.check;

import dev.lockstep.conformance.check.ScriptResult.Count;
import dev.lockstep.conformance.check.ScriptResult.Finding;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Tells on a terminal or in a log what came of a check. */
final class Summary {

    private final PrintStream out;

    Summary(PrintStream out) {
        this.out = out;
    }

    /** What was compared with what. */
    void begin(Options options, List<ServerAddress> servers) {
        out.println("lockstep-check, seed " + options.seed());
        for (ServerAddress server : servers) {
            String played = options.profile() == null ? server.profile() : options.profile();
            out.println(
                    "  "
                            + server.name()
                            + ", Lockstep as "
                            + played
                            + (server.isNear() ? ", the nearest profile there is" : ""));
        }
        if (options.against().isEmpty()) {
            out.println("  no real server: Lockstep as " + String.join(", ", options.profiles()));
        }
    }

    /** One line for what cannot be done. */
    void obstacle(String line) {
        out.println("cannot run: " + line);
    }

    /** What came of one script. */
    void tell(ScriptResult result) {
        out.println();
        out.println(result.name());
        result.counts()
                .forEach(
                        (server, count) ->
                                out.println(
                                        "  "
                                                + (result.differsOn(server)
                                                        ? "DIFFERS "
                                                        : "same    ")
                                                + server
                                                + ": "
                                                + counted(count)));
        result.obstacles().forEach(line -> out.println("  cannot run: " + line));
        result.findings().forEach(this::tell);
        result.notes().forEach(note -> out.println("  note: " + note));
        result.advice().forEach(given -> out.println("  " + given));
    }

    /** {@code 3 cases}, or {@code 40 runs, 280 calls}. */
    static String counted(Count count) {
        List<String> parts = new ArrayList<>();
        if (count.cases() > 0) {
            parts.add(count.cases() + (count.cases() == 1 ? " case" : " cases"));
        }
        if (count.runs() > 0) {
            parts.add(count.runs() + (count.runs() == 1 ? " run" : " runs"));
        }
        if (count.calls() > 0) {
            parts.add(count.calls() + (count.calls() == 1 ? " call" : " calls"));
        }
        return String.join(", ", parts);
    }

    private void tell(Finding finding) {
        out.println("  difference: " + finding.serversInWords() + ", " + finding.origin());
        FindingText.whole(finding).lines().forEach(line -> out.println("    " + line));
    }

    /** The last line. */
    void end(List<ScriptResult> results, int cannotRun) {
        long different = results.stream().filter(it -> !it.findings().isEmpty()).count();
        long advice = results.stream().mapToLong(it -> it.advice().size()).sum();
        out.println();
        out.println(
                counted(results.size(), "script")
                        + ": "
                        + (different == 0 ? "no difference" : different + " with differences")
                        + (cannotRun == 0 ? "" : ", " + cannotRun + " could not run")
                        + (advice == 0 ? "" : ", " + counted(advice, "piece") + " of advice"));
    }

    private static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
