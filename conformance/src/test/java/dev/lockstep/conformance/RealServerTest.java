package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Real servers stand still in time until they are told to go on. */
@ExtendWith(ComparedServers.Extension.class)
class RealServerTest {

    @TestFactory
    Stream<DynamicTest> timePassesWhenWeSaySo(ComparedServers servers) {
        return servers.real().servers().stream()
                .map(server -> dynamicTest(server.toString(), () -> timePasses(server)));
    }

    private static void timePasses(RealServer server) {
        if (!server.isOnOurClock()) {
            abort(server.clockAbsence());
        }
        server.setTime(Subject.START);
        try (Connection connection = connect(server);
                Connection waiting = connect(server)) {
            assertThat(connection.send("TIME")).isEqualTo(time("1767225600", "0"));
            connection.text("SET", "k", "v", "PX", "1000");
            waiting.write(List.of(List.of("BLPOP", "nothing", "1")));
            connection.text("PING"); // is answered after that has arrived
            server.setTime(Subject.START.plus(Duration.ofMillis(999)));
            assertThat(connection.text("PTTL", "k")).isEqualTo("1");
            assertThat(connection.send("TIME")).isEqualTo(time("1767225600", "999000"));

            server.setTime(Subject.START.plus(Duration.ofMillis(1001)));
            assertThat(connection.text("PTTL", "k")).isEqualTo("-2");
            assertThat(waiting.read()).isEqualTo(Answer.scalar('*', "-1"));
        }
    }

    private static Connection connect(RealServer server) {
        return Connection.open(server.name(), server.uri(), Protocol.RESP2);
    }

    private static Answer time(String seconds, String micros) {
        return new Answer(
                '*', "2", List.of(Answer.scalar('$', seconds), Answer.scalar('$', micros)));
    }
}
