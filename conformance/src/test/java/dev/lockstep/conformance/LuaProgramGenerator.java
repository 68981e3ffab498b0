package dev.lockstep.conformance;

import dev.lockstep.conformance.CommandGrammar.Form;
import dev.lockstep.conformance.LuaGrammar.Hole;
import dev.lockstep.conformance.LuaGrammar.Template;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;

/** Makes chains of random Lua programs. */
final class LuaProgramGenerator implements RandomGenerator<Chain> {

    private static final int PROGRAMS = 20;
    private static final int STATEMENTS = 10;
    private static final int STATEMENTS_INSIDE = 3;

    /** From here on rules become what is simplest. */
    private static final int DEPTH = 7;

    private static final Template SIMPLEST_COMMAND = Template.of("'GET', 'k'");

    /** Commands that reply with what is chance have such a tip. */
    private static final Set<String> CHANCE =
            Set.of("nondeterministic_output", "nondeterministic_output_order");

    private final String profile;
    private final LuaGrammar grammar = LuaGrammar.read();
    private final RequestGenerator requests;
    private final List<String> groups;

    private LuaProgramGenerator(String profile, List<Form> forms) {
        this.profile = profile;
        this.requests =
                new RequestGenerator(forms, new Vocabulary(RequestGenerator.fillingGroups(forms)));
        this.groups = forms.stream().map(Form::group).distinct().sorted().toList();
    }

    /** Programs for {@code profile}. */
    static LuaProgramGenerator of(String profile) {
        return new LuaProgramGenerator(
                profile,
                CommandGrammar.of(profile).stream()
                        .filter(ChainScope::includes)
                        .filter(form -> Collections.disjoint(form.tips(), CHANCE))
                        .toList());
    }

    @Override
    public Shrinkable<Chain> next(Random random) {
        Writer writer = new Writer(random);
        List<LuaPiece> programs = new ArrayList<>();
        for (int i = 0; i < PROGRAMS; i++) {
            programs.add(writer.piece("program", 0));
        }
        Protocol protocol = Vocabulary.pick(List.of(Protocol.values()), random);
        return new ShrinkablePrograms(profile, protocol, programs);
    }

    /** Writes programs with one source of chance. */
    private final class Writer {
        private final Random random;

        Writer(Random random) {
            this.random = random;
        }

        LuaPiece piece(String rule, int depth) {
            if (rule.equals(LuaGrammar.COMMAND)) {
                return new LuaPiece.Filled(rule, command(), SIMPLEST_COMMAND, List.of());
            }
            Template simplest = grammar.simplest(rule);
            Template template = depth < DEPTH ? grammar.any(rule, random) : simplest;
            List<LuaPiece> parts = new ArrayList<>();
            for (Hole hole : template.holes()) {
                parts.add(
                        hole.repeated()
                                ? several(hole.rule(), depth + 1)
                                : piece(hole.rule(), depth + 1));
            }
            return new LuaPiece.Filled(rule, template, simplest, parts);
        }

        private LuaPiece several(String rule, int depth) {
            int most = depth == 1 ? STATEMENTS : STATEMENTS_INSIDE;
            List<LuaPiece> parts = new ArrayList<>();
            for (int i = random.nextInt(most); i >= 0; i--) {
                parts.add(piece(rule, depth));
            }
            return new LuaPiece.Several(parts);
        }

        private Template command() {
            List<String> words;
            do {
                words = requests.call(Vocabulary.pick(groups, random), random);
            } while (ChainDeviation.of(profile, new Chain.Call("", words)).isPresent());
            String text = words.stream().map(this::literal).collect(Collectors.joining(", "));
            return new Template(List.of(text), List.of());
        }

        /** What could be a number may come as one. */
        private String literal(String word) {
            if (word.matches("-?[0-9]{1,19}(\\.[0-9]+)?") && random.nextInt(3) == 0) {
                return word;
            }
            StringBuilder literal = new StringBuilder("'");
            for (int i = 0; i < word.length(); i++) {
                char c = word.charAt(i);
                if (c < ' ' || c > '~' || c == '\'' || c == '\\') {
                    literal.append('\\').append(String.valueOf(1000 + c).substring(1));
                } else {
                    literal.append(c);
                }
            }
            return literal.append('\'').toString();
        }
    }
}
