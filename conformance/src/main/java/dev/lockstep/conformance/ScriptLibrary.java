package dev.lockstep.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * The limiters and locks that everybody writes, one script each. They are part of the jar because
 * more than the tests read them: the benchmark, the check and the client programs do too.
 */
public final class ScriptLibrary {

    private final Map<String, String> others;

    /** With nothing but those of the jar. */
    public ScriptLibrary() {
        this(Map.of());
    }

    /** With {@code others} too, texts by their names. */
    ScriptLibrary(Map<String, String> others) {
        this.others = Map.copyOf(others);
    }

    /**
     * The text of the script called {@code name}.
     *
     * @throws IllegalArgumentException when there is none
     */
    public String text(String name) {
        String other = others.get(name);
        if (other != null) {
            return other;
        }
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
