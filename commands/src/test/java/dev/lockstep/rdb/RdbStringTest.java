package dev.lockstep.rdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.value.Bytes;
import java.util.HexFormat;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings as they are written down; the bytes are those of real servers. */
class RdbStringTest {

    private static final int VERSION = 10;
    private static final int FOOTER = 10;

    private static Bytes sealed(Bytes text) {
        RdbOutput out = new RdbOutput(true);
        out.writeString(text);
        return out.seal(VERSION);
    }

    private static String written(String text) {
        byte[] sealed = sealed(Bytes.latin1(text)).toByteArray();
        return HexFormat.of().formatHex(sealed, 0, sealed.length - FOOTER);
    }

    private static RdbInput open(Bytes payload) {
        return Objects.requireNonNull(RdbInput.open(payload, VERSION));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 00",
        "a, 0161",
        "0, c000",
        "-1, c0ff",
        "127, c07f",
        "128, c18000",
        "-32768, c10080",
        "32768, c200800000",
        "2147483647, c2ffffff7f",
        "2147483648, 0a32313437343833363438",
        "01, 023031",
        "-0, 022d30",
    })
    void shortTextsAreNumbersWhereTheyCanBe(String text, String hex) {
        assertThat(written(text)).isEqualTo(hex);
    }

    @ParameterizedTest
    @CsvSource({
        "20, 146161616161616161616161616161616161616161",
        "21, c30615016161e00a00",
        "100, c3094064016161e05700016161",
        "1000, c31243e8016161e0ff00e0ff00e0ff00e0c300016161",
    })
    void longTextsAreCompressed(int length, String hex) {
        assertThat(written("a".repeat(length))).isEqualTo(hex);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsWrittenIsReadAgain(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            byte[] text = new byte[random.nextInt(random.nextInt(3000) + 1)];
            int letters = 1 + random.nextInt(200);
            for (int at = 0; at < text.length; at++) {
                boolean repeats = at > 20 && random.nextInt(8) > 0;
                text[at] = repeats ? text[at - 1 - letters % 20] : (byte) random.nextInt(letters);
            }
            Bytes string = Bytes.wrap(text);
            assertThat(open(sealed(string)).readString()).as("seed %d", seed).isEqualTo(string);
        }
    }

    @Test
    void aTextThatIsNotWhatItSaysIsDamaged() {
        for (String hex : new String[] {"05", "c1", "c301", "c3050a6162636465", "c4", "81ff"}) {
            RdbOutput out = new RdbOutput(false);
            for (byte b : HexFormat.of().parseHex(hex)) {
                out.writeByte(b);
            }
            Bytes payload = out.seal(VERSION);
            assertThatThrownBy(
                            () -> {
                                RdbInput in = open(payload);
                                while (true) {
                                    in.readString();
                                }
                            })
                    .as(hex)
                    .isInstanceOf(RdbInput.DamagedException.class);
        }
    }

    @Test
    void aPayloadIsOpenedOnlyWithItsChecksumAndAVersionThatIsKnown() {
        byte[] sealed = sealed(Bytes.of("text")).toByteArray();
        assertThat(RdbInput.open(Bytes.wrap(sealed), VERSION)).isNotNull();
        assertThat(RdbInput.open(Bytes.wrap(sealed), VERSION - 1)).isNull();
        sealed[1]++;
        assertThat(RdbInput.open(Bytes.wrap(sealed), VERSION)).isNull();
        assertThat(RdbInput.open(Bytes.of("short"), VERSION)).isNull();
    }
}
