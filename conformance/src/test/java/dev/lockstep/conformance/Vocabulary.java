package dev.lockstep.conformance;

import dev.lockstep.conformance.CommandGrammar.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The words that random calls are made of: few, so that calls meet on the same keys and fields, and
 * among them all that a number, a bound or a text can be at its worst. An argument is known by its
 * name or, where that says no more, by its type.
 */
final class Vocabulary {

    /** Of each family; an argument in another family's place makes the wrong type. */
    private static final int KEYS_PER_GROUP = 2;

    private static final List<String> ODD_KEYS = List.of("", "\0\u00ff\r\n", "a key");

    private static final List<String> TEXTS =
            List.of("a", "b", "c", "1", "2", "10", "-5", "3.25", "", "\0\u00fe\r\n", "a b", "+7");

    private static final List<String> VALUES =
            List.of(
                    "a",
                    "hello",
                    "1",
                    "10",
                    "-3",
                    "3.25",
                    "",
                    "\0\u00ff",
                    "007",
                    " 1",
                    "1e3",
                    "9223372036854775807",
                    "9223372036854775806",
                    "-9223372036854775808",
                    "inf",
                    "0.1",
                    "a value that takes more than forty-four bytes",
                    "x".repeat(70));

    private static final List<String> INTEGERS =
            List.of("0", "1", "1", "2", "2", "3", "5", "10", "-1", "-1", "-2", "-3", "100", "-100");

    private static final List<String> ODD_NUMBERS =
            List.of(
                    "2147483648",
                    "4294967296",
                    "9223372036854775807",
                    "-9223372036854775808",
                    "9223372036854775808",
                    "1.5",
                    "abc",
                    "",
                    " 1",
                    "1 ",
                    "+1",
                    "01",
                    "-0",
                    "0x10",
                    "1e2",
                    "nan",
                    "inf");

    private static final List<String> DOUBLES =
            List.of(
                    "0",
                    "1",
                    "2",
                    "3",
                    "-1",
                    "1.5",
                    "0.1",
                    "-2.75",
                    "1e3",
                    "3.0e-5",
                    "100",
                    "inf",
                    "-inf",
                    "1.7976931348623157e308",
                    "5e-324",
                    "123456789012345680");

    private static final List<String> ODD_DOUBLES =
            List.of(
                    "nan",
                    "abc",
                    "",
                    "(1",
                    "1e400",
                    " 1",
                    "1 ",
                    "0x1p3",
                    "+inf",
                    "Infinity",
                    "1,5");

    private static final List<String> SCORE_BOUNDS =
            List.of("-inf", "+inf", "inf", "0", "1", "2", "(1", "(2", "1.5", "(-inf", "-1", "100");

    private static final List<String> LEX_BOUNDS =
            List.of("-", "+", "[a", "(a", "[b", "(c", "[", "(");

    private static final List<String> IDS =
            List.of("*", "1-1", "1-2", "2-0", "5", "0", "0-0", "3-*", "1767225600000-0", "-", "+");

    private static final List<String> SECONDS =
            List.of("1", "2", "10", "100", "5000", "0", "-1", "9223372036854775", "99999999999");

    private static final List<String> UNIX_SECONDS =
            List.of("1767225601", "1767225610", "1767225599", "1767229200", "1", "0", "-1");

    private static final List<String> UNIX_MILLISECONDS =
            List.of("1767225600500", "1767225601000", "1767225599999", "1767229200123", "0", "-1");

    /**
     * An offset that is large can be right, and makes a value of as many bytes; and what a cursor
     * of our own making leads to is chance.
     */
    private static final Set<String> NEVER_ODD = Set.of("offset", "cursor");

    private static final Map<String, List<String>> BY_NAME =
            Map.ofEntries(
                    Map.entry("value", VALUES),
                    Map.entry("message", VALUES),
                    Map.entry("seconds", SECONDS),
                    Map.entry("milliseconds", SECONDS),
                    Map.entry("unix-time-seconds", UNIX_SECONDS),
                    Map.entry("unix-time-milliseconds", UNIX_MILLISECONDS),
                    Map.entry("score", DOUBLES),
                    Map.entry("db", List.of("0", "1", "2", "1", "16", "-1", "x")),
                    Map.entry("destination-db", List.of("0", "1", "2", "16", "-1", "x")),
                    Map.entry("index1", List.of("0", "1", "2", "16", "x")),
                    Map.entry("index2", List.of("0", "1", "2", "-1", "x")),
                    Map.entry("cursor", List.of("0", "0", "0", "0", "0", "x", "")),
                    Map.entry(
                            "offset", List.of("0", "1", "5", "8", "63", "#1", "-1", "4294967296")),
                    Map.entry("encoding", List.of("i8", "u4", "i64", "u63", "u64", "i1", "x")),
                    Map.entry("bit", List.of("0", "1", "1", "2", "x")),
                    Map.entry("group", List.of("g", "g", "h", "")),
                    Map.entry("consumer", List.of("c", "d", "")),
                    Map.entry("channel", List.of("news", "")),
                    Map.entry("type", List.of("string", "hash", "zset", "list", "set", "nope")),
                    Map.entry("by-pattern", List.of("*", "hash*->a", "string*", "nosort")),
                    Map.entry("get-pattern", List.of("#", "*", "hash*->a", "string*", "x")),
                    Map.entry("script", List.of("return 1", "return KEYS[1]", "return {1,2")),
                    Map.entry("timeout", List.of("0", "1", "0.5", "-1", "x")),
                    Map.entry("min-idle-time", List.of("0", "1", "1000", "-1", "x")),
                    Map.entry("longitude", List.of("13.361389", "15.087269", "0", "181", "x")),
                    Map.entry("latitude", List.of("38.115556", "37.502669", "0", "86", "x")),
                    Map.entry("radius", List.of("100", "200", "0", "5000.5", "-1", "x")));

    /** By family and name, where a name means another thing there. */
    private static final Map<String, List<String>> BY_GROUP_AND_NAME =
            Map.of(
                    // SCAN ends the keys that it comes across: with less, that were chance.
                    "generic count", List.of("1000", "9999", "0", "-1", "x"),
                    "stream start", IDS,
                    "stream end", IDS,
                    "stream id", IDS,
                    "stream lastid", IDS,
                    "stream last-id", IDS,
                    "stream threshold", List.of("0", "1", "2", "10", "1-2", "2-0", "-1", "x"));

    private static final Map<String, List<String>> BY_TYPE =
            Map.of(
                    "string", TEXTS,
                    "integer", INTEGERS,
                    "double", DOUBLES,
                    "unix-time", UNIX_SECONDS,
                    "pattern", List.of("*", "a*", "?", "[a-b]*", "h*1", "x", "\\a", "[^a]", ""));

    private final List<String> keys = new ArrayList<>();

    /** The words for calls of {@code groups}. */
    Vocabulary(List<String> groups) {
        for (String group : groups) {
            for (int i = 1; i <= KEYS_PER_GROUP; i++) {
                keys.add(key(group, i));
            }
        }
    }

    private static String key(String group, int number) {
        return group.replace("sorted-", "z") + number;
    }

    /** A key, more often than not of the family {@code group}. */
    String key(String group, Random random) {
        if (random.nextInt(40) == 0) {
            return pick(ODD_KEYS, random);
        }
        String own = key(group, 1 + random.nextInt(KEYS_PER_GROUP));
        return keys.contains(own) && random.nextInt(4) > 0 ? own : pick(keys, random);
    }

    /** A word in the place of {@code argument}. */
    String word(String group, Argument argument, Random random) {
        String type = argument.type();
        if (type.equals("key")) {
            return key(group, random);
        }
        if (random.nextInt(12) == 0 && !NEVER_ODD.contains(argument.name())) {
            return odd(type, random);
        }
        return pick(words(group, argument), random);
    }

    private static List<String> words(String group, Argument argument) {
        String name = argument.name();
        boolean bound = name.equals("min") || name.equals("max");
        if (bound) {
            return argument.type().equals("double") ? SCORE_BOUNDS : LEX_BOUNDS;
        }
        if (group.equals("sorted-set") && argument.type().equals("string") && isEnd(name)) {
            return List.of("0", "1", "-1", "2", "-2", "(1", "+inf", "-inf", "-", "+", "[a", "(b");
        }
        List<String> words = BY_GROUP_AND_NAME.get(group + " " + name);
        if (words == null) {
            words = BY_NAME.get(name);
        }
        return words == null ? BY_TYPE.getOrDefault(argument.type(), TEXTS) : words;
    }

    private static boolean isEnd(String name) {
        return name.equals("start") || name.equals("stop");
    }

    private static String odd(String type, Random random) {
        return switch (type) {
            case "integer", "unix-time" -> pick(ODD_NUMBERS, random);
            case "double" -> pick(ODD_DOUBLES, random);
            default -> pick(VALUES, random);
        };
    }

    static <T> T pick(List<T> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
