package dev.lockstep.conformance.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyCounterTest {

    @ParameterizedTest
    @CsvSource({
        "'+OK|', 1",
        "':1|:2|', 2",
        "'$3|abc|$-1|', 2",
        "'$0||', 1",
        "'*2|:1|$1|x|', 1",
        "'*0|*-1|', 2",
        "'*2|*1|:1|*2|:2|:3|+OK|', 2",
        "'*2|*0|:1|:2|', 2"
    })
    void repliesAreCountedHoweverTheyAreCut(String stream, int expected) throws IOException {
        byte[] bytes = stream.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(new ReplyCounter().count(ByteBuffer.wrap(bytes))).isEqualTo(expected);
        ReplyCounter dripped = new ReplyCounter();
        int count = 0;
        for (byte b : bytes) {
            count += dripped.count(ByteBuffer.wrap(new byte[] {b}));
        }
        assertThat(count).isEqualTo(expected);
    }

    @Test
    void anErrorReplyEndsTheRun() {
        ByteBuffer error = ByteBuffer.wrap("-ERR no\r\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> new ReplyCounter().count(error)).hasMessageContaining("-ERR no");
    }
}
