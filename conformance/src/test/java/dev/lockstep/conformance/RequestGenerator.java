package dev.lockstep.conformance;

import dev.lockstep.conformance.CommandGrammar.Argument;
import dev.lockstep.conformance.CommandGrammar.Form;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Makes calls at random: most are well formed, some have a word too many, too few, or a wrong one.
 */
final class RequestGenerator {

    private final List<Form> forms;
    private final Vocabulary vocabulary;

    RequestGenerator(List<Form> forms, Vocabulary vocabulary) {
        this.forms = List.copyOf(forms);
        this.vocabulary = vocabulary;
    }

    /** The groups that have keys of their own. */
    static List<String> fillingGroups(List<Form> forms) {
        return forms.stream()
                .filter(RequestGenerator::fills)
                .map(Form::group)
                .distinct()
                .sorted()
                .toList();
    }

    /** A call of a command of {@code group}. */
    List<String> call(String group, Random random) {
        List<Form> all = forms.stream().filter(form -> form.group().equals(group)).toList();
        List<Form> filling = all.stream().filter(RequestGenerator::fills).toList();
        boolean fill = !filling.isEmpty() && random.nextInt(3) == 0;
        return call(Vocabulary.pick(fill ? filling : all, random), random);
    }

    /** Whether {@code form} is of those that give a key something to hold. */
    private static boolean fills(Form form) {
        return form.oneKey() && form.flags().contains("denyoom");
    }

    private List<String> call(Form form, Random random) {
        List<String> words = new ArrayList<>(List.of(form.name().split("\\|", -1)));
        new Writer(form, words, random).write(form.arguments());
        if (random.nextInt(15) == 0) {
            spoil(words, random);
        }
        if (random.nextInt(4) == 0) {
            words.set(0, words.get(0).toUpperCase(Locale.ROOT));
        }
        return List.copyOf(words);
    }

    /** Leaves the command's name alone, or else makes it one that there is not. */
    private static void spoil(List<String> words, Random random) {
        int last = words.size() - 1;
        int place = last == 0 ? 0 : 1 + random.nextInt(last);
        switch (random.nextInt(6)) {
            case 0 -> words.set(0, "nonsense");
            case 1 -> words.add(words.get(place));
            case 2 -> words.add(1 + random.nextInt(words.size()), "nonsense");
            case 3 -> words.set(place, "");
            case 4 -> Collections.swap(words, place, last);
            default -> words.subList(Math.max(1, last), last + 1).clear();
        }
    }

    /** Writes the arguments of one call. */
    private final class Writer {
        private static final String NUMKEYS = "numkeys";
        private static final String NUMFIELDS = "numfields";

        private final Form form;
        private final List<String> words;
        private final Random random;
        private int countAt = -1;

        Writer(Form form, List<String> words, Random random) {
            this.form = form;
            this.words = words;
            this.random = random;
        }

        void write(List<Argument> arguments) {
            List<Argument> order = new ArrayList<>(arguments);
            if (random.nextInt(4) == 0) {
                shuffleOptions(order);
            }
            order.forEach(this::write);
        }

        /** Options that follow each other may come in any order. */
        private void shuffleOptions(List<Argument> order) {
            int end = 0;
            for (int begin = 0; begin < order.size(); begin = end + 1) {
                end = begin;
                while (end < order.size() && order.get(end).isOptional()) {
                    end++;
                }
                Collections.shuffle(order.subList(begin, end), random);
            }
        }

        private void write(Argument argument) {
            if (argument.isOptional() && random.nextInt(5) < 3) {
                return;
            }
            int times = argument.isMultiple() ? times() : 1;
            int from = words.size();
            for (int i = 0; i < times; i++) {
                String token = argument.token();
                if (token != null && (i == 0 || argument.flags().contains("multiple_token"))) {
                    words.add(random.nextInt(8) == 0 ? token.toLowerCase(Locale.ROOT) : token);
                }
                writeOnce(argument);
            }
            if (argument.isMultiple() && countAt >= 0) {
                int count = argument.type().equals("block") ? times : words.size() - from;
                words.set(countAt, String.valueOf(random.nextInt(15) == 0 ? count + 1 : count));
                countAt = -1;
            }
        }

        private int times() {
            int times = 1;
            while (times < 5 && random.nextInt(2) == 0) {
                times++;
            }
            return times;
        }

        private void writeOnce(Argument argument) {
            switch (argument.type()) {
                case "pure-token" -> {}
                case "oneof" -> write(Vocabulary.pick(argument.arguments(), random));
                case "block" -> write(argument.arguments());
                default -> {
                    if (argument.name().equals(NUMKEYS) || argument.name().equals(NUMFIELDS)) {
                        countAt = words.size();
                    }
                    words.add(vocabulary.word(form.group(), argument, random));
                }
            }
        }
    }
}
