package dev.lockstep.conformance;

import dev.lockstep.conformance.Chain.Call;
import dev.lockstep.conformance.Chain.Link;
import dev.lockstep.conformance.Chain.Pass;
import dev.lockstep.conformance.CommandGrammar.Form;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;

/**
 * Makes chains at random. A chain is about two families, so that its calls meet, with whatever is
 * for all kinds of keys in between.
 */
final class ChainGenerator implements RandomGenerator<Chain> {

    private static final int LENGTH = 100;
    private static final String ANY_KIND = "generic";
    private static final List<Duration> STEPS =
            List.of(
                    Duration.ofMillis(1),
                    Duration.ofMillis(999),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(2));

    private final String profile;
    private final RequestGenerator requests;
    private final Vocabulary vocabulary;
    private final List<String> groups;

    private ChainGenerator(String profile, List<Form> forms) {
        this.profile = profile;
        Set<String> names = new TreeSet<>();
        forms.forEach(form -> names.add(form.group()));
        groups = List.copyOf(names);
        vocabulary = new Vocabulary(RequestGenerator.fillingGroups(forms));
        requests = new RequestGenerator(forms, vocabulary);
    }

    /** Chains for {@code profile}. */
    static ChainGenerator of(String profile) {
        return new ChainGenerator(
                profile, CommandGrammar.of(profile).stream().filter(ChainScope::includes).toList());
    }

    @Override
    public Shrinkable<Chain> next(Random random) {
        return new ShrinkableChain(new Writer(random).chain());
    }

    /** Writes one chain. */
    private final class Writer {
        private final Random random;
        private final List<String> topics;
        private final List<Link> links = new ArrayList<>();
        private final boolean[] inTransaction = new boolean[2];
        private int connection;

        Writer(Random random) {
            this.random = random;
            this.topics =
                    List.of(
                            Vocabulary.pick(groups, random),
                            Vocabulary.pick(groups, random),
                            ANY_KIND);
        }

        Chain chain() {
            Protocol protocol = Vocabulary.pick(List.of(Protocol.values()), random);
            while (links.size() < LENGTH) {
                if (random.nextInt(12) == 0) {
                    connection = 1 - connection;
                }
                add();
            }
            return new Chain(profile, protocol, links);
        }

        private void add() {
            int chance = random.nextInt(100);
            if (chance < 3) {
                links.add(new Pass(Vocabulary.pick(STEPS, random)));
            } else if (chance < 7) {
                watchOrBegin();
            } else if (inTransaction[connection] && chance < 17) {
                call(chance < 15 ? "EXEC" : "DISCARD");
                inTransaction[connection] = false;
            } else {
                call(requests.call(Vocabulary.pick(topics, random), random));
            }
        }

        /** A transaction follows at once on the watch; what the other connection does breaks it. */
        private void watchOrBegin() {
            if (random.nextInt(2) == 0) {
                call("WATCH", vocabulary.key(topics.get(0), random));
            }
            boolean begin = random.nextInt(8) > 0;
            call(begin ? "MULTI" : "UNWATCH");
            inTransaction[connection] |= begin;
        }

        private void call(String... words) {
            call(List.of(words));
        }

        private void call(List<String> words) {
            links.add(new Call(connection == 0 ? "" : "B", words));
        }
    }
}
