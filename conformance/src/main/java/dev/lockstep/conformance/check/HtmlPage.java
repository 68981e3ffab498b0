package dev.lockstep.conformance.check;

import dev.lockstep.conformance.check.Advice.Given;
import dev.lockstep.conformance.check.ScriptResult.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A check as one page to read, which needs nothing else. */
final class HtmlPage {

    private final Report report;
    private final Options options;
    private final List<ServerAddress> servers;
    private final StringBuilder html = new StringBuilder();

    HtmlPage(Report report, Options options, List<ServerAddress> servers) {
        this.report = report;
        this.options = options;
        this.servers = servers;
    }

    String text() {
        html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
        html.append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">");
        html.append("<title>lockstep-check</title>\n<style>\n").append(style());
        html.append("</style></head><body><main>\n");
        head();
        if (report.results().size() > 1) {
            table();
        }
        for (int i = 0; i < report.results().size(); i++) {
            script(report.results().get(i), i);
        }
        html.append("<footer>Made by lockstep-check, seed ").append(options.seed());
        return html.append(".</footer></main></body></html>\n").toString();
    }

    private static String style() {
        try (InputStream in = HtmlPage.class.getResourceAsStream("page.css")) {
            if (in == null) {
                throw new IllegalStateException("no page.css");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void head() {
        long different = report.results().stream().filter(it -> !it.findings().isEmpty()).count();
        boolean same = different == 0;
        html.append("<header><p class=\"brand\">lockstep-check</p><h1 class=\"");
        html.append(same ? "good" : "bad").append("\">");
        html.append(
                same
                        ? "No difference"
                        : different
                                + " of "
                                + count(report.results().size(), "script")
                                + (different == 1 ? " differs" : " differ"));
        html.append("</h1><p class=\"lead\">").append(count(report.results().size(), "script"));
        html.append(" on ");
        if (servers.isEmpty()) {
            html.append("Lockstep as ").append(escaped(String.join(", ", options.profiles())));
        } else {
            html.append("Lockstep and on ");
            html.append(
                    escaped(String.join(", ", servers.stream().map(ServerAddress::name).toList())));
        }
        html.append(".</p></header>\n");
        report.obstacles()
                .forEach(line -> html.append(paragraph("obstacle", "Could not run: " + line)));
    }

    private void table() {
        Set<String> columns = new TreeSet<>();
        report.results().forEach(result -> columns.addAll(result.counts().keySet()));
        html.append("<table><thead><tr><th>Script</th>");
        columns.forEach(column -> html.append("<th>").append(escaped(column)).append("</th>"));
        html.append("<th>Advice</th></tr></thead><tbody>\n");
        for (int i = 0; i < report.results().size(); i++) {
            ScriptResult result = report.results().get(i);
            html.append("<tr><th><a href=\"#s").append(i).append("\">");
            html.append(escaped(shortName(result))).append("</a></th>");
            columns.forEach(column -> cell(result, column));
            html.append("<td>")
                    .append(result.advice().isEmpty() ? "" : result.advice().size())
                    .append("</td></tr>\n");
        }
        html.append("</tbody></table>\n");
    }

    private void cell(ScriptResult result, String server) {
        boolean ran = result.counts().containsKey(server);
        if (!ran) {
            html.append("<td class=\"none\">not run</td>");
        } else if (result.differsOn(server)) {
            html.append("<td class=\"bad\">differs</td>");
        } else {
            html.append("<td class=\"good\">same</td>");
        }
    }

    private static String shortName(ScriptResult result) {
        return result.name().replaceFirst("^.*[/\\\\]", "");
    }

    private void script(ScriptResult result, int number) {
        html.append("<section id=\"s").append(number).append("\"><h2>");
        html.append(escaped(shortName(result))).append("</h2>");
        html.append(paragraph("path", result.name()));
        result.obstacles().forEach(line -> html.append(paragraph("obstacle", line)));
        if (!result.counts().isEmpty()) {
            html.append("<ul class=\"ran\">");
            result.counts()
                    .forEach(
                            (server, count) ->
                                    html.append("<li><b>")
                                            .append(escaped(server))
                                            .append("</b> ")
                                            .append(Summary.counted(count))
                                            .append("</li>"));
            html.append("</ul>");
        }
        result.findings().forEach(this::finding);
        Admissions admissions = result.admissions();
        if (admissions != null) {
            picture(admissions);
        }
        if (!result.advice().isEmpty()) {
            html.append("<h3>Worth a look</h3><dl>");
            result.advice().forEach(this::advice);
            html.append("</dl>");
        }
        result.notes().forEach(note -> html.append(paragraph("note", note + ".")));
        html.append("</section>\n");
    }

    private void finding(Finding finding) {
        Mismatch mismatch = finding.mismatch();
        html.append("<div class=\"finding\"><h3>Differs: ")
                .append(escaped(finding.serversInWords()));
        html.append("</h3><p class=\"origin\">").append(escaped(finding.origin()));
        html.append("; at <code>").append(escaped(mismatch.step())).append("</code></p>");
        html.append("<div class=\"sides\">");
        side(mismatch.left(), mismatch.leftLines(), mismatch.rightLines());
        side(mismatch.right(), mismatch.rightLines(), mismatch.leftLines());
        html.append("</div>");
        if (!finding.transcript().isEmpty()) {
            html.append("<details><summary>The smallest run that shows it</summary><pre>");
            html.append(escaped(finding.transcript())).append("</pre></details>");
        }
        html.append("</div>");
    }

    private void side(String name, List<String> lines, List<String> others) {
        html.append("<div><h4>").append(escaped(name)).append("</h4><pre>");
        for (int i = 0; i < lines.size(); i++) {
            boolean differs = i >= others.size() || !Judge.looksAlike(lines.get(i), others.get(i));
            html.append(differs ? "<mark>" : "").append(escaped(lines.get(i)));
            html.append(differs ? "</mark>" : "").append('\n');
        }
        html.append("</pre></div>");
    }

    private void picture(Admissions admissions) {
        long passed = admissions.decisions().stream().filter(Admissions.Decision::admitted).count();
        html.append("<figure>").append(AdmissionChart.svg(admissions));
        html.append("<figcaption>").append(count(admissions.decisions().size(), "call"));
        html.append(" asked <i class=\"asked\"></i>, ").append(passed);
        html.append(" passed <i class=\"passed\"></i>; below, each call: admitted");
        html.append(
                " <i class=\"yes\"></i> or denied <i class=\"no\"></i>. First called as <code>");
        html.append(escaped(admissions.call())).append("</code></figcaption></figure>");
    }

    private void advice(Given given) {
        html.append("<dt><b>").append(given.advice().number()).append("</b> ");
        html.append(escaped(given.advice().title())).append("</dt><dd><code>");
        html.append(escaped(given.detail())).append("</code><br>");
        html.append(escaped(given.advice().reason())).append("</dd>");
    }

    private static String paragraph(String kind, String text) {
        return "<p class=\"" + kind + "\">" + escaped(text) + "</p>\n";
    }

    private static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
