package dev.lockstep.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DictTest {

    @Property(tries = 200)
    void itBehavesAsALinkedMap(@ForAll List<@IntRange(min = -40, max = 40) Integer> steps) {
        Dict<Integer> dict = new Dict<>();
        Map<Bytes, Integer> model = new LinkedHashMap<>();
        for (int step : steps) {
            Bytes key = Bytes.of(Math.abs(step));
            if (step < 0) {
                assertThat(dict.remove(key)).isEqualTo(model.remove(key));
            } else {
                assertThat(dict.put(key, step)).isEqualTo(model.put(key, step));
            }
        }
        List<Bytes> keys = new ArrayList<>();
        dict.keys().forEach(keys::add);
        assertThat(keys).containsExactlyElementsOf(model.keySet());
        assertThat(dict.size()).isEqualTo(model.size());
    }

    @Property(tries = 100)
    void aScanReturnsWhatIsThereThroughout(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Dict<Integer> dict = new Dict<>();
        for (int i = 0; i < 100; i++) {
            dict.put(Bytes.of("stays:" + i), i);
        }
        Set<Bytes> seen = new HashSet<>();
        long cursor = 0;
        int step = 0;
        do {
            cursor = dict.scan(cursor, (key, value) -> seen.add(key));
            if (step++ < 40) {
                growOrShrink(dict, random);
            }
        } while (cursor != 0);
        for (int i = 0; i < 100; i++) {
            assertThat(seen).contains(Bytes.of("stays:" + i));
        }
    }

    private static void growOrShrink(Dict<Integer> dict, SplittableRandom random) {
        boolean grow = random.nextBoolean();
        for (int i = 0; i < 300; i++) {
            Bytes key = Bytes.of("goes:" + random.nextInt(500));
            if (grow) {
                dict.put(key, i);
            } else {
                dict.remove(key);
            }
        }
    }

    @Test
    void everyKeyIsDrawnSoonerOrLater() {
        Dict<Integer> dict = new Dict<>();
        for (int i = 0; i < 50; i++) {
            dict.put(Bytes.of(i), i);
        }
        SplittableRandom random = new SplittableRandom(1);
        Set<Bytes> drawn = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            drawn.add(dict.random(random).key());
        }
        assertThat(drawn).hasSize(50);
    }

    @Test
    void eachKeyIsAsLikelyToBeDrawnAsTheOthers() {
        Dict<Integer> dict = new Dict<>();
        for (int i = 0; i < 64; i++) {
            dict.put(Bytes.of("key:" + i), i);
        }
        SplittableRandom random = new SplittableRandom(1);
        int[] counts = new int[64];
        for (int i = 0; i < 64_000; i++) {
            counts[dict.random(random).value()]++;
        }
        assertThat(Arrays.stream(counts)).allMatch(count -> count > 850 && count < 1150);
    }
}
