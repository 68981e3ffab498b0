package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each sample of the README stands, but for blanks, in a test, which compiles and runs it. */
class ReadmeSamplesTest {

    private static final Path TESTS = Path.of("src/test/java/dev/lockstep/conformance/readme");

    @Test
    void everySampleIsPartOfATest() {
        List<List<String>> tests = tests();
        assertThat(Readme.javaSamples())
                .isNotEmpty()
                .allSatisfy(
                        sample ->
                                assertThat(tests)
                                        .as("no test in %s holds:%n%s", TESTS, join(sample))
                                        .anyMatch(
                                                test ->
                                                        Collections.indexOfSubList(test, sample)
                                                                >= 0));
    }

    private static String join(List<String> sample) {
        return String.join("\n", sample);
    }

    private static List<List<String>> tests() {
        try (Stream<Path> files = Files.list(TESTS)) {
            return files.map(ReadmeSamplesTest::lines).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(String::strip).filter(line -> !line.isEmpty()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
