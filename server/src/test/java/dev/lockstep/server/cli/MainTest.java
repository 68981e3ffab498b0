package dev.lockstep.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.LockstepServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... words) {
        PrintStream outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Main(outStream, errStream).run(List.of(words));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void helpNamesEveryOption() {
        assertThat(run("--help")).isZero();
        assertThat(out())
                .contains(
                        "--port",
                        "--bind",
                        "--profile",
                        "--clock",
                        "--seed",
                        "--lua-engine",
                        "--requirepass");
        assertThat(err()).isEmpty();
    }

    @Test
    void versionIsOneLine() {
        assertThat(run("--version")).isZero();
        assertThat(out().lines()).singleElement().asString().startsWith("lockstep ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nonsense 1        | unknown option '--nonsense'; see --help",
                "--cluster 3         | unknown option '--cluster'; see --help",
                "nonsense            | unexpected 'nonsense'; see --help",
                "--port              | --port: a value is missing",
                "--port x            | --port 'x': expected a number 0 to 65535",
                "--port 65536        | --port '65536': expected a number 0 to 65535",
                "--seed x            | --seed 'x': expected a whole number",
                "--clock             | --clock: a value is missing",
                "--clock lunar       | --clock 'lunar': expected real, virtual or virtual:EPOCH_MS",
                "--clock virtual:x   | --clock 'x': expected a whole number",
                "--lua-engine v8     | Unknown Lua engine 'v8', expected one of lockstep, luaj",
                "--profile redis-3   | Unknown profile 'redis-3', expected one of redis-6.2,"
                        + " redis-7.0, redis-8.0, valkey-8.0",
            })
    void aBadOptionIsOneClearLineAndStatusOne(String words, String message) {
        assertThat(run(words.trim().split(" +"))).isEqualTo(1);
        assertThat(err()).isEqualTo("lockstep: " + message + System.lineSeparator());
        assertThat(out()).isEmpty();
    }

    @Test
    void aTakenPortIsOneClearLineAndStatusOne() {
        try (LockstepServer server = LockstepServer.builder().start()) {
            assertThat(run("--port", Integer.toString(server.port()))).isEqualTo(1);
            assertThat(err().lines()).hasSize(1);
            assertThat(err()).contains("cannot listen on 127.0.0.1:" + server.port());
        }
    }
}
