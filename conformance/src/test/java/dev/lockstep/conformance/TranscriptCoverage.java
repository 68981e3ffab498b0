package dev.lockstep.conformance;

import dev.lockstep.conformance.CommandGrammar.Argument;
import dev.lockstep.conformance.CommandGrammar.Form;
import dev.lockstep.profile.Profile;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which commands transcripts show, with which of the words that their options are called by. */
final class TranscriptCoverage {

    /** In capitals, by the name of the command. */
    private final Map<String, Set<String>> options = new HashMap<>();

    private final Map<String, Set<String>> shown = new HashMap<>();

    private TranscriptCoverage() {}

    /** What {@code transcripts} show of the commands of all profiles. */
    static TranscriptCoverage of(List<Transcript> transcripts) {
        TranscriptCoverage coverage = new TranscriptCoverage();
        for (Profile profile : Profile.values()) {
            for (Form form : CommandGrammar.of(profile.profileName())) {
                addTokens(
                        form.arguments(),
                        coverage.options.computeIfAbsent(form.name(), name -> new TreeSet<>()));
            }
        }
        transcripts.stream()
                .flatMap(transcript -> transcript.entries().stream())
                .forEach(entry -> coverage.add(entry.step().words()));
        return coverage;
    }

    private static void addTokens(List<Argument> arguments, Set<String> tokens) {
        for (Argument argument : arguments) {
            String token = argument.token();
            if (token != null && !token.isEmpty()) {
                tokens.add(token.toUpperCase(Locale.ROOT));
            }
            addTokens(argument.arguments(), tokens);
        }
    }

    private void add(List<String> words) {
        if (words.isEmpty()) {
            return;
        }
        String name = words.get(0).toLowerCase(Locale.ROOT);
        shown.computeIfAbsent(name, key -> new TreeSet<>()).addAll(capitals(words));
        if (words.size() > 1) {
            String subcommand = name + "|" + words.get(1).toLowerCase(Locale.ROOT);
            shown.computeIfAbsent(subcommand, key -> new TreeSet<>()).addAll(capitals(words));
        }
    }

    private static List<String> capitals(List<String> words) {
        return words.stream().map(word -> word.toUpperCase(Locale.ROOT)).toList();
    }

    /** In a few words, how much of the command {@code name} is shown. */
    String of(String name) {
        Set<String> words = shown.get(name);
        if (words == null) {
            return "none";
        }
        Set<String> missing = new TreeSet<>(options.getOrDefault(name, Set.of()));
        missing.removeAll(words);
        return missing.isEmpty() ? "full" : "all but " + String.join(", ", missing);
    }
}
