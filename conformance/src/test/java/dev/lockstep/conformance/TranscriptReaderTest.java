package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.conformance.Transcript.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TranscriptReaderTest {

    private static final String TEXT =
            """
            # A title.
            @clock

            B> SET "a key" "\\x00\\"\\n" EX 5
              +OK
            advance 300ms
            show k other
              k: none
            @unordered: its order is chance
            > KEYS *
              [redis-6.2 redis-7.0]
              ["a"]
              [redis-8.0 valkey-8.0]
              ["b"]
              [resp3]
              ~["a"]
            B~ BLPOP l 0
            B<
              ["l", "v"]
            # The end.
            """;

    @Test
    void stepsAreReadWithTheirOutcomes() {
        Transcript transcript = read(TEXT);
        assertThat(transcript.entries().stream().map(Entry::step))
                .containsExactly(
                        new Step.Send(
                                "B> SET \"a key\" \"\\x00\\\"\\n\" EX 5",
                                "B",
                                List.of("SET", "a key", "\0\"\n", "EX", "5"),
                                null),
                        new Step.Advance("advance 300ms", Duration.ofMillis(300)),
                        new Step.Show("show k other", List.of("k", "other")),
                        new Step.Send("> KEYS *", "", List.of("KEYS", "*"), Looseness.UNORDERED),
                        new Step.Start("B~ BLPOP l 0", "B", List.of("BLPOP", "l", "0")),
                        new Step.Receive("B<", "B", null));
        assertThat(transcript.entries().get(0).outcomes()).isEqualTo(Map.of("", List.of("+OK")));
        assertThat(transcript.lines()).containsExactly("# The end.");
        assertThat(transcript.needsClock()).isTrue();
    }

    @Test
    void outcomesAreFoundByProfileAndProtocol() {
        Entry keys = read(TEXT).entries().get(3);
        assertThat(keys.outcome("redis-7.0", Protocol.RESP2)).containsExactly("[\"a\"]");
        assertThat(keys.outcome("valkey-8.0", Protocol.RESP2)).containsExactly("[\"b\"]");
        assertThat(keys.outcome("valkey-8.0", Protocol.RESP3)).containsExactly("~[\"a\"]");
        Entry set = read(TEXT).entries().get(0);
        assertThat(set.outcome("redis-7.0", Protocol.RESP3)).containsExactly("+OK");
        assertThat(read("> GET k").entries().get(0).outcome("redis-7.0", Protocol.RESP2)).isNull();
    }

    @Test
    void whatWasReadIsWrittenAgain() {
        Transcript transcript = read(TEXT);
        List<String> profiles = List.of("redis-6.2", "redis-7.0", "redis-8.0", "valkey-8.0");
        assertThat(transcript.withOutcomes(new TranscriptRecord(transcript, profiles)))
                .isEqualTo(TEXT);
    }

    @Test
    void whatWasPerformedReplacesWhatWasOnRecord() {
        Transcript transcript = read("> INCR k\n  :1\n");
        TranscriptRecord record = new TranscriptRecord(transcript, List.of("redis-6.2", "new"));
        record.put("new", Protocol.RESP3, new Run("a server", List.of(List.of(":2"))));
        assertThat(transcript.withOutcomes(record))
                .isEqualTo("> INCR k\n  :1\n  [redis-6.2 resp3]\n  :1\n  [new resp3]\n  :2\n");
    }

    @Test
    void scriptsStandForTheirTextAndDigest() {
        Transcript transcript = read("> EVALSHA sha:fixed-window 1 lua:fixed-window\n");
        assertThat(transcript.entries().get(0).step())
                .isInstanceOfSatisfying(
                        Step.Send.class,
                        send ->
                                assertThat(send.words())
                                        .containsExactly(
                                                "EVALSHA",
                                                "b89fa910a630e759347bc5674c555ac373153839",
                                                "1",
                                                new ScriptLibrary().text("fixed-window")));
    }

    @Test
    void loosenessHasANameAndAReason() {
        assertThatThrownBy(() -> read("@unordered\n> KEYS *\n"))
                .hasMessage("example, line 1: @unordered wants a reason after a colon");
        assertThatThrownBy(() -> read("# why\n@whatever: goes\n"))
                .hasMessage("example, line 2: no directive @whatever");
    }

    @Test
    void whatIsNotUnderstoodIsNamed() {
        assertThatThrownBy(() -> read("@clock\nwait 5s\n"))
                .hasMessage("example, line 2: no step: wait 5s");
        assertThatThrownBy(() -> read("advance a while\n"))
                .hasMessage("example, line 1: advance takes one duration");
        assertThatThrownBy(() -> read("advance 5m\n"))
                .hasMessage("example, line 1: no duration in ms or s: 5m");
        assertThatThrownBy(() -> read("  :1\n"))
                .hasMessage("example, line 1: an outcome without a step: :1");
        assertThatThrownBy(() -> read("> EVAL lua:nothing 0\n"))
                .hasMessage("example, line 1: no script nothing");
        assertThatThrownBy(() -> read("> GET \"k\n")).hasMessage("example, line 1: no words: \"k");
    }

    private static Transcript read(String text) {
        return TranscriptReader.read("example", text, new ScriptLibrary());
    }
}
