package dev.lockstep.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.LockstepServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are none of those that Lockstep plays, or do not tell what they are. */
class UnknownServerTest {

    @AutoClose
    private final LockstepServer lockstep = LockstepServer.builder().profile("redis-8.0").start();

    private final Path script;
    private String output = "";

    UnknownServerTest(@TempDir Path folder) throws IOException {
        script = folder.resolve("counter.lua");
        Files.writeString(script, "return redis.call('INCR', KEYS[1])");
    }

    /** What lies between a server and its clients, and changes what it says of itself. */
    private static final class Mask implements AutoCloseable {

        private final ServerSocket listening;
        private final URI server;
        private final String real;
        private final String shown;

        /** {@code shown} is as long as {@code real}. */
        Mask(String uri, String real, String shown) throws IOException {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            this.server = URI.create(uri);
            this.real = real;
            this.shown = shown;
            start(this::accept);
        }

        String uri() {
            return "redis://127.0.0.1:" + listening.getLocalPort();
        }

        private void accept() throws IOException {
            while (true) {
                Socket client = listening.accept();
                Socket behind = new Socket(server.getHost(), server.getPort());
                start(() -> pass(client, behind, "", ""));
                start(() -> pass(behind, client, real, shown));
            }
        }

        private static void pass(Socket from, Socket to, String real, String shown)
                throws IOException {
            try (InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                byte[] buffer = new byte[1 << 16];
                for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                    String text = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
                    out.write(text.replace(real, shown).getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }

        private interface Work {
            void run() throws IOException;
        }

        private static void start(Work work) {
            Thread thread =
                    new Thread(
                            () -> {
                                try {
                                    work.run();
                                } catch (IOException e) {
                                    return; // somebody has hung up
                                }
                            });
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    private Mask masked(String real, String shown) throws IOException {
        return new Mask(lockstep.uri(), real, shown);
    }

    private int check(String... words) {
        Outcome outcome = Outcome.of(words);
        output = outcome.output();
        return outcome.status();
    }

    @Test
    void aNewerVersionIsComparedWithTheNearestThatThereIs() throws IOException {
        try (Mask newer = masked("redis_version:8.0", "redis_version:9.9")) {
            int status = check("--runs", "2", "--against", newer.uri(), script.toString());
            assertThat(status).as(output).isZero();
            assertThat(output)
                    .contains("  redis 9.9.", ", Lockstep as redis-8.0, the nearest profile");
        }
    }

    @Test
    void anotherProductIsComparedWithTheRedisThatItSaysItIsLike() throws IOException {
        try (Mask other = masked("redis_mode:standalone", "server_name:otherkind")) {
            int status = check("--runs", "2", "--against", other.uri(), script.toString());
            assertThat(status).as(output).isZero();
            assertThat(output)
                    .contains("  otherkind 8.0.", ", Lockstep as redis-8.0, the nearest profile");
        }
    }

    @Test
    void aServerWithoutVersionIsLeftOutUnlessItIsSaidWhatItIs() throws IOException {
        try (Mask silent = masked("redis_version:", "other_version:")) {
            String both = silent.uri() + "," + lockstep.uri();
            int status = check("--runs", "2", "--against", both, script.toString());
            assertThat(status).as(output).isEqualTo(2);
            assertThat(output)
                    .contains("does not tell its version: say what it is with --profile")
                    .contains("same    redis 8.0");
            status =
                    check(
                            "--runs",
                            "2",
                            "--against",
                            silent.uri(),
                            "--profile",
                            "redis-8.0",
                            script.toString());
            assertThat(status).as(output).isZero();
            assertThat(output).contains("  redis at 127.0.0.1:", ", Lockstep as redis-8.0\n");
        }
    }
}
