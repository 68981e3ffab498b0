package dev.lockstep.conformance.check;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * In what a script's outcomes are not exact on a real server, by the commands that it names.
 *
 * @param clocked it looks at the server's clock, so that numbers move with it
 * @param unordered it asks for what comes in an order of the server's own
 * @param drawing it may draw by chance
 */
record Habits(boolean clocked, boolean unordered, boolean drawing) {

    private static final Set<String> CLOCK =
            Set.of("TIME", "TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME", "XADD", "OBJECT");
    private static final Pattern CHANCE = Pattern.compile("(?i)rand|spop|scan");
    private static final Set<String> ORDER =
            Set.of(
                    "SMEMBERS",
                    "HGETALL",
                    "HKEYS",
                    "HVALS",
                    "KEYS",
                    "SCAN",
                    "SSCAN",
                    "HSCAN",
                    "SINTER",
                    "SUNION",
                    "SDIFF");

    /** Of a script that names {@code commands}, in capitals. */
    static Habits of(Set<String> commands, String text) {
        boolean unordered = commands.stream().anyMatch(ORDER::contains);
        return new Habits(
                commands.stream().anyMatch(CLOCK::contains),
                unordered,
                unordered || CHANCE.matcher(text).find());
    }
}
