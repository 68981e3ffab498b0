package dev.lockstep.conformance;

import static dev.lockstep.conformance.Protocol.RESP2;
import static dev.lockstep.conformance.Protocol.RESP3;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Replies are shown so that those that differ in a byte look different. */
class AnswerTextTest {

    @Test
    void everyKindLooksDifferent() {
        List<String> replies =
                List.of(
                        "$1\r\n1\r\n",
                        ":1\r\n",
                        "+1\r\n",
                        ",1\r\n",
                        "(1\r\n",
                        "-1\r\n",
                        "!1\r\n1\r\n",
                        "=1\r\n1\r\n",
                        "$-1\r\n",
                        "*-1\r\n",
                        "_\r\n",
                        "$3\r\nnil\r\n",
                        "+nil\r\n",
                        "$0\r\n\r\n",
                        "*0\r\n",
                        "~0\r\n",
                        ">0\r\n",
                        "%0\r\n",
                        ",3\r\n",
                        ",3.0\r\n",
                        "*1\r\n*0\r\n",
                        "*2\r\n:1\r\n:2\r\n",
                        "*2\r\n:2\r\n:1\r\n",
                        "%1\r\n:1\r\n:2\r\n",
                        "*1\r\n+1, :2\r\n",
                        "*2\r\n+1\r\n:2\r\n",
                        "-ERR syntax error\r\n",
                        "-ERR syntax  error\r\n");
        assertThat(replies.stream().map(AnswerTextTest::shown)).doesNotHaveDuplicates();
    }

    @Test
    void nothingIsNilInTheWayOfTheProtocol() {
        assertThat(AnswerText.lines(answer("$-1\r\n"), RESP2)).containsExactly("nil");
        assertThat(AnswerText.lines(answer("_\r\n"), RESP2)).containsExactly("_");
        assertThat(AnswerText.lines(answer("_\r\n"), RESP3)).containsExactly("nil");
        assertThat(AnswerText.lines(answer("$-1\r\n"), RESP3)).containsExactly("$-1");
    }

    @Test
    void longRepliesTakeALineForEachElement() {
        String element = "$30\r\n" + "x".repeat(30) + "\r\n";
        String quoted = "\"" + "x".repeat(30) + "\"";
        assertThat(AnswerText.lines(answer("*4\r\n" + element.repeat(4)), RESP2))
                .containsExactly(
                        "[", "  " + quoted, "  " + quoted, "  " + quoted, "  " + quoted, "]");
        assertThat(AnswerText.lines(answer("%2\r\n" + element.repeat(4)), RESP3))
                .containsExactly(
                        "%{", "  " + quoted + ": " + quoted, "  " + quoted + ": " + quoted, "}");
    }

    @Test
    void whatIsLooseIsShownTheSame() {
        assertThat(Stream.of("*2\r\n:1\r\n:2\r\n", "*2\r\n:2\r\n:1\r\n"))
                .allSatisfy(
                        reply ->
                                assertThat(Looseness.UNORDERED.show(answer(reply), RESP2))
                                        .containsExactly("[:1, :2]"));
        assertThat(Looseness.UNORDERED_PAIRS.show(answer("*4\r\n:2\r\n:9\r\n:1\r\n:8\r\n"), RESP2))
                .containsExactly("[:1, :8, :2, :9]");
        assertThat(Looseness.UNORDERED.show(answer("%2\r\n:2\r\n:9\r\n:1\r\n:8\r\n"), RESP2))
                .containsExactly("%{:1: :8, :2: :9}");
        assertThat(Looseness.UNORDERED.show(answer("*2\r\n$1\r\n0\r\n*2\r\n:2\r\n:1\r\n"), RESP2))
                .containsExactly("[\"0\", [:1, :2]]");
        assertThat(Looseness.ANY.show(answer(":77\r\n"), RESP2)).containsExactly(": any");
        assertThat(Looseness.ANY.show(answer("-ERR no\r\n"), RESP2)).containsExactly("-ERR no");
    }

    private static String shown(String bytes) {
        return String.join("\n", AnswerText.lines(answer(bytes), RESP2));
    }

    private static Answer answer(String bytes) {
        try {
            return AnswerReader.read(
                    new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
