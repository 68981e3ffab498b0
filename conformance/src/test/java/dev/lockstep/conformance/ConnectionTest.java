package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.LockstepServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionTest {

    @AutoClose private final LockstepServer lockstep = LockstepServer.builder().start();

    private Connection open() {
        return Connection.open("lockstep", URI.create(lockstep.uri()), Protocol.RESP2);
    }

    @Test
    void whatWaitsHasBeenTakenUpOnceItIsStarted() {
        try (Connection waiting = open().identified();
                Connection other = open()) {
            waiting.start(List.of("BLPOP", "queue", "0"), other);
            assertThat(other.text("CLIENT", "LIST", "TYPE", "normal")).contains("cmd=blpop");
            other.send("RPUSH", "queue", "job");
            assertThat(waiting.read().elements().get(1).text()).isEqualTo("job");
        }
    }

    @Test
    void whatIsAnsweredAtOnceHasBeenTakenUp() {
        try (Connection answered = open().identified();
                Connection other = open()) {
            answered.start(List.of("SET", "key", "value"), other);
            assertThat(other.text("GET", "key")).isEqualTo("value");
            assertThat(answered.read().text()).isEqualTo("OK");
        }
    }

    @Test
    void aConnectionThatKeepsSilentIsNotWaitedFor() {
        try (Connection silent = open().identified();
                Connection other = open()) {
            silent.start(List.of("CLIENT", "REPLY", "OFF"), other);
            silent.start(List.of("SET", "key", "value"), other);
            assertThat(silent.send("CLIENT", "REPLY", "ON").text()).isEqualTo("OK");
            assertThat(other.text("GET", "key")).isEqualTo("value");
        }
    }

    @Test
    void aServerThatHasNotSeenARequestYetIsAskedAgain() throws Exception {
        String idle = "+id=7 flags=N cmd=client|id\r\n";
        String waiting = "+id=7 flags=b cmd=blpop\r\n";
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> end =
                    CompletableFuture.runAsync(
                            () -> {
                                answer(server, ":7\r\n");
                                answer(server, idle, idle, waiting);
                            });
            URI uri = URI.create("redis://127.0.0.1:" + server.getLocalPort());
            try (Connection late = Connection.open("late", uri, Protocol.RESP2).identified();
                    Connection other = Connection.open("late", uri, Protocol.RESP2)) {
                late.start(List.of("BLPOP", "queue", "0"), other);
            }
            end.get(); // it has given all of its answers
        }
    }

    /** Takes in one client, answers as many requests as there are answers, and lets it be. */
    private static void answer(ServerSocket server, String... answers) {
        try {
            Socket client = server.accept();
            for (String answer : answers) {
                AnswerReader.read(client.getInputStream());
                client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
