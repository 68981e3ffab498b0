package dev.lockstep.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.value.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReplyWriterTest {

    private static String resp2(Profile profile, Reply reply) {
        ReplyBuffer buffer = new ReplyBuffer();
        new Resp2Writer(profile).write(reply, buffer);
        return drain(buffer, Integer.MAX_VALUE);
    }

    private static String resp3(Profile profile, Reply reply) {
        ReplyBuffer buffer = new ReplyBuffer();
        new Resp3Writer(profile).write(reply, buffer);
        return drain(buffer, Integer.MAX_VALUE);
    }

    private static String drain(ReplyBuffer buffer, int limit) {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        buffer.drain(limit, taken::write);
        return taken.toString(StandardCharsets.ISO_8859_1);
    }

    static Stream<Arguments> replies() {
        Reply one = Reply.ONE;
        Reply a = Reply.bulk("a");
        return Stream.of(
                Arguments.of(Reply.OK, "+OK\r\n", "+OK\r\n"),
                Arguments.of(Reply.status("a\r\nb"), "+a  b\r\n", "+a  b\r\n"),
                Arguments.of(Reply.failure("ERR a\nb"), "-ERR a b\r\n", "-ERR a b\r\n"),
                Arguments.of(Reply.of(0), ":0\r\n", ":0\r\n"),
                Arguments.of(Reply.of(-10), ":-10\r\n", ":-10\r\n"),
                Arguments.of(Reply.of(1234567890123L), ":1234567890123\r\n", ":1234567890123\r\n"),
                Arguments.of(
                        Reply.of(Long.MAX_VALUE),
                        ":9223372036854775807\r\n",
                        ":9223372036854775807\r\n"),
                Arguments.of(
                        Reply.of(Long.MIN_VALUE),
                        ":-9223372036854775808\r\n",
                        ":-9223372036854775808\r\n"),
                Arguments.of(Reply.bulk("a\r\nb"), "$4\r\na\r\nb\r\n", "$4\r\na\r\nb\r\n"),
                Arguments.of(Reply.EMPTY_BULK, "$0\r\n\r\n", "$0\r\n\r\n"),
                Arguments.of(Reply.NIL, "$-1\r\n", "_\r\n"),
                Arguments.of(Reply.NIL_ARRAY, "*-1\r\n", "_\r\n"),
                Arguments.of(Reply.of(1.5), "$3\r\n1.5\r\n", ",1.5\r\n"),
                Arguments.of(Reply.of(Double.POSITIVE_INFINITY), "$3\r\ninf\r\n", ",inf\r\n"),
                Arguments.of(Reply.of(Double.NEGATIVE_INFINITY), "$4\r\n-inf\r\n", ",-inf\r\n"),
                Arguments.of(new Reply.Bool(true), ":1\r\n", "#t\r\n"),
                Arguments.of(new Reply.Bool(false), ":0\r\n", "#f\r\n"),
                Arguments.of(new Reply.BigNumber(Bytes.of("12")), "$2\r\n12\r\n", "(12\r\n"),
                Arguments.of(
                        new Reply.Verbatim("txt", Bytes.of("a")), "$1\r\na\r\n", "=5\r\ntxt:a\r\n"),
                Arguments.of(Reply.EMPTY_ARRAY, "*0\r\n", "*0\r\n"),
                Arguments.of(
                        Reply.array(one, Reply.array(a)),
                        "*2\r\n:1\r\n*1\r\n$1\r\na\r\n",
                        "*2\r\n:1\r\n*1\r\n$1\r\na\r\n"),
                Arguments.of(new Reply.SetOf(List.of(one)), "*1\r\n:1\r\n", "~1\r\n:1\r\n"),
                Arguments.of(
                        new Reply.MapOf(List.of(a, one)),
                        "*2\r\n$1\r\na\r\n:1\r\n",
                        "%1\r\n$1\r\na\r\n:1\r\n"),
                Arguments.of(
                        new Reply.Pairs(List.of(a, one, a, one)),
                        "*4\r\n$1\r\na\r\n:1\r\n$1\r\na\r\n:1\r\n",
                        "*2\r\n*2\r\n$1\r\na\r\n:1\r\n*2\r\n$1\r\na\r\n:1\r\n"),
                Arguments.of(new Reply.Push(List.of(a)), "*1\r\n$1\r\na\r\n", ">1\r\n$1\r\na\r\n"),
                Arguments.of(
                        new Reply.Attributed(List.of(a, one), Reply.OK),
                        "+OK\r\n",
                        "|1\r\n$1\r\na\r\n:1\r\n+OK\r\n"),
                Arguments.of(
                        new Reply.Sequence(List.of(one, a)),
                        ":1\r\n$1\r\na\r\n",
                        ":1\r\n$1\r\na\r\n"),
                Arguments.of(Reply.NONE, "", ""));
    }

    @ParameterizedTest
    @MethodSource("replies")
    void eachKindHasItsFormInBothProtocols(Reply reply, String resp2, String resp3) {
        assertThat(resp2(Profile.REDIS_8_0, reply)).isEqualTo(resp2);
        assertThat(resp3(Profile.REDIS_8_0, reply)).isEqualTo(resp3);
    }

    @Test
    void doublesAreSpelledAsTheProfileDoes() {
        Reply third = Reply.of(0.1);
        assertThat(resp2(Profile.REDIS_7_0, third)).isEqualTo("$19\r\n0.10000000000000001\r\n");
        assertThat(resp3(Profile.REDIS_7_0, third)).isEqualTo(",0.10000000000000001\r\n");
        assertThat(resp2(Profile.REDIS_8_0, third)).isEqualTo("$3\r\n0.1\r\n");
        assertThat(resp3(Profile.REDIS_8_0, third)).isEqualTo(",0.1\r\n");
    }

    @Test
    void whatIsTakenInPiecesIsWhatWasWritten() {
        ReplyBuffer buffer = new ReplyBuffer();
        Resp2Writer writer = new Resp2Writer(Profile.REDIS_8_0);
        StringBuilder expected = new StringBuilder();
        StringBuilder taken = new StringBuilder();
        int[] lengths = {0, 1, 200, 16_383, 16_384, 40_000, 65_536, 5, 300_000};
        for (int round = 0; round < 30; round++) {
            int length = lengths[round % lengths.length];
            String value = Character.toString('a' + round % 26).repeat(length);
            writer.write(Reply.bulk(value), buffer);
            expected.append('$').append(length).append("\r\n").append(value).append("\r\n");
            taken.append(drain(buffer, 10_007 * (round % 5)));
            assertThat(buffer.length()).isEqualTo(expected.length() - (long) taken.length());
        }
        taken.append(drain(buffer, Integer.MAX_VALUE));
        assertThat(taken.toString()).isEqualTo(expected.toString());
        assertThat(buffer.isEmpty()).isTrue();
    }
}
