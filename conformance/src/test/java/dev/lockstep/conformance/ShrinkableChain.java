package dev.lockstep.conformance;

import dev.lockstep.conformance.Chain.Call;
import dev.lockstep.conformance.Chain.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;

/** A chain with the simpler ones that may fail as well: fewer links first, then fewer words. */
record ShrinkableChain(Chain value) implements Shrinkable<Chain> {

    @Override
    public Stream<Shrinkable<Chain>> shrink() {
        return Stream.concat(withFewerLinks(), withFewerWords()).map(ShrinkableChain::new);
    }

    private Stream<Chain> withFewerLinks() {
        List<Chain> shorter = new ArrayList<>();
        int size = value.links().size();
        for (int count = size / 2; count >= 1; count /= 2) {
            for (int from = 0; from < size; from += count) {
                shorter.add(value.without(from, count));
            }
        }
        return shorter.stream();
    }

    private Stream<Chain> withFewerWords() {
        List<Chain> simpler = new ArrayList<>();
        for (int i = 0; i < value.links().size(); i++) {
            Link link = value.links().get(i);
            if (link instanceof Call call) {
                for (int word = 1; word < call.words().size(); word++) {
                    List<String> rest = new ArrayList<>(call.words());
                    rest.remove(word);
                    simpler.add(value.with(i, new Call(call.connection(), rest)));
                }
            }
        }
        return simpler.stream();
    }

    @Override
    public ShrinkingDistance distance() {
        long words = 0;
        for (Link link : value.links()) {
            words += link instanceof Call call ? call.words().size() : 1;
        }
        return ShrinkingDistance.of(value.links().size(), words);
    }
}
