package dev.lockstep.conformance;

import dev.lockstep.conformance.Chain.Call;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A call after which Lockstep does not do as a real server, and is not meant to. Such calls are
 * left out of chains, and counted. {@code conformance/README.md} tells the reasons at length.
 */
enum ChainDeviation {
    /** Redis 6.2 makes an empty hash before it refuses the increment. */
    EMPTY_HASH(
            "redis-6.2",
            words -> named(words, "hincrbyfloat") && contains(words.get(words.size() - 1), "inf"));

    private final String profiles;
    private final Predicate<List<String>> words;

    /** Of all profiles that begin as {@code profiles}. */
    ChainDeviation(String profiles, Predicate<List<String>> words) {
        this.profiles = profiles;
        this.words = words;
    }

    static Optional<ChainDeviation> of(String profile, Call call) {
        return Arrays.stream(values())
                .filter(it -> profile.startsWith(it.profiles) && it.words.test(call.words()))
                .findFirst();
    }

    private static boolean named(List<String> words, String name) {
        return words.get(0).equalsIgnoreCase(name);
    }

    private static boolean contains(String word, String part) {
        return word.toLowerCase(Locale.ROOT).contains(part);
    }
}
