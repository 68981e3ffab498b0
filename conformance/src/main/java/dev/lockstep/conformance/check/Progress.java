package dev.lockstep.conformance.check;

import java.io.PrintStream;

/** A bar that shows how far a check has come, on a terminal; nothing elsewhere. */
final class Progress {

    private static final int WIDTH = 24;

    private final PrintStream out;
    private final boolean isShown;
    private final int total;
    private int done;

    /**
     * A bar of {@code total} scripts.
     *
     * @param isShown whether {@code out} is a terminal
     */
    Progress(PrintStream out, boolean isShown, int total) {
        this.out = out;
        this.isShown = isShown;
        this.total = total;
    }

    /** Tells what goes on within the script at hand. */
    void at(String what) {
        if (isShown) {
            int filled = total == 0 ? WIDTH : done * WIDTH / total;
            String bar = "#".repeat(filled) + "-".repeat(WIDTH - filled);
            out.print("\r\u001b[K[" + bar + "] " + done + "/" + total + " " + what);
            out.flush();
        }
    }

    /** One script is done. */
    void advance() {
        done++;
    }

    /** Takes the bar away. */
    void end() {
        if (isShown) {
            out.print("\r\u001b[K");
            out.flush();
        }
    }
}
