package dev.lockstep.conformance;

import dev.lockstep.conformance.Chain.Call;
import dev.lockstep.conformance.Chain.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;

/** A chain of Lua programs with the simpler ones that may fail as well: fewer programs first. */
record ShrinkablePrograms(String profile, Protocol protocol, List<LuaPiece> programs)
        implements Shrinkable<Chain> {

    ShrinkablePrograms {
        programs = List.copyOf(programs);
    }

    /** Settings of libraries stay from script to script, until the scripts are flushed. */
    @Override
    public Chain value() {
        List<Link> links = new ArrayList<>();
        links.add(new Call("", List.of("SCRIPT", "FLUSH")));
        for (LuaPiece program : programs) {
            List<String> call = List.of("EVAL", program.text(), "2", "k", "h", "an argument", "10");
            links.add(new Call("", call));
        }
        return new Chain(profile, protocol, links);
    }

    @Override
    public Stream<Shrinkable<Chain>> shrink() {
        return new LuaPiece.Several(programs)
                .simpler().stream()
                        .map(LuaPiece.Several.class::cast)
                        .map(rest -> new ShrinkablePrograms(profile, protocol, rest.parts()));
    }

    @Override
    public ShrinkingDistance distance() {
        long length = programs.stream().mapToLong(program -> program.text().length()).sum();
        return ShrinkingDistance.of(programs.size(), length);
    }
}
