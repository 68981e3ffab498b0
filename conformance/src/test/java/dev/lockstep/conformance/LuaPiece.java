package dev.lockstep.conformance;

import dev.lockstep.conformance.LuaGrammar.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A piece of a random Lua program, which knows the simpler pieces that could be in its place. */
sealed interface LuaPiece {

    /** The program text. */
    String text();

    /** What could be in its place, the much simpler first. */
    List<LuaPiece> simpler();

    /** All pieces that are part of it and that {@code rule} became. */
    List<LuaPiece> inside(String rule);

    /**
     * What a rule became.
     *
     * @param simplest text that the rule becomes
     * @param parts what is in the holes of {@code template}
     */
    record Filled(String rule, Template template, Template simplest, List<LuaPiece> parts)
            implements LuaPiece {

        public Filled {
            parts = List.copyOf(parts);
        }

        @Override
        public String text() {
            StringBuilder text = new StringBuilder(template.texts().get(0));
            for (int i = 0; i < parts.size(); i++) {
                text.append(parts.get(i).text()).append(template.texts().get(i + 1));
            }
            return text.toString();
        }

        @Override
        public List<LuaPiece> simpler() {
            List<LuaPiece> all = new ArrayList<>();
            if (!template.equals(simplest) && simplest.holes().isEmpty()) {
                all.add(new Filled(rule, simplest, simplest, List.of()));
            }
            parts.forEach(part -> all.addAll(part.inside(rule)));
            for (int i = 0; i < parts.size(); i++) {
                for (LuaPiece part : parts.get(i).simpler()) {
                    all.add(new Filled(rule, template, simplest, with(parts, i, part)));
                }
            }
            return all;
        }

        @Override
        public List<LuaPiece> inside(String wanted) {
            return rule.equals(wanted)
                    ? List.of(this)
                    : parts.stream().flatMap(part -> part.inside(wanted).stream()).toList();
        }
    }

    /** Statements that follow each other. */
    record Several(List<LuaPiece> parts) implements LuaPiece {

        public Several {
            parts = List.copyOf(parts);
        }

        @Override
        public String text() {
            return parts.stream().map(LuaPiece::text).collect(Collectors.joining("\n"));
        }

        @Override
        public List<LuaPiece> simpler() {
            List<LuaPiece> all = new ArrayList<>();
            for (int count = parts.size(); count >= 1; count /= 2) {
                for (int from = 0; from < parts.size(); from += count) {
                    List<LuaPiece> rest = new ArrayList<>(parts.subList(0, from));
                    rest.addAll(parts.subList(Math.min(parts.size(), from + count), parts.size()));
                    all.add(new Several(rest));
                }
            }
            for (int i = 0; i < parts.size(); i++) {
                for (LuaPiece part : parts.get(i).simpler()) {
                    all.add(new Several(with(parts, i, part)));
                }
            }
            return all;
        }

        @Override
        public List<LuaPiece> inside(String wanted) {
            return parts.stream().flatMap(part -> part.inside(wanted).stream()).toList();
        }
    }

    private static List<LuaPiece> with(List<LuaPiece> parts, int index, LuaPiece part) {
        List<LuaPiece> changed = new ArrayList<>(parts);
        changed.set(index, part);
        return changed;
    }
}
