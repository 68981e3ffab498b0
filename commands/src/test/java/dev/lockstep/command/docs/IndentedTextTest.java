package dev.lockstep.command.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.command.docs.IndentedText.Line;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndentedTextTest {

    @Test
    void aLineHoldsWhatIsIndentedBelowIt() throws IOException {
        assertThat(read("redis-8.0", "# note", "a one", "", "  b", "    c", "  d", "e"))
                .containsExactly(line("a one", line("b", line("c")), line("d")), line("e"));
    }

    @Test
    void aRestrictedLineIsLeftOutWithAllBelowItForOtherProfiles() throws IOException {
        String[] text = {"a", "  b x [redis-7.0 valkey-8.0]", "    c", "  d [x"};

        assertThat(read("valkey-8.0", text))
                .containsExactly(line("a", line("b x", line("c")), line("d [x")));
        assertThat(read("redis-8.0", text)).containsExactly(line("a", line("d [x")));
    }

    @Test
    void keywordAndRestArePartedByTheFirstBlank() {
        assertThat(line("since 1.0.0 or so").keyword()).isEqualTo("since");
        assertThat(line("since 1.0.0 or so").rest()).isEqualTo("1.0.0 or so");
        assertThat(line("arguments").keyword()).isEqualTo("arguments");
        assertThat(line("arguments").rest()).isEmpty();
    }

    @Test
    void aLevelThatIsSkippedOrHalvedIsRefused() {
        assertThatThrownBy(() -> read("redis-8.0", "a", "    b"))
                .hasMessage("line 2 is indented too far:     b");
        assertThatThrownBy(() -> read("redis-8.0", "a", " b"))
                .hasMessage("line 2 is indented by half a level:  b");
    }

    private static List<Line> read(String profile, String... lines) throws IOException {
        return IndentedText.read(
                new BufferedReader(new StringReader(String.join("\n", lines))), profile);
    }

    private static Line line(String text, Line... below) {
        return new Line(text, List.of(below));
    }
}
