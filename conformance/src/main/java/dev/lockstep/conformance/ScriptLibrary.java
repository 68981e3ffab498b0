package dev.lockstep.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The limiters and locks that everybody writes, one script each. They are part of the jar because
 * more than the tests read them: the benchmark, the check and the client programs do too.
 */
public final class ScriptLibrary {

    private final UnaryOperator<String> texts;

    /** The scripts of the jar. */
    public ScriptLibrary() {
        this(ScriptLibrary::ofTheJar);
    }

    /** The scripts of the jar, and {@code others} too, texts by their names. */
    ScriptLibrary(Map<String, String> others) {
        this(name -> others.containsKey(name) ? others.get(name) : ofTheJar(name));
    }

    /**
     * The scripts that {@code texts} has.
     *
     * @param texts the text of a name; throws {@link IllegalArgumentException} when there is none
     */
    public ScriptLibrary(UnaryOperator<String> texts) {
        this.texts = texts;
    }

    /**
     * The text of the script called {@code name}.
     *
     * @throws IllegalArgumentException when there is none
     */
    public String text(String name) {
        return texts.apply(name);
    }

    private static String ofTheJar(String name) {
        try (InputStream in = ScriptLibrary.class.getResourceAsStream("scripts/" + name + ".lua")) {
            if (in == null) {
                throw new IllegalArgumentException("no script " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** The digest by which EVALSHA knows the script called {@code name}. */
    public String sha(String name) {
        try {
            byte[] text = text(name).getBytes(StandardCharsets.ISO_8859_1);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }
}
