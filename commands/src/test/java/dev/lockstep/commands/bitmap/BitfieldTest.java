package dev.lockstep.commands.bitmap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BitfieldTest {

    @ParameterizedTest
    @CsvSource({
        "i8, 300, 127",
        "i8, -300, -128",
        "i8, 9223372036854775807, 127",
        "i8, -9223372036854775680, -128",
        "i8, -9223372036854775681, 127",
        "i8, -9223372036854775808, 127",
        "i63, -9223372036854775680, 4611686018427387903",
        "i63, -300, -300",
        "i64, -9223372036854775808, -9223372036854775808",
        "u8, -1, 255",
    })
    void aNumberThatDoesNotFitIsSetToTheNearestOrWhatRealServersTakeForIt(
            String type, String number, long stored) {
        TestServer server = TestServer.create();

        Reply reply =
                server.run(
                        "BITFIELD",
                        "k",
                        "OVERFLOW",
                        "SAT",
                        "SET",
                        type,
                        "0",
                        number,
                        "GET",
                        type,
                        "0");

        assertThat(reply).isEqualTo(Reply.array(List.of(Reply.of(0), Reply.of(stored))));
    }
}
