package dev.lockstep.conformance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Calls on two connections, and steps of time between them.
 *
 * @param profile that is followed
 * @param protocol that both connections speak
 */
record Chain(String profile, Protocol protocol, List<Link> links) {

    /** There is nothing to do. */
    static final Chain NONE = new Chain("", Protocol.RESP2, List.of());

    Chain {
        links = List.copyOf(links);
    }

    /** One step of a chain. */
    sealed interface Link {

        /** As a transcript has it. */
        String text();
    }

    /** A call; the first connection has no letter. */
    record Call(String connection, List<String> words) implements Link {
        @Override
        public String text() {
            return connection
                    + "> "
                    + words.stream().map(Call::shown).collect(Collectors.joining(" "));
        }

        private static String shown(String word) {
            return word.matches("[!#-~]+") && !word.matches("(lua|sha):.*")
                    ? word
                    : Answer.quoted(word);
        }
    }

    /** A step of time. */
    record Pass(Duration duration) implements Link {
        @Override
        public String text() {
            return "advance " + duration.toMillis() + "ms";
        }
    }

    /** The chain without its links from {@code from} on, {@code count} of them. */
    Chain without(int from, int count) {
        List<Link> rest = new ArrayList<>(links.subList(0, from));
        rest.addAll(links.subList(Math.min(links.size(), from + count), links.size()));
        return new Chain(profile, protocol, rest);
    }

    /** The chain with another link at {@code index}. */
    Chain with(int index, Link link) {
        List<Link> changed = new ArrayList<>(links);
        changed.set(index, link);
        return new Chain(profile, protocol, changed);
    }

    @Override
    public String toString() {
        return profile
                + (" in " + protocol)
                + links.stream().map(link -> "\n" + link.text()).collect(Collectors.joining());
    }
}
