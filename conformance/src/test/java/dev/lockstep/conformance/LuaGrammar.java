package dev.lockstep.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What random Lua programs are made of: rules, as {@code lua-programs/grammar.txt} has them. */
final class LuaGrammar {

    /** The rule that has no texts of its own: the words of a random call. */
    static final String COMMAND = "command";

    private static final String FILE = "/lua-programs/grammar.txt";
    private static final String NEW_LINE = "<line>";
    private static final Pattern CHOICE = Pattern.compile("  (?:\\[([0-9]+)] )?(.*)");
    private static final Pattern HOLE = Pattern.compile("<([a-z-]+)(\\*?)>");

    /**
     * A text that a rule may become.
     *
     * @param texts around the holes, one more than there are holes
     */
    record Template(List<String> texts, List<Hole> holes) {

        Template {
            texts = List.copyOf(texts);
            holes = List.copyOf(holes);
        }

        static Template of(String text) {
            List<String> texts = new ArrayList<>();
            List<Hole> holes = new ArrayList<>();
            Matcher hole = HOLE.matcher(text);
            int end = 0;
            while (hole.find()) {
                texts.add(text.substring(end, hole.start()));
                holes.add(new Hole(hole.group(1), !hole.group(2).isEmpty()));
                end = hole.end();
            }
            texts.add(text.substring(end));
            return new Template(texts, holes);
        }
    }

    /** A place in a template for what {@code rule} becomes, or for several of it. */
    record Hole(String rule, boolean repeated) {}

    /** As often as they are to be chosen. */
    private final Map<String, List<Template>> templates = new LinkedHashMap<>();

    private final Map<String, Template> simplest = new LinkedHashMap<>();

    private LuaGrammar() {}

    /** Reads the file. */
    static LuaGrammar read() {
        try (InputStream in = LuaGrammar.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not on the class path");
            }
            LuaGrammar grammar = new LuaGrammar();
            grammar.read(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
            return grammar;
        } catch (IOException e) {
            throw new UncheckedIOException(FILE, e);
        }
    }

    private void read(String text) {
        String rule = "";
        for (String line : text.lines().toList()) {
            Matcher choice = CHOICE.matcher(line);
            if (choice.matches()) {
                int weight = choice.group(1) == null ? 1 : Integer.parseInt(choice.group(1));
                Template template = Template.of(choice.group(2).replace(NEW_LINE, "\n"));
                simplest.putIfAbsent(rule, template);
                List<Template> all = templates.computeIfAbsent(rule, key -> new ArrayList<>());
                for (int i = 0; i < weight; i++) {
                    all.add(template);
                }
            } else if (!line.isBlank() && !line.startsWith("#")) {
                rule = line;
            }
        }
        Set<String> missing = new TreeSet<>();
        templates.values().stream()
                .flatMap(List::stream)
                .flatMap(template -> template.holes().stream())
                .map(Hole::rule)
                .filter(name -> !name.equals(COMMAND) && !templates.containsKey(name))
                .forEach(missing::add);
        if (!missing.isEmpty()) {
            throw new IllegalStateException(FILE + " has no rules " + missing);
        }
    }

    /** One of the texts that {@code rule} may become. */
    Template any(String rule, Random random) {
        return Vocabulary.pick(templates.getOrDefault(rule, List.of()), random);
    }

    /** The simplest text that {@code rule} may become. */
    Template simplest(String rule) {
        return Objects.requireNonNull(simplest.get(rule), rule);
    }
}
