package dev.lockstep.conformance.check;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the command line has come to: its exit status, and all that it printed. */
record Outcome(int status, String output) {

    /** Runs lockstep-check with {@code words}. */
    static Outcome of(String... words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        int status = new Main(out, out, false).run(List.of(words));
        return new Outcome(status, bytes.toString(StandardCharsets.UTF_8));
    }
}
