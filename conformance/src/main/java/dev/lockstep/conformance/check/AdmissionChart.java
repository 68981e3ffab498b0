package dev.lockstep.conformance.check;

import dev.lockstep.conformance.check.Admissions.Decision;
import java.util.List;
import java.util.Locale;

/**
 * Draws which calls a limiter let pass over time: a line of those that asked, a line of those that
 * passed, both counted up, and below a mark for each call.
 */
final class AdmissionChart {

    private static final int WIDTH = 720;
    private static final int HEIGHT = 230;
    private static final int LEFT = 44;
    private static final int RIGHT = 16;
    private static final int TOP = 14;
    private static final int BASE = 160;
    private static final int PASSED_AT = 182;
    private static final int DENIED_AT = 198;
    private static final int AXIS_AT = 222;

    private final List<Decision> decisions;
    private final long endMillis;
    private final StringBuilder svg = new StringBuilder();

    private AdmissionChart(Admissions admissions) {
        this.decisions = admissions.decisions();
        this.endMillis = Math.max(1, decisions.get(decisions.size() - 1).atMillis());
    }

    /** An element to stand in a page of HTML. */
    static String svg(Admissions admissions) {
        return new AdmissionChart(admissions).draw();
    }

    private String draw() {
        long passed = decisions.stream().filter(Decision::admitted).count();
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%d of %d calls"
                                + " admitted\">",
                        WIDTH,
                        HEIGHT,
                        passed,
                        decisions.size()));
        grid();
        steps("asked", false);
        steps("passed", true);
        marks();
        axis();
        return svg.append("</svg>").toString();
    }

    private double x(long millis) {
        return LEFT + (double) (WIDTH - LEFT - RIGHT) * millis / endMillis;
    }

    private double y(int count) {
        return BASE - (double) (BASE - TOP) * count / decisions.size();
    }

    private void grid() {
        for (int i = 0; i <= 4; i++) {
            int count = decisions.size() * i / 4;
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\""
                                    + " y2=\"%.1f\"/><text class=\"tick\" x=\"%d\" y=\"%.1f\""
                                    + " text-anchor=\"end\">%d</text>",
                            LEFT,
                            WIDTH - RIGHT,
                            y(count),
                            y(count),
                            LEFT - 8,
                            y(count) + 4,
                            count));
        }
    }

    private void steps(String name, boolean onlyAdmitted) {
        svg.append("<path class=\"").append(name).append("\" d=\"");
        svg.append(String.format(Locale.ROOT, "M%.1f %.1f", x(0), y(0)));
        int count = 0;
        for (Decision decision : decisions) {
            if (decision.admitted() || !onlyAdmitted) {
                count++;
            }
            svg.append(String.format(Locale.ROOT, "H%.1fV%.1f", x(decision.atMillis()), y(count)));
        }
        svg.append("\"/>");
    }

    private void marks() {
        for (Decision decision : decisions) {
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<circle class=\"%s\" cx=\"%.1f\" cy=\"%d\" r=\"4\"><title>%d ms:"
                                    + " %s</title></circle>",
                            decision.admitted() ? "yes" : "no",
                            x(decision.atMillis()),
                            decision.admitted() ? PASSED_AT : DENIED_AT,
                            decision.atMillis(),
                            decision.admitted() ? "admitted" : "denied"));
        }
    }

    private void axis() {
        for (int i = 0; i <= 4; i++) {
            long millis = endMillis * i / 4;
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>",
                            x(millis),
                            AXIS_AT,
                            i == 4 ? "end" : "middle",
                            time(millis)));
        }
    }

    private String time(long millis) {
        return endMillis < 10_000
                ? millis + " ms"
                : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
