package dev.lockstep.conformance.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Measures how many commands a call takes with more and more stored. */
final class Growth {

    private static final int[] SIZES = {10, 100, 1000};

    private final Rehearsal rehearsal;

    Growth(Rehearsal rehearsal) {
        this.rehearsal = rehearsal;
    }

    /**
     * Plays {@code scenario}, adds elements to each collection that it left, and plays its last
     * call once more.
     *
     * @return the commands of that call, by the number of elements added; nothing when the script
     *     leaves no collection
     */
    Map<Integer, Integer> measure(Scenario scenario) {
        Map<Integer, Integer> commandsBySize = new TreeMap<>();
        Scenario lastCall = scenario.with(List.of(scenario.lastCall()));
        for (int size : SIZES) {
            rehearsal.observe(scenario);
            if (fill(size)) {
                List<Observation> observed = rehearsal.observeMore(lastCall);
                commandsBySize.put(size, observed.get(0).commands().size());
            }
        }
        return commandsBySize;
    }

    private boolean fill(int size) {
        boolean filled = false;
        for (var key : rehearsal.send("KEYS", "*").elements()) {
            List<String> words = addition(key.text(), size);
            if (!words.isEmpty()) {
                rehearsal.send(words.toArray(String[]::new));
                filled = true;
            }
        }
        return filled;
    }

    private List<String> addition(String key, int size) {
        String type = rehearsal.send("TYPE", key).text();
        List<String> words = new ArrayList<>();
        switch (type) {
            case "hash" -> words.addAll(List.of("HSET", key));
            case "set" -> words.addAll(List.of("SADD", key));
            case "list" -> words.addAll(List.of("RPUSH", key));
            case "zset" -> words.addAll(List.of("ZADD", key));
            default -> {
                return words;
            }
        }
        String score = type.equals("zset") ? highestScore(key) : "";
        for (int i = 0; i < size; i++) {
            if (type.equals("zset")) {
                words.add(score);
            }
            words.add("more:" + i);
            if (type.equals("hash")) {
                words.add("1");
            }
        }
        return words;
    }

    /** Where a script that takes the lowest away finds them last. */
    private String highestScore(String key) {
        return rehearsal.send("ZRANGE", key, "-1", "-1", "WITHSCORES").elements().get(1).text();
    }
}
