package dev.lockstep.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The transcripts as they lie in the source folder, to be read and to be updated. */
final class TranscriptFiles {

    /** Set to have the outcomes in the files replaced by what real servers do. */
    static final boolean UPDATE = System.getProperty("lockstep.update") != null;

    private static final Path FOLDER = Path.of("src/test/resources/transcripts");
    private static final String ENDING = ".redis";

    /** Of each library a folder, of transcripts that send its scripts. */
    private static final String LIBRARIES = "libraries/";

    private static final LibraryScripts LIBRARY_SCRIPTS = LibraryScripts.find();
    private static final ScriptLibrary SCRIPTS = new ScriptLibrary(LIBRARY_SCRIPTS.texts());

    private TranscriptFiles() {}

    /** All but those that send scripts of a library which is not here. */
    static List<Transcript> all() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .map(file -> FOLDER.relativize(file).toString().replace(ENDING, ""))
                    .filter(TranscriptFiles::hasItsScripts)
                    .sorted()
                    .map(name -> TranscriptReader.read(name, text(name), SCRIPTS))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All but those of libraries, some of which are not always here. */
    static List<Transcript> ofCommands() {
        return all().stream().filter(it -> !it.name().startsWith(LIBRARIES)).toList();
    }

    private static boolean hasItsScripts(String name) {
        return !name.startsWith(LIBRARIES)
                || LIBRARY_SCRIPTS.all().containsKey(name.split("/", -1)[1]);
    }

    private static String text(String name) {
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
