package dev.lockstep.conformance;

import dev.lockstep.conformance.Chain.Call;
import dev.lockstep.conformance.Chain.Link;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Makes calls of a script at random: as many keys and arguments as it takes, most keys holding what
 * it looks for in them.
 */
final class ScriptCalls {

    private static final int ROUNDS = 3;
    private static final int CALLS_PER_ROUND = 4;

    /** The words that are fields, members, numbers and times, few so that they meet. */
    private static final List<String> WORDS =
            List.of(
                    "a",
                    "b",
                    "c",
                    "0",
                    "1",
                    "2",
                    "-1",
                    "5",
                    "100",
                    "30000",
                    "1.5",
                    "",
                    "true",
                    "1767225600000",
                    "1767225590000",
                    "1767225630000",
                    "{\"a\":1,\"b\":[1,2]}",
                    packed(0, "a"),
                    packed(30000, "value"));

    private static final List<String> NUMBERS =
            List.of("0", "1", "2", "3", "10", "1000", "-1", "1767225600000", "1767225605000");

    /** What has more digits may be a time: as a number of times it would take for ever. */
    private static final int DIGITS_OF_A_COUNT = 4;

    private final LibraryScript script;
    private final Map<String, String> groups;
    private final Map<Integer, String> commands;
    private final List<String> words;
    private final List<String> numbers;
    private final Random random;
    private final List<Link> links = new ArrayList<>();

    private ScriptCalls(LibraryScript script, Map<String, String> groups, Random random) {
        this.script = script;
        this.groups = groups;
        this.commands = script.commandsOfKeys();
        this.words = new ArrayList<>(WORDS);
        this.words.addAll(script.literals());
        this.numbers = new ArrayList<>(NUMBERS);
        if (script.countsTo()) {
            Predicate<String> isTime = it -> it.matches("[0-9]{" + (DIGITS_OF_A_COUNT + 1) + ",}");
            words.removeIf(isTime);
            numbers.removeIf(isTime);
        }
        this.random = random;
    }

    /**
     * Calls of {@code script}.
     *
     * @param groups of commands, by their names
     */
    static Chain of(
            LibraryScript script,
            Map<String, String> groups,
            String profile,
            Protocol protocol,
            Random random) {
        return new Chain(profile, protocol, new ScriptCalls(script, groups, random).links());
    }

    private List<Link> links() {
        call("SCRIPT", "LOAD", script.text());
        for (int i = 0; i < ROUNDS; i++) {
            call("FLUSHALL");
            int keys = script.places("KEYS") + (script.takesAny("KEYS") ? random.nextInt(3) : 0);
            for (int key = 1; key <= keys; key++) {
                fill(key);
            }
            for (int j = 0; j < CALLS_PER_ROUND; j++) {
                callScript(keys);
            }
        }
        return links;
    }

    private void callScript(int keys) {
        List<String> call = new ArrayList<>(List.of("EVALSHA", sha(), String.valueOf(keys)));
        for (int key = 1; key <= keys; key++) {
            call.add(name(key));
        }
        int arguments = script.places("ARGV") + (script.takesAny("ARGV") ? random.nextInt(5) : 0);
        for (int place = 1; place <= arguments; place++) {
            call.add(argument(place));
        }
        links.add(new Call("", call));
    }

    private String argument(int place) {
        if (script.isCommand(place)) {
            return Vocabulary.pick(List.of("publish", "get", "nonsense"), random);
        }
        return Vocabulary.pick(random.nextInt(3) == 0 ? numbers : words, random);
    }

    private static String name(int key) {
        return "k" + key;
    }

    /** What its last command with the key is for; now and then nothing, or something else. */
    private void fill(int key) {
        int chance = random.nextInt(20);
        String group = groups.getOrDefault(commands.getOrDefault(key, ""), "");
        if (chance == 0) {
            group = Vocabulary.pick(List.of("string", "hash", "list", "sorted-set"), random);
        } else if (chance < 4) {
            return;
        }
        String name = name(key);
        switch (group) {
            case "string" -> call("SET", name, word());
            case "hash" -> {
                for (int i = random.nextInt(4); i >= 0; i--) {
                    call("HSET", name, word(), word());
                }
            }
            case "list" -> {
                for (int i = random.nextInt(4); i >= 0; i--) {
                    call("RPUSH", name, word());
                }
            }
            // With one member it has no order, which a real server would be free in.
            case "set" -> call("SADD", name, word());
            case "sorted-set" -> {
                for (int i = random.nextInt(4); i >= 0; i--) {
                    call("ZADD", name, Vocabulary.pick(numbers, random), word());
                }
            }
            case "stream" -> call("XADD", name, "1-1", word(), word());
            default -> {}
        }
    }

    private String word() {
        return Vocabulary.pick(words, random);
    }

    private void call(String... call) {
        links.add(new Call("", List.of(call)));
    }

    private String sha() {
        try {
            byte[] text = script.text().getBytes(StandardCharsets.ISO_8859_1);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }

    /** A value with its time to live before it, as {@code struct.pack('dLc0', …)} makes it. */
    private static String packed(double ttlMillis, String value) {
        long bits = Double.doubleToLongBits(ttlMillis);
        StringBuilder packed = new StringBuilder();
        for (int i = 0; i < Long.BYTES; i++) {
            packed.append((char) (bits >>> (8 * i) & 0xff));
        }
        for (int i = 0; i < Long.BYTES; i++) {
            packed.append((char) ((long) value.length() >>> (8 * i) & 0xff));
        }
        return packed.append(value).toString();
    }
}
