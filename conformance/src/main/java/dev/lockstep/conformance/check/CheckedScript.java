package dev.lockstep.conformance.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script to be checked.
 *
 * @param name of the file, without its ending
 * @param path as it was given
 * @param text a char for each byte
 */
record CheckedScript(String name, Path path, String text) {

    private static final Pattern IGNORE =
            Pattern.compile("--\\s*lockstep-check:\\s*ignore\\s+([^\\r\\n]+)");

    /**
     * The script in {@code path}.
     *
     * @throws CannotRunException when it cannot be read
     */
    static CheckedScript read(Path path) {
        String file = String.valueOf(path.getFileName());
        String name = file.endsWith(".lua") ? file.substring(0, file.length() - 4) : file;
        try {
            return new CheckedScript(
                    name, path, Files.readString(path, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new CannotRunException(path + ": cannot be read: " + e.getMessage());
        }
    }

    /** The numbers of advice that the script itself asks to be spared, {@code LC101}. */
    Set<String> ignored() {
        Set<String> numbers = new TreeSet<>();
        Matcher matcher = IGNORE.matcher(text);
        while (matcher.find()) {
            Arrays.stream(matcher.group(1).split("[,\\s]+", -1))
                    .takeWhile(word -> word.startsWith("LC"))
                    .forEach(numbers::add);
        }
        return numbers;
    }
}
