package dev.lockstep.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reply.Reply;
import dev.lockstep.testing.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What CLIENT PAUSE does to keys. */
class PauseTest {

    private final TestServer server = TestServer.create();

    @Nested
    class AKeyPastItsDeadline {

        @BeforeEach
        void letItEnd() {
            server.run("SET", "k", "v", "PX", "500");
            server.run("CLIENT", "PAUSE", "1000", "WRITE");
            server.advance(Duration.ofMillis(501));
        }

        @Test
        void isThereForNoCommandButIsCounted() {
            assertThat(server.run("GET", "k")).isEqualTo(Reply.NIL);
            assertThat(server.run("EXISTS", "k")).isEqualTo(Reply.ZERO);
            assertThat(server.run("DBSIZE")).isEqualTo(Reply.ONE);
        }

        @Test
        void goesWhenThePauseIsOver() {
            server.advance(Duration.ofMillis(500));
            assertThat(server.run("DBSIZE")).isEqualTo(Reply.ZERO);
        }

        @Test
        void mayBeDrawnWhenThereIsNoOther() {
            assertThat(server.run("RANDOMKEY")).isEqualTo(Reply.bulk("k"));
        }
    }
}
