package dev.lockstep.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The scripts of libraries that many use, taken from the libraries themselves: from the jars that a
 * build has copied, and from the packages of npm that {@code conformance/library-scripts} has
 * installed into the folder that {@link #ENVIRONMENT} names. In a class they are constants, a name
 * for each is the method it is used in; a script that is put together when it is sent is found in
 * pieces. In a program in JavaScript they are literals.
 */
final class LibraryScripts {

    static final String ENVIRONMENT = "LOCKSTEP_NPM";

    private static final Path JARS = Path.of("target/libraries");

    /** Of npm, those that are looked for. */
    private static final List<String> PACKAGES =
            List.of("bullmq", "rate-limiter-flexible", "redlock");

    private final Map<String, List<LibraryScript>> scripts = new LinkedHashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final List<String> absences = new ArrayList<>();

    private LibraryScripts() {}

    /** All that are here. */
    static LibraryScripts find() {
        LibraryScripts found = new LibraryScripts();
        for (Path jar : files(JARS, ".jar")) {
            found.put(jar.getFileName().toString().replace(".jar", ""), inJar(jar));
        }
        String npm = Objects.requireNonNullElse(System.getenv(ENVIRONMENT), "");
        for (String name : PACKAGES) {
            Path folder = Path.of(npm, "node_modules", name);
            if (!npm.isEmpty() && Files.isDirectory(folder)) {
                found.put(name, inPackage(folder));
            } else {
                found.absences.add(name + ": " + ENVIRONMENT + " names no folder that holds it");
            }
        }
        return found;
    }

    /** By library, each text once. */
    Map<String, List<LibraryScript>> all() {
        return Collections.unmodifiableMap(scripts);
    }

    /** Why others are not here, a sentence each. */
    List<String> absences() {
        return List.copyOf(absences);
    }

    /** The texts by all the names that they are found under. */
    Map<String, String> texts() {
        return Collections.unmodifiableMap(texts);
    }

    /** Gives a number to the second text of a place, and to those after it. */
    private void put(String library, List<Found> all) {
        Map<String, Set<String>> textsOfPlaces = new LinkedHashMap<>();
        Map<String, LibraryScript> scriptsByText = new LinkedHashMap<>();
        for (Found found : all) {
            Set<String> seen =
                    textsOfPlaces.computeIfAbsent(found.place(), key -> new LinkedHashSet<>());
            if (seen.add(found.text())) {
                String number = seen.size() == 1 ? "" : "#" + seen.size();
                String name = library + "/" + found.place() + number;
                LibraryScript script = LibraryScript.of(name, found.text());
                texts.put(name, script.text());
                scriptsByText.putIfAbsent(found.text(), script);
            }
        }
        scripts.put(library, List.copyOf(scriptsByText.values()));
    }

    /** A text, and where it was found. */
    private record Found(String place, String text) {}

    private static List<Found> inJar(Path jar) {
        List<Found> found = new ArrayList<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> entries = Collections.list(zip.entries());
            for (ZipEntry entry : entries) {
                String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
                try (InputStream in = zip.getInputStream(entry)) {
                    if (name.endsWith(".class")) {
                        new ClassReader(in)
                                .accept(
                                        new Constants(name.replace(".class", ""), found),
                                        ClassReader.SKIP_DEBUG);
                    } else if (name.endsWith(".lua")) {
                        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                        found.add(new Found(name.replace(".lua", ""), text));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(jar.toString(), e);
        }
        return found;
    }

    /** Collects the constants of a class that are scripts. */
    private static final class Constants extends ClassVisitor {

        private final String className;
        private final List<Found> found;

        Constants(String className, List<Found> found) {
            super(Opcodes.ASM9);
            this.className = className;
            this.found = found;
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                @Nullable Object value) {
            add(name, value);
            return null;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String method,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitLdcInsn(Object value) {
                    add(method, value);
                }
            };
        }

        private void add(String member, @Nullable Object value) {
            if (value instanceof String text && LibraryScript.looksLikeOne(text)) {
                found.add(new Found(className + "." + member, text));
            }
        }
    }

    /** Of what a package ships in several forms, the one that {@code require} finds. */
    private static List<Found> inPackage(Path folder) {
        List<Found> found = new ArrayList<>();
        for (Path file : files(folder, ".js")) {
            String inside = folder.relativize(file).toString();
            if (!inside.startsWith(".") && !inside.contains("esm") && !inside.contains("modules")) {
                String name = file.getFileName().toString().replace(".js", "");
                JavaScriptTexts.of(read(file))
                        .forEach(
                                (variable, text) -> {
                                    if (LibraryScript.looksLikeOne(text)) {
                                        found.add(new Found(name + "." + variable, text));
                                    }
                                });
            }
        }
        return found;
    }

    private static List<Path> files(Path folder, String ending) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
