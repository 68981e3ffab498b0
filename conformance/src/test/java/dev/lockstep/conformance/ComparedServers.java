package dev.lockstep.conformance;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The real servers of a test run, given to tests that want them: started when the first asks,
 * stopped when the run ends, however it ends. Then tells what was compared.
 */
final class ComparedServers implements AutoCloseable {

    private static final Path UNPACKED = Path.of("target/real");

    private final Clients clients = new Clients();
    private final RealServers real;
    private final Map<String, Tally> tallies = new LinkedHashMap<>();

    private ComparedServers() {
        String named =
                System.getProperty(
                        RealServers.PROPERTY,
                        Objects.requireNonNullElse(System.getenv(RealServers.ENVIRONMENT), ""));
        real = RealServers.open(UNPACKED, named, clients);
    }

    Clients clients() {
        return clients;
    }

    RealServers real() {
        return real;
    }

    synchronized void count(RealServer server, Tally tally) {
        tallies.computeIfAbsent(server.name(), name -> new Tally()).add(tally);
    }

    @Override
    public void close() {
        tallies.forEach(
                (server, tally) -> System.out.println("compared with " + server + ": " + tally));
        real.absences().forEach(absence -> System.out.println("not compared: " + absence));
        real.close();
        clients.close();
    }

    /** Hands the servers to test methods. */
    static final class Extension implements ParameterResolver {

        private static final ExtensionContext.Namespace NAMESPACE =
                ExtensionContext.Namespace.create(ComparedServers.class);

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == ComparedServers.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(NAMESPACE)
                    .getOrComputeIfAbsent(
                            ComparedServers.class,
                            key -> new ComparedServers(),
                            ComparedServers.class);
        }
    }
}
