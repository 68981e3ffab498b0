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
 * stopped when the run ends, however it ends. Then tells what was compared, and what was left out.
 */
final class ComparedServers implements AutoCloseable {

    private static final Path UNPACKED = Path.of("target/real");

    private final RealServers real;
    private final Map<RealServer, Tally> tallies = new LinkedHashMap<>();
    private final Map<RealServer, Integer> leftOut = new LinkedHashMap<>();

    private ComparedServers() {
        real = openRealServers();
    }

    /** Starts all that there are. */
    static RealServers openRealServers() {
        String named =
                System.getProperty(
                        RealServers.PROPERTY,
                        Objects.requireNonNullElse(System.getenv(RealServers.ENVIRONMENT), ""));
        return RealServers.open(UNPACKED, named);
    }

    RealServers real() {
        return real;
    }

    void count(RealServer server, Transcript transcript) {
        tallies.computeIfAbsent(server, name -> new Tally()).count(transcript);
    }

    /** Takes note of a comparison that needs a clock of ours. */
    void leaveOut(RealServer server) {
        leftOut.merge(server, 1, Integer::sum);
    }

    @Override
    public void close() {
        tallies.forEach(
                (server, tally) ->
                        System.out.println("compared with " + server.name() + ": " + tally));
        leftOut.forEach(
                (server, count) ->
                        System.out.println(
                                "not compared with "
                                        + server.name()
                                        + (": " + count + " that need its clock in our hands; ")
                                        + server.clockAbsence()));
        real.absences().forEach(absence -> System.out.println("not compared: " + absence));
        real.close();
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
