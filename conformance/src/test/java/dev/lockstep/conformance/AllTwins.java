package dev.lockstep.conformance;

import dev.lockstep.profile.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The twins of every profile of which there is a real server on our clock, for random tests. Tells
 * at its end what was compared, and what was not.
 */
final class AllTwins implements AutoCloseable {

    private final String what;
    private final RealServers real = ComparedServers.openRealServers();
    private final Map<String, Twins> twins = new LinkedHashMap<>();
    private final List<String> absences = new ArrayList<>();

    /** Starts them, to be given {@code what}. */
    AllTwins(String what) {
        this.what = what;
        for (Profile profile : Profile.values()) {
            String name = profile.profileName();
            Optional<RealServer> twin =
                    real.servers().stream()
                            .filter(server -> server.isOnOurClock())
                            .filter(server -> server.profile().equals(name))
                            .findFirst();
            twin.ifPresent(server -> twins.put(name, new Twins(server)));
            if (twin.isEmpty()) {
                absences.add("no " + what + " as " + name + ": no such server is on our clock");
            }
        }
    }

    /** The profiles that are compared. */
    List<String> profiles() {
        return List.copyOf(twins.keySet());
    }

    /** Where the twins of its profile part first; of a chain without one, nothing. */
    Optional<String> firstDifference(Chain chain) {
        Twins both = twins.get(chain.profile());
        return both == null ? Optional.empty() : both.firstDifference(chain);
    }

    @Override
    public void close() {
        twins.forEach((name, both) -> System.out.println(what + " as " + name + ": " + both));
        absences.forEach(System.out::println);
        twins.values().forEach(Twins::close);
        real.close();
    }
}
