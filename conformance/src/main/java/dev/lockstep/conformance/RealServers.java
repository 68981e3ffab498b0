package dev.lockstep.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The real servers there are to compare with: those whose binaries a build has unpacked, and those
 * that somebody names. Names are separated by commas; each is a server's {@code redis://} address,
 * its database empty, or a folder that holds servers as {@code conformance/real-servers} makes
 * them.
 */
public final class RealServers implements AutoCloseable {

    /** The system property that names more servers; the environment variable is its twin. */
    public static final String PROPERTY = "lockstep.real";

    public static final String ENVIRONMENT = "LOCKSTEP_REAL";

    /** What a folder of servers holds: {@code NAME/server}. */
    private static final String EXECUTABLE = "server";

    /** Names as {@code redis-server-7.0.15-linux-amd64}. */
    private static final Pattern UNPACKED = Pattern.compile("redis-server-(.+)-(\\w+-\\w+)");

    private final ClockLibrary clocks = ClockLibrary.build();
    private final List<RealServer> servers = new ArrayList<>();
    private final List<String> absences = new ArrayList<>();

    private RealServers() {}

    /**
     * Starts what has to be started.
     *
     * @param unpacked the folder of binaries of versions and platforms, as {@code
     *     redis-server-7.0.15-linux-amd64}
     * @param named what {@link #PROPERTY} says, or nothing
     */
    static RealServers open(Path unpacked, String named) {
        RealServers all = new RealServers();
        try {
            all.addUnpacked(unpacked);
            for (String entry : named.split(",", -1)) {
                if (!entry.isBlank()) {
                    all.addNamed(entry.strip());
                }
            }
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    /** Those that answer, in the order in which they were found. */
    public List<RealServer> servers() {
        return List.copyOf(servers);
    }

    /** Why others are not here, a sentence each. */
    public List<String> absences() {
        return List.copyOf(absences);
    }

    private void addUnpacked(Path folder) {
        String platform = platform();
        for (String version : versions(folder)) {
            Path binary = folder.resolve("redis-server-" + version + "-" + platform);
            if (Files.exists(binary)) {
                startIfItRuns(binary);
            } else {
                absences.add("redis " + version + ": no binary for " + platform);
            }
        }
    }

    private static List<String> versions(Path folder) {
        return names(folder).stream()
                .map(UNPACKED::matcher)
                .filter(Matcher::matches)
                .map(name -> name.group(1))
                .distinct()
                .sorted()
                .toList();
    }

    private static List<String> names(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(folder.toString(), e);
        }
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String systemName = system.startsWith("mac") ? "darwin" : system.split(" ", 2)[0];
        String processorName =
                switch (processor) {
                    case "x86_64", "amd64" -> "amd64";
                    case "aarch64" -> "arm64";
                    case "x86", "i386", "i686" -> "386";
                    default -> processor;
                };
        return systemName + "-" + processorName;
    }

    private void addNamed(String entry) {
        if (entry.startsWith("redis://")) {
            servers.add(RealServer.at(URI.create(entry)));
            return;
        }
        Path folder = Path.of(entry);
        List<Path> executables =
                names(folder).stream()
                        .map(name -> folder.resolve(name).resolve(EXECUTABLE))
                        .filter(Files::exists)
                        .toList();
        if (executables.isEmpty()) {
            throw new IllegalArgumentException("no servers in " + folder);
        }
        executables.forEach(this::start);
    }

    /** What is unpacked may lack a library here. */
    private void startIfItRuns(Path executable) {
        try {
            start(executable);
        } catch (IllegalStateException e) {
            absences.add(e.getMessage());
        }
    }

    private void start(Path executable) {
        // Unpacking does not keep permissions.
        if (!Files.isExecutable(executable) && !executable.toFile().setExecutable(true)) {
            absences.add(executable + ": cannot be made executable");
            return;
        }
        Optional<SetClock> clock = clocks.newClock(Subject.START);
        ServerProcess process =
                ServerProcess.startObserved(
                        executable, clock.map(SetClock::environment).orElse(Map.of()));
        try {
            servers.add(RealServer.of(process, clock.orElse(null), clocks.absence()));
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    @Override
    public void close() {
        servers.forEach(RealServer::close);
        clocks.close();
    }
}
