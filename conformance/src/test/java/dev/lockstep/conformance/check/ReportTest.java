package dev.lockstep.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.conformance.Answer;
import dev.lockstep.conformance.check.ScriptResult.Count;
import dev.lockstep.conformance.check.ScriptResult.Finding;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What came of a check is told to people and to CI. */
class ReportTest {

    private static final String SERVER = "redis 7.0.15 at host:1";

    private static Options options(String... more) {
        List<String> words = new ArrayList<>(List.of("a<b.lua"));
        words.addAll(List.of(more));
        return Options.parse(words);
    }

    private static ScriptResult different() {
        ScriptResult result = new ScriptResult("dir/a<b.lua");
        result.count(SERVER, new Count(0, 3, 20));
        Mismatch mismatch =
                new Mismatch(
                        1,
                        "show",
                        Judge.Verdict.DIFFERENT,
                        "Lockstep as redis-7.0",
                        List.of("k: string \"1\", stays"),
                        SERVER,
                        List.of("k: string \"2\", stays"));
        result.found(
                new Finding(Set.of(SERVER), "made-up calls, seed 1", mismatch, "> EVAL lua:a 0\n"));
        result.advise(new Advice.Given(Advice.NO_TTL, "KEYS[1]"));
        return result;
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void differencesOutweighWhatCouldNotRun() {
        Report report = new Report(options());
        assertThat(report.status()).isEqualTo(Report.SAME);
        report.obstacle("host:1: cannot be reached");
        assertThat(report.status()).isEqualTo(Report.COULD_NOT_RUN);
        report.add(different());
        assertThat(report.status()).isEqualTo(Report.DIFFERENT);
    }

    @Test
    void adviceCountsOnlyWhenAsked() {
        ScriptResult advised = new ScriptResult("a.lua");
        advised.advise(new Advice.Given(Advice.NO_TTL, "KEYS[1]"));
        for (String failOn : List.of("advice", "LC103")) {
            Report report = new Report(options("--fail-on", failOn));
            report.add(advised);
            assertThat(report.status()).isEqualTo(Report.DIFFERENT);
        }
        Report report = new Report(options("--fail-on", "LC101"));
        report.add(advised);
        assertThat(report.status()).isEqualTo(Report.SAME);
    }

    @Test
    void junitReadsWhatIsWrittenForIt() throws Exception {
        Report report = new Report(options());
        report.obstacle("host:2: cannot be \u0001 reached");
        report.add(different());
        Document xml = parsed(new JUnitXml(report).text());
        Element suite = (Element) xml.getElementsByTagName("testsuite").item(1);
        assertThat(suite.getAttribute("name")).isEqualTo("dir/a<b.lua");
        assertThat(suite.getAttribute("tests")).isEqualTo("1");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(xml.getElementsByTagName("failure").item(0).getTextContent())
                .isEqualTo("> EVAL lua:a 0\n");
        assertThat(xml.getElementsByTagName("error").getLength()).isEqualTo(1);
    }

    @Test
    void thePageShowsBothSidesAndNeedsNothingElse() {
        Report report = new Report(options());
        report.add(different());
        String page = new HtmlPage(report, options(), List.of()).text();
        assertThat(page)
                .contains("a&lt;b.lua", "<mark>k: string &quot;1&quot;, stays</mark>", "LC103")
                .doesNotContain("<script", "http://", "https://", "a<b.lua");
    }

    @Test
    void aLimiterHasAPicture() {
        Admissions admissions =
                new Admissions(
                        "EVAL",
                        List.of(
                                new Admissions.Decision(0, true),
                                new Admissions.Decision(500, false)));
        assertThat(admissions.isTelling()).isTrue();
        assertThat(AdmissionChart.svg(admissions))
                .contains("1 of 2 calls admitted", "class=\"yes\"", "class=\"no\"");
        assertThat(Admissions.decision(new Answer(':', "0", List.of()))).contains(false);
        assertThat(Admissions.decision(new Answer('$', "0", List.of()))).isEmpty();
    }

    @Test
    void badOptionsAreToldByName() {
        assertThatThrownBy(() -> options("--fail-on", "LC999")).hasMessageContaining("LC999");
        assertThatThrownBy(() -> options("--nonsense", "x")).hasMessageContaining("--nonsense");
        assertThatThrownBy(() -> options("--seed", "x")).hasMessageContaining("--seed");
        assertThatThrownBy(() -> options("--seed")).hasMessageContaining("wants a value");
        assertThatThrownBy(() -> options("--profile", "redis-1")).hasMessageContaining("redis-1");
        assertThatThrownBy(() -> Options.parse(List.of())).hasMessageContaining("--help");
    }
}
