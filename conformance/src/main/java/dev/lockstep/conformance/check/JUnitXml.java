package dev.lockstep.conformance.check;

import dev.lockstep.conformance.check.ScriptResult.Finding;
import java.util.List;
import java.util.Map;

/** A check as JUnit writes tests: a suite for each script, a test for each server. */
final class JUnitXml {

    private final Report report;
    private final StringBuilder xml = new StringBuilder();

    JUnitXml(Report report) {
        this.report = report;
    }

    String text() {
        xml.append(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="lockstep-check">
                """);
        if (!report.obstacles().isEmpty()) {
            xml.append("  <testsuite name=\"lockstep-check\" tests=\"")
                    .append(report.obstacles().size())
                    .append("\" failures=\"0\" errors=\"")
                    .append(report.obstacles().size())
                    .append("\">\n");
            report.obstacles().forEach(line -> error("lockstep-check", line));
            xml.append("  </testsuite>\n");
        }
        report.results().forEach(this::suite);
        return xml.append("</testsuites>\n").toString();
    }

    private void suite(ScriptResult result) {
        boolean advised = report.failsByAdvice(result);
        long failures =
                result.counts().keySet().stream().filter(result::differsOn).count()
                        + (advised ? 1 : 0);
        int tests = result.counts().size() + result.obstacles().size() + (advised ? 1 : 0);
        xml.append("  <testsuite name=\"").append(escaped(result.name()));
        xml.append("\" tests=\"").append(tests);
        xml.append("\" failures=\"").append(failures);
        xml.append("\" errors=\"").append(result.obstacles().size()).append("\">\n");
        for (Map.Entry<String, ScriptResult.Count> entry : result.counts().entrySet()) {
            List<Finding> found =
                    result.findings().stream()
                            .filter(finding -> finding.servers().contains(entry.getKey()))
                            .toList();
            test(result, entry.getKey(), found);
        }
        result.obstacles().forEach(line -> error(result.name(), line));
        if (advised) {
            advice(result);
        }
        xml.append("  </testsuite>\n");
    }

    private void test(ScriptResult result, String name, List<Finding> findings) {
        open(result.name(), name);
        for (Finding finding : findings) {
            xml.append("      <failure message=\"differs: ")
                    .append(escaped(finding.mismatch().step()))
                    .append("\">")
                    .append(escaped(FindingText.whole(finding)))
                    .append("</failure>\n");
        }
        xml.append("    </testcase>\n");
    }

    private void error(String suite, String line) {
        open(suite, "could run");
        xml.append("      <error message=\"").append(escaped(line)).append("\"/>\n");
        xml.append("    </testcase>\n");
    }

    private void advice(ScriptResult result) {
        open(result.name(), "advice");
        xml.append("      <failure message=\"advice\">");
        result.advice().forEach(given -> xml.append(escaped(given + "\n")));
        xml.append("</failure>\n    </testcase>\n");
    }

    private void open(String suite, String name) {
        xml.append("    <testcase classname=\"").append(escaped(suite));
        xml.append("\" name=\"").append(escaped(name)).append("\">\n");
    }

    /** What XML cannot hold at all is shown as a question mark. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\n' -> escaped.append("&#10;");
                default -> escaped.append(c < ' ' && c != '\t' ? '?' : c);
            }
        }
        return escaped.toString();
    }
}
