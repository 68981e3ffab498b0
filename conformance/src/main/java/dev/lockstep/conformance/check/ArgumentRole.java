package dev.lockstep.conformance.check;

import java.util.Locale;
import java.util.regex.Pattern;

/** What an argument of a script seems to be for, by its name and by what is written of it. */
enum ArgumentRole {
    /** The caller's clock. */
    TIME(
            "(?<!from )\\bnow\\b|^now_|\\btime(stamp)?\\b(?! to"
                    + " )|current_?(time|ms)|\\bts\\b|_ts\\b|clock"),
    /** A length of time. */
    SPAN(
            "window|ttl|expir|interval|period|duration|lease|timeout|spacing|time to"
                    + " live|\\blong\\b|remember"),
    /** How many there may be. */
    LIMIT("limit|max|capacity|burst|quota|size|length|count|threshold"),
    /** How fast something flows. */
    RATE("rate|refill|leak|fill|per_?sec|speed"),
    /** How many are wanted at once. */
    COST("cost|amount|requested|tokens|weight|permits|\\bn\\b|increment|delta|step|units"),
    /** A name that is not calculated with. */
    TEXT("token|owner|holder|\\bid\\b|_id\\b|uuid|member|value|name|key|data|payload|secret"),
    /** Nothing is known of it. */
    UNKNOWN("(?!)");

    private static final Pattern MILLIS =
            Pattern.compile("\\bms\\b|_ms\\b|milli|\\bmsec|ms\\)|[a-z]Ms\\b");
    private static final Pattern SECONDS =
            Pattern.compile("\\bin s\\b|\\bs\\b|_s\\b|_secs?\\b|second|\\bsecs?\\b");

    private final Pattern words;

    ArgumentRole(String words) {
        this.words = Pattern.compile(words);
    }

    /** Names come before explanations, which may mention anything. */
    static ArgumentRole of(String name, String explanation) {
        ArgumentRole byName = matching(name);
        return byName == UNKNOWN ? matching(explanation) : byName;
    }

    private static ArgumentRole matching(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (ArgumentRole role : values()) {
            if (role.words.matcher(lower).find()) {
                return role;
            }
        }
        return UNKNOWN;
    }

    /** Whether {@code text} speaks of milliseconds. */
    static boolean inMillis(String text) {
        return MILLIS.matcher(text).find();
    }

    /** Whether {@code text} speaks of seconds. */
    static boolean inSeconds(String text) {
        return SECONDS.matcher(text).find();
    }
}
