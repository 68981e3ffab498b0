package dev.lockstep.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The scenarios as they lie in the source folder, to be read and to be updated. */
final class ScenarioFiles {

    /** Set to have the outcomes in the files replaced by what was seen. */
    static final boolean UPDATE = System.getProperty("lockstep.update") != null;

    private static final Path FOLDER =
            Path.of("src/main/resources/dev/lockstep/conformance/scenarios");
    private static final String ENDING = ".scenario";

    private ScenarioFiles() {}

    static List<Scenario> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .map(ScenarioFiles::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Scenario read(Path file) {
        String name = file.getFileName().toString().replace(ENDING, "");
        return ScenarioReader.read(name, text(name), new ScriptLibrary());
    }

    static String text(String name) {
        try {
            return Files.readString(FOLDER.resolve(name + ENDING));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(String name, String text) {
        try {
            Files.writeString(FOLDER.resolve(name + ENDING), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
