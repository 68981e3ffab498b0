package dev.lockstep.commands.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.command.Client;
import dev.lockstep.keyspace.Entry;
import dev.lockstep.keyspace.StringValue;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import dev.lockstep.value.Bytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations are those of redis-cell 0.5.0 in real servers whose clock was virtual as well. */
class RedisCellTest {

    private static final String ZERO_RATE = "Cell error: Store error: Zero rates are not supported";
    private static final String NO_EXPIRE =
            "Cell error: Store error: Error while setting key expire";

    private final TestServer server = throttleServer(Profile.REDIS_8_0);

    private static TestServer throttleServer(Profile profile) {
        return TestServer.withModules(profile, new RedisCell());
    }

    /** The reply as {@code 0 16 15 -1 2}, or an error's text behind a minus. */
    private String throttle(String words) {
        return throttle(server, words);
    }

    private static String throttle(TestServer server, String words) {
        return text(server.run(("CL.THROTTLE " + words).split(" ")));
    }

    private static String text(Reply reply) {
        if (reply instanceof Reply.Failure failure) {
            return "-" + failure.text().latin1();
        }
        StringBuilder text = new StringBuilder();
        for (Reply element : ((Reply.Array) reply).elements()) {
            text.append(text.isEmpty() ? "" : " ").append(((Reply.Int) element).value());
        }
        return text.toString();
    }

    /** As GET replies it. */
    private static String get(TestServer server, String key) {
        Entry entry = server.db().peek(Bytes.of(key));
        return entry == null ? "None" : ((StringValue) entry.value()).bytes().latin1();
    }

    /** As PTTL replies it. */
    private static long pttl(TestServer server, String key) {
        server.state().refreshTime();
        Entry entry = server.db().peek(Bytes.of(key));
        if (entry == null) {
            return -2;
        }
        return entry.hasDeadline() ? entry.deadlineMillis() - server.nowMillis() : -1;
    }

    @TestFactory
    Stream<DynamicTest> everyRecordedCaseRepliesAndStoresTheSame() throws IOException {
        Map<String, TestServer> servers = new LinkedHashMap<>();
        return recordedRows().stream()
                .map(
                        row ->
                                DynamicTest.dynamicTest(
                                        "case " + row[0] + ": " + row[3] + " at " + row[1],
                                        () ->
                                                check(
                                                        servers.computeIfAbsent(
                                                                row[0],
                                                                k ->
                                                                        throttleServer(
                                                                                Profile.REDIS_7_0)),
                                                        row)));
    }

    private static List<String[]> recordedRows() throws IOException {
        try (InputStream in = RedisCellTest.class.getResourceAsStream("/throttle/golden.tsv")) {
            Objects.requireNonNull(in);
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .toList();
        }
    }

    private static void check(TestServer server, String[] row) {
        server.advanceQuietly(Duration.ofNanos(Long.parseLong(row[1]) - server.nowNanos()));
        assertThat(throttle(server, row[2] + " " + row[3])).isEqualTo(row[4]);
        assertThat(get(server, row[2])).isEqualTo(row[5]);
        assertThat(pttl(server, row[2])).isEqualTo(Long.parseLong(row[6]));
    }

    @Test
    void allRecordedRowsAreThere() throws IOException {
        assertThat(recordedRows()).hasSize(480);
    }

    /*
     * One line each: milliseconds since the start, the call, the reply, and where known the TAT as
     * milliseconds since the start with the milliseconds to live. A heading starts anew.
     */
    private static final String WORKED_EXAMPLES =
            """
            # as its documentation has it
            0 | u 15 30 60 1 | 0 16 15 -1 2 | +2000, 2000
            0 | u 15 30 60 | 0 16 14 -1 4 | +4000, 4000
            0 | u 15 30 60 0 | 0 16 14 -1 4 | +4000, 4000
            1000 | u 15 30 60 | 0 16 13 -1 5 | +6000, 5000
            2500 | u 15 30 60 0 | 0 16 14 -1 4 | +6000, 3500
            # no burst
            0 | u 0 1 2 1 | 0 1 0 -1 2 | +2000, 2000
            0 | u 0 1 2 1 | 1 1 0 2 2 | +2000, 2000
            2000 | u 0 1 2 1 | 0 1 0 -1 2 | +4000, 2000
            # bursts of five, one a second
            0 | f 4 1 1 6 | 1 5 5 -1 0 | none
            0 | f 4 1 1 1 | 0 5 4 -1 1 | +1000, 1000
            0 | f 4 1 1 1 | 0 5 3 -1 2 | +2000, 2000
            0 | f 4 1 1 1 | 0 5 2 -1 3 | +3000, 3000
            0 | f 4 1 1 1 | 0 5 1 -1 4 | +4000, 4000
            0 | f 4 1 1 1 | 0 5 0 -1 5 | +5000, 5000
            0 | f 4 1 1 1 | 1 5 0 1 5 | +5000, 5000
            3000 | f 4 1 1 1 | 0 5 2 -1 3 | +6000, 3000
            3100 | f 4 1 1 1 | 0 5 1 -1 4 | +7000, 3900
            4000 | f 4 1 1 1 | 0 5 1 -1 4 | +8000, 4000
            8000 | f 4 1 1 1 | 0 5 4 -1 1 | +9000, 1000
            9500 | f 4 1 1 1 | 0 5 4 -1 1 | +10500, 1000
            9500 | f 4 1 1 0 | 0 5 4 -1 1 | +10500, 1000
            9500 | f 4 1 1 2 | 0 5 2 -1 3 | +12500, 3000
            9500 | f 4 1 1 5 | 1 5 2 3 3 | +12500, 3000
            # below a second, and rounding
            0 | r 0 10 1 | 0 1 0 -1 1 | +100, 100
            0 | r 0 10 1 | 1 1 0 1 1 | +100, 100
            99 | r 0 10 1 | 1 1 0 1 1 | +100, 1
            99.4 | r 0 10 1 | 1 1 0 0 0 | +100, 1
            100 | r 0 10 1 | 0 1 0 -1 1 | +200, 100
            # seven in three seconds
            0 | s 3 7 3 | 0 4 3 -1 1 | +428.571428, 428
            0 | s 3 7 3 3 | 0 4 0 -1 2 | +1714.285712, 1714
            0 | s 3 7 3 | 1 4 0 1 2 | +1714.285712, 1714
            428.571 | s 3 7 3 | 1 4 1 0 2 | +1714.285712, 1286
            428.572 | s 3 7 3 | 0 4 0 -1 2 | +2142.857140, 1714
            # what fits, a look, a refund
            0 | p 4 1 10 0 | 0 5 5 -1 0 | +0, 0
            0 | p 4 1 10 5 | 0 5 0 -1 50 | +50000, 50000
            0 | p 4 1 10 1 | 1 5 0 10 50 | +50000, 50000
            0 | p 4 1 10 6 | 1 5 0 -1 50 | +50000, 50000
            0 | n 4 1 10 3 | 0 5 2 -1 30 | +30000, 30000
            0 | n 4 1 10 -2 | 0 5 4 -1 10 | +10000, 10000
            0 | n 4 1 10 -2 | -Cell error: Store error: Error while setting key expire | +-10000, -1
            0 | n 4 1 10 | 0 5 4 -1 10 | +10000, 10000
            # other parameters on the same key
            0 | g 4 1 10 5 | 0 5 0 -1 50 | +50000, 50000
            0 | g 9 1 10 | 0 10 4 -1 60 | +60000, 60000
            0 | g 9 1 1 | 1 10 0 51 60 | +60000, 60000
            0 | g 0 1 10 | 1 1 0 60 60 | +60000, 60000
            # a rate of zero
            0 | z 1 0 10 | -Cell error: Store error: Zero rates are not supported | none
            0 | z 1 1 0 | -Cell error: Store error: Zero rates are not supported | none
            # a negative rate
            0 | z 1 -1 10 | 1 2 0 -1 0 | none
            # two negatives make a rate
            0 | z 1 -1 -10 | 0 2 1 -1 10 | +10000, 10000
            # a negative burst
            0 | z -1 1 10 | 1 0 0 -1 0 | none
            0 | y -1 1 10 0 | 0 0 0 -1 0 | +0, 0
            # rates above one in a millisecond
            0 | h 4 1000 1 | 0 5 4 -1 1 | +1, 1
            # above one in a microsecond, nearly
            0 | h 4 520000 1 | 0 5 7 -1 0 | +0.001923, 0
            # above one in a microsecond
            0 | h 4 3000000 1 | 0 5 9223372036854775807 -1 0 | +0.000333, 0
            # above one in a nanosecond
            0 | h 4 1000000001 1 | -Cell error: Store error: Zero rates are not supported | none
            # long periods
            0 | l 0 1 9223372036 | 0 1 0 -1 9223372036 | +9223372036000, 9223372036000
            0 | m 0 1 9223372037 | 0 1 0 -1 9223372037 | ?
            # a burst that overflows
            0 | l 1 1 4611686019 | 1 2 0 -1 0 | none
            0 | l 9223372036854775807 1 1 | 1 -9223372036854775808 0 -1 0 | none
            # a refund of less than two milliseconds
            0 | w 2 1000 1 -1 | 0 3 4 -1 0 | +-1, -1
            # a quantity that overflows to nothing
            0 | o 4 1 1 -9223372036854775808 | 0 5 5 -1 0 | +0, 0
            """;

    @TestFactory
    Stream<DynamicTest> workedExamples() {
        TestServer[] current = new TestServer[1];
        String[] heading = {""};
        return WORKED_EXAMPLES
                .lines()
                .filter(
                        line -> {
                            if (line.startsWith("# ")) {
                                current[0] = throttleServer(Profile.REDIS_8_0);
                                heading[0] = line.substring(2);
                            }
                            return !line.startsWith("# ");
                        })
                .map(
                        line -> {
                            TestServer own = Objects.requireNonNull(current[0]);
                            return DynamicTest.dynamicTest(
                                    heading[0] + ": " + line, () -> checkExample(own, line));
                        });
    }

    private static void checkExample(TestServer server, String line) {
        String[] parts = line.split(" \\| ", -1);
        server.advanceQuietly(Duration.ofNanos(startNanos() + nanos(parts[0]) - server.nowNanos()));
        assertThat(throttle(server, parts[1])).isEqualTo(parts[2]);
        String key = parts[1].substring(0, 1);
        if (parts[3].equals("none")) {
            assertThat(get(server, key)).isEqualTo("None");
        } else if (!parts[3].equals("?")) {
            String[] state = parts[3].substring(1).split(", ", -1);
            assertThat(get(server, key))
                    .isEqualTo(Long.toUnsignedString(startNanos() + nanos(state[0])));
            assertThat(pttl(server, key)).isEqualTo(Long.parseLong(state[1]));
        }
    }

    private static long startNanos() {
        return TestServer.START_MILLIS * 1_000_000;
    }

    private static long nanos(String millis) {
        return new java.math.BigDecimal(millis).movePointRight(6).longValueExact();
    }

    @Nested
    class Errors {

        @ParameterizedTest
        @ValueSource(strings = {"k", "k 1", "k 1 1", "k 1 1 1 1 1"})
        void theWrongNumberOfArgumentsGetsTheUsage(String words) {
            assertThat(throttle(words))
                    .isEqualTo(
                            "-Cell error: Store error: Usage: cl.throttle <key> <max_burst> <count"
                                    + " per period> <period> [<quantity>]");
        }

        @Test
        void noArgumentsGetTheUsageToo() {
            assertThat(text(server.run("cl.throttle")))
                    .startsWith("-Cell error: Store error: Usage");
        }

        @ParameterizedTest
        @CsvSource({
            "k x y z,x",
            "k 1 y z,y",
            "k 1 1 z,z",
            "k 1 1 0 1.0,1.0",
            "k 1e3 1 1,1e3",
            "k 0x1 1 1,0x1",
            "k - 1 1,-",
            "k + 1 1,+",
            "k +-1 1 1,+-1",
            "k 9223372036854775808 1 1,9223372036854775808",
            "k -9223372036854775809 1 1,-9223372036854775809"
        })
        void theFirstArgumentThatIsNoIntegerIsNamed(String words, String culprit) {
            assertThat(throttle(words))
                    .isEqualTo("-Cell error: Store error: Couldn't parse as integer: " + culprit);
        }

        @Test
        void blanksAndNothingAreNoIntegers() {
            assertThat(text(server.run("CL.THROTTLE", "k", " 1", "1", "1")))
                    .isEqualTo("-Cell error: Store error: Couldn't parse as integer:  1");
            assertThat(text(server.run("CL.THROTTLE", "k", "", "1", "1")))
                    .isEqualTo("-Cell error: Store error: Couldn't parse as integer: ");
        }

        @Test
        void lineBreaksInAnErrorBecomeBlanks() {
            assertThat(text(server.run("CL.THROTTLE", "k", "a\r\nb", "1", "1")))
                    .isEqualTo("-Cell error: Store error: Couldn't parse as integer: a  b");
        }

        @Test
        void signsAndLeadingZerosAreGood() {
            assertThat(throttle("k +15 0030 +60 -0")).isEqualTo("0 16 16 -1 0");
        }

        @Test
        void theRateIsJudgedBeforeTheKeyIsRead() {
            server.db().put(Bytes.of("k"), new StringValue(Bytes.of("abc")));
            assertThat(throttle("k 1 0 1")).isEqualTo("-" + ZERO_RATE);
        }

        @ParameterizedTest
        @ValueSource(strings = {"abc", "-5", "1.5", "18446744073709551616"})
        void aKeyThatHoldsNoTimeIsAnError(String value) {
            server.db().put(Bytes.of("k"), new StringValue(Bytes.of(value)));
            assertThat(throttle("k 1 1 1"))
                    .isEqualTo("-ERR value is not an integer or out of range");
            assertThat(get(server, "k")).isEqualTo(value);
        }

        @Test
        void errorsAreCountedUnderTheirFirstWord() {
            throttle("k 1 0 1");
            assertThat(server.state().statistics().errorsByCode()).containsEntry("Cell", 1L);
        }
    }

    @Nested
    class Keys {

        @Test
        void aKeySetByHandIsATime() {
            server.db().put(Bytes.of("k"), new StringValue(Bytes.of("5")));
            assertThat(throttle("k 4 1 1")).isEqualTo("0 5 4 -1 1");
            server.db().put(Bytes.of("k"), new StringValue(Bytes.of("+5")));
            assertThat(throttle("k 4 1 1")).isEqualTo("0 5 4 -1 1");
        }

        @Test
        void aTimeFarAheadKeepsItsSeconds() {
            server.db().put(Bytes.of("k"), new StringValue(Bytes.of("18446744073709551615")));
            assertThat(throttle("k 4 1 10")).isEqualTo("1 5 0 16746744034 16746744074");
        }

        @Test
        void theValueIsAStringOfDigitsThatIsNotEncodedAsAnInteger() {
            throttle("k 4 1 1");
            Entry entry = Objects.requireNonNull(server.db().peek(Bytes.of("k")));
            assertThat(((StringValue) entry.value()).encoding()).isEqualTo("embstr");
        }

        @Test
        void anyBytesAreAKey() {
            Bytes key = Bytes.copyOf(new byte[] {0, -1, -128});
            Bytes one = Bytes.of("1");
            assertThat(text(server.run(Bytes.of("CL.THROTTLE"), key, one, one, one)))
                    .isEqualTo("0 2 1 -1 1");
            assertThat(text(server.run("CL.THROTTLE", "", "1", "1", "1"))).isEqualTo("0 2 1 -1 1");
        }

        @Test
        void theKeyIsGoneOnceTheBucketIsFull() {
            throttle("k 4 1 1");
            server.advance(Duration.ofSeconds(1));
            assertThat(server.db().exists(Bytes.of("k"))).isTrue();
            server.advance(Duration.ofMillis(1));
            assertThat(server.db().exists(Bytes.of("k"))).isFalse();
        }

        @Test
        void aRefundBeyondNowFailsButIsWritten() {
            assertThat(throttle("k 4 1 10 -2")).isEqualTo("-" + NO_EXPIRE);
            assertThat(get(server, "k")).isEqualTo("" + (startNanos() - nanos("20000")));
            assertThat(pttl(server, "k")).isEqualTo(-1);
        }
    }

    @Nested
    class Watching {

        private final Client watcher = server.connect().client();

        private boolean isTouchedBy(String words) {
            server.state().watches().watch(watcher, server.db(), Bytes.of("k"));
            throttle(words);
            boolean touched = server.state().watches().isBroken(server.state(), watcher);
            server.state().watches().unwatchAll(watcher);
            return touched;
        }

        @Test
        void anAllowedCallTouchesTheKeyEvenForNothing() {
            assertThat(isTouchedBy("k 0 1 10")).isTrue();
            assertThat(isTouchedBy("k 0 1 10 0")).isTrue();
        }

        @Test
        void aLimitedCallDoesNot() {
            throttle("k 0 1 10");
            assertThat(isTouchedBy("k 0 1 10")).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void everyProfileRepliesTheSame(Profile profile) {
        TestServer own = throttleServer(profile);
        assertThat(throttle(own, "k 15 30 60")).isEqualTo("0 16 15 -1 2");
        assertThat(throttle(own, "k 1 0 60")).isEqualTo("-" + ZERO_RATE);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void theRowIsAModulesRow(Profile profile) {
        var row =
                Objects.requireNonNull(
                                throttleServer(profile)
                                        .state()
                                        .commands()
                                        .find(Bytes.of("cl.throttle")))
                        .spec();
        assertThat(row.categories()).isEmpty();
        assertThat(row.flags().stream().map(flag -> flag.redisName()).toList())
                .isEqualTo(
                        profile == Profile.REDIS_6_2
                                ? List.of("write")
                                : Arrays.asList("write", "module"));
    }
}
