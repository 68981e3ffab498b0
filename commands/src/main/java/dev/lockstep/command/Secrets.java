package dev.lockstep.command;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which words of a command MONITOR and SLOWLOG show as {@code (redacted)}. Stateless. */
final class Secrets {

    private static final Bytes REDACTED = Bytes.of("(redacted)");

    private static final Set<String> SECRET_SETTINGS =
            Set.of(
                    "masterauth",
                    "masteruser",
                    "primaryauth",
                    "primaryuser",
                    "requirepass",
                    "tls-client-key-file-pass",
                    "tls-key-file-pass");

    private Secrets() {}

    /** {@code argv} with what others should not see put out. */
    static List<Bytes> redacted(Profile profile, Command command, Bytes[] argv) {
        List<Bytes> words = new ArrayList<>(List.of(argv));
        switch (command.fullName()) {
            case "auth" -> redact(words, 1, words.size());
            case "hello" -> redactLogin(words);
            case "acl|setuser" -> redact(words, 2, words.size());
            case "config|set" -> redactSettings(profile, words);
            default -> {}
        }
        return words;
    }

    private static void redact(List<Bytes> words, int from, int to) {
        for (int i = from; i < Math.min(to, words.size()); i++) {
            words.set(i, REDACTED);
        }
    }

    private static void redactLogin(List<Bytes> words) {
        for (int i = 2; i < words.size(); i++) {
            if (words.get(i).equalsIgnoreCase("AUTH")) {
                redact(words, i + 1, i + 3);
                return;
            }
        }
    }

    private static void redactSettings(Profile profile, List<Bytes> words) {
        int last = profile.has(Feature.CONFIG_SET_SEVERAL) ? words.size() : 4;
        for (int i = 2; i + 1 < Math.min(last, words.size()); i += 2) {
            if (SECRET_SETTINGS.contains(words.get(i).latin1().toLowerCase(Locale.ROOT))) {
                words.set(i + 1, REDACTED);
            }
        }
    }
}
