package dev.lockstep.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.value.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is expected here was recorded from real servers. */
class RequestDecoderTest {

    private long maxBulkLength = 512L * 1024 * 1024;
    private long maxArguments = Integer.MAX_VALUE;
    private boolean unauthenticated;

    private final RequestDecoder decoder =
            new RequestDecoder(
                    new RequestDecoder.Limits() {
                        @Override
                        public long maxBulkLength() {
                            return maxBulkLength;
                        }

                        @Override
                        public long maxArguments() {
                            return maxArguments;
                        }

                        @Override
                        public boolean isUnauthenticated() {
                            return unauthenticated;
                        }
                    });

    /** Decodes {@code input}, which arrives in pieces of {@code pieceLength} bytes. */
    private List<String> decode(String input, int pieceLength) {
        byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
        List<String> requests = new ArrayList<>();
        int from = 0;
        int to = 0;
        try {
            while (to < bytes.length) {
                to = Math.min(bytes.length, to + pieceLength);
                byte[] arrived = Arrays.copyOf(bytes, to); // nothing behind it may be looked at
                Bytes[] request;
                do {
                    request = decoder.decode(arrived, from, to);
                    from = decoder.position();
                    if (request != null) {
                        requests.add(text(request));
                    }
                } while (request != null);
            }
        } catch (ProtocolException e) {
            requests.add(e.text());
        }
        return requests;
    }

    private static String text(Bytes[] request) {
        return String.join("|", Stream.of(request).map(Bytes::latin1).toList());
    }

    private List<String> decode(String input) {
        return decode(input, Integer.MAX_VALUE / 2);
    }

    static Stream<Arguments> requests() {
        return Stream.of(
                Arguments.of("PING\r\n", "PING"),
                Arguments.of("PING\n", "PING"),
                Arguments.of("  PING \t a\r\n", "PING|a"),
                Arguments.of("ECHO \"a b\\n\\x41\\\"c\"\r\n", "ECHO|a b\nA\"c"),
                Arguments.of("ECHO 'a\\'b\\n'\r\n", "ECHO|a'b\\n"),
                Arguments.of("ECHO a\"b c\"\r\n", "ECHO|ab c"),
                Arguments.of("ECHO \"\"\r\n", "ECHO|"),
                Arguments.of("ECHO \"\\xzz\\q\\t\\a\\b\\r\\\\\"\r\n", "ECHO|xzzq\t\u0007\b\r\\"),
                Arguments.of("ECHO\u000ba\r\n", "ECHO\u000ba"),
                Arguments.of("ECHO a\rb\r\n", "ECHO|a|b"),
                Arguments.of("*1\r\n$4\r\nPING\r\n", "PING"),
                Arguments.of("*2\r\n$4\r\nECHO\r\n$0\r\n\r\n", "ECHO|"),
                Arguments.of(
                        "*2\r\n$4\r\nECHO\r\n$12\r\nline\r\n\0line\u00ff\r\n",
                        "ECHO|line\r\n\0line\u00ff"),
                Arguments.of("*1\rX$4\rXPINGXX", "PING"),
                Arguments.of("*1\r\n$4\r\nPINGab*1\r\n$4\r\nPONG\r\n", "PING,PONG"),
                Arguments.of("\r\n*0\r\n*-1\r\n*-10\r\n\nPING\r\n*1\r\n$1\r\nx\r\n", "PING,x"),
                Arguments.of("ECHO \"a\"b\r\n", "ERR Protocol error: unbalanced quotes in request"),
                Arguments.of("ECHO \"a\r\n", "ERR Protocol error: unbalanced quotes in request"),
                Arguments.of("ECHO 'a'b\r\n", "ERR Protocol error: unbalanced quotes in request"),
                Arguments.of(
                        "ECHO a\"b\"c\r\n", "ERR Protocol error: unbalanced quotes in request"),
                Arguments.of("*\r\n", "ERR Protocol error: invalid multibulk length"),
                Arguments.of("*+1\r\n", "ERR Protocol error: invalid multibulk length"),
                Arguments.of("*01\r\n", "ERR Protocol error: invalid multibulk length"),
                Arguments.of("*-0\r\n", "ERR Protocol error: invalid multibulk length"),
                Arguments.of("* 1\r\n", "ERR Protocol error: invalid multibulk length"),
                Arguments.of("*abc\r\n", "ERR Protocol error: invalid multibulk length"),
                Arguments.of("*2147483648\r\n", "ERR Protocol error: invalid multibulk length"),
                Arguments.of(
                        "*99999999999999999999\r\n",
                        "ERR Protocol error: invalid multibulk length"),
                Arguments.of("*1\r\n:4\r\n", "ERR Protocol error: expected '$', got ':'"),
                Arguments.of("*1\r\n\r\n", "ERR Protocol error: expected '$', got '\r'"),
                Arguments.of(
                        "*1\r\n\u00ff12\r\n", "ERR Protocol error: expected '$', got '\u00ff'"),
                Arguments.of("*1\r\n$-1\r\n", "ERR Protocol error: invalid bulk length"),
                Arguments.of("*1\r\n$\r\n", "ERR Protocol error: invalid bulk length"),
                Arguments.of("*1\r\n$+4\r\n", "ERR Protocol error: invalid bulk length"),
                Arguments.of("*1\r\n$04\r\n", "ERR Protocol error: invalid bulk length"),
                Arguments.of("*1\r\n$536870913\r\n", "ERR Protocol error: invalid bulk length"),
                Arguments.of(
                        "PING\r\n*1\r\n:4\r\nPING\r\n",
                        "PING,ERR Protocol error: expected '$', got ':'"));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void inputIsCutIntoTheSameRequestsHoweverItArrives(String input, String expected) {
        for (int pieceLength : new int[] {input.length(), 1, 2, 3, 7}) {
            RequestDecoderTest fresh = new RequestDecoderTest();
            assertThat(String.join(",", fresh.decode(input, pieceLength)))
                    .as("in pieces of %d", pieceLength)
                    .isEqualTo(expected);
        }
    }

    @Test
    void whatIsNotAWholeRequestIsWaitedFor() {
        for (String input :
                List.of(
                        "PING\r",
                        "*1\r",
                        "*1\r\n$4\r\nPING",
                        "*1\r\n$4\r\nPING\r",
                        "*1\n$4\nPING\n",
                        "ECHO a\0b\r\n")) {
            assertThat(new RequestDecoderTest().decode(input)).as(input).isEmpty();
        }
    }

    @Test
    void linesMayBe64KilobytesLongUntilTheirEndHasCome() {
        String line = "A".repeat(64 * 1024);
        assertThat(decode(line)).isEmpty();
        assertThat(new RequestDecoderTest().decode(line + "A"))
                .containsExactly("ERR Protocol error: too big inline request");
        assertThat(new RequestDecoderTest().decode("*" + line))
                .containsExactly("ERR Protocol error: too big mbulk count string");
        assertThat(new RequestDecoderTest().decode("*1\r\n$" + line))
                .containsExactly("ERR Protocol error: too big bulk count string");
        assertThat(new RequestDecoderTest().decode("ECHO " + line + "\r\n"))
                .containsExactly("ECHO|" + line);
    }

    @Test
    void aClientThatHasNotLoggedInMaySendLittle() {
        unauthenticated = true;
        assertThat(decode("*10\r\n")).isEmpty();
        assertThat(new RequestDecoderTest().decode("*11\r\n")).isEmpty();
        RequestDecoderTest many = new RequestDecoderTest();
        many.unauthenticated = true;
        assertThat(many.decode("*11\r\n"))
                .containsExactly("ERR Protocol error: unauthenticated multibulk length");
        RequestDecoderTest big = new RequestDecoderTest();
        big.unauthenticated = true;
        assertThat(big.decode("*1\r\n$16385\r\n"))
                .containsExactly("ERR Protocol error: unauthenticated bulk length");
    }

    @Test
    void limitsAreThoseOfTheServer() {
        maxBulkLength = 3;
        maxArguments = 2;
        assertThat(decode("*2\r\n$3\r\nabc\r\n$4\r\n"))
                .containsExactly("ERR Protocol error: invalid bulk length");
        RequestDecoderTest few = new RequestDecoderTest();
        few.maxArguments = 2;
        assertThat(few.decode("*3\r\n"))
                .containsExactly("ERR Protocol error: invalid multibulk length");
    }

    @Test
    void bigArgumentsAndManyArgumentsArriveInPieces() {
        String big = "b".repeat(3_000_000);
        assertThat(decode("*2\r\n$3000000\r\n" + big + "\r\n$1\r\nx\r\n", 65_536))
                .containsExactly(big + "|x");
        StringBuilder many = new StringBuilder("*5000\r\n");
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            String word = Integer.toString(i);
            words.add(word);
            many.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        assertThat(new RequestDecoderTest().decode(many.toString(), 9999))
                .containsExactly(String.join("|", words));
    }

    @Test
    void whatIsHeldOfAnIncompleteRequestIsCounted() {
        assertThat(decode("*2\r\n$3\r\nabc\r\n$20000\r\n" + "x".repeat(500), 100)).isEmpty();
        assertThat(decoder.bytesHeld()).isEqualTo(503);
    }

    @Test
    void noiseIsAnsweredAndNeverCrashes() {
        long seed = 20261129;
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "*$:\r\n\0-+0123456789aP\"'\\ ";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder noise = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                noise.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String input = noise.toString();
            RequestDecoderTest whole = new RequestDecoderTest();
            RequestDecoderTest dripped = new RequestDecoderTest();
            assertThat(dripped.decode(input, 1))
                    .as("seed %d, input %s", seed, Bytes.latin1(input))
                    .isEqualTo(whole.decode(input));
        }
    }
}
