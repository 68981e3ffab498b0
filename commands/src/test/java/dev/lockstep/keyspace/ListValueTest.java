package dev.lockstep.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListValueTest {

    private static final int STEPS = 20_000;

    private final List<Bytes> model = new ArrayList<>();

    /** However nodes are filled, split and merged, the elements are those of a plain list. */
    @ParameterizedTest
    @ValueSource(ints = {-5, -1, 0, 1, 2, 3, 10})
    void holdsWhatAPlainListHolds(int fill) {
        SplittableRandom random = new SplittableRandom(fill);
        ListLimits limits = ListLimits.of(fill, ListLimits.BY_NODE);
        ListValue list = new ListValue(Profile.REDIS_8_0, limits);
        for (int step = 0; step < STEPS; step++) {
            change(list, limits, random);
            assertThat(list.size()).isEqualTo(model.size());
            if (step % 100 == 0) {
                assertSame(list, random);
            }
        }
    }

    private void change(ListValue list, ListLimits limits, SplittableRandom random) {
        Bytes element = element(random);
        int size = model.size();
        int index = size == 0 ? 0 : random.nextInt(size);
        int what = size == 0 ? 0 : random.nextInt(9);
        if (what <= 4) {
            list.makeRoom(limits, element.length(), 1);
        }
        switch (what) {
            case 0, 1 -> {
                list.add(element, what == 0);
                model.add(what == 0 ? 0 : size, element);
            }
            case 2 -> {
                list.insertBefore(index, element);
                model.add(index, element);
            }
            case 3 -> {
                list.insertAfter(index, element);
                model.add(index + 1, element);
            }
            case 4 -> {
                list.set(index, element);
                model.set(index, element);
            }
            case 5 -> assertThat(list.remove(true)).isEqualTo(model.remove(0));
            case 6 -> assertThat(list.remove(false)).isEqualTo(model.remove(size - 1));
            case 7 -> removeRange(list, index, random.nextInt(Math.min(5, size - index) + 1));
            default -> removeEqual(list, model.get(index), random);
        }
        if (what > 4) {
            list.shrink(limits);
        }
    }

    private static Bytes element(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0 -> Bytes.of("x".repeat(random.nextInt(10_000)));
            case 1 -> Bytes.of("y".repeat(random.nextInt(200)));
            default -> Bytes.of(random.nextInt(20));
        };
    }

    private void removeRange(ListValue list, int index, int count) {
        list.removeRange(index, count);
        model.subList(index, index + count).clear();
    }

    private void removeEqual(ListValue list, Bytes element, SplittableRandom random) {
        boolean fromEnd = random.nextBoolean();
        int removed = list.removeEqual(element, 2, fromEnd);
        for (int i = 0; i < removed; i++) {
            model.remove(fromEnd ? model.lastIndexOf(element) : model.indexOf(element));
        }
        assertThat(removed == 2 || !model.contains(element)).isTrue();
    }

    private void assertSame(ListValue list, SplittableRandom random) {
        assertThat(list.elements()).containsExactlyElementsOf(model);
        assertThat(list.copy().elements()).containsExactlyElementsOf(model);
        if (!model.isEmpty()) {
            int index = random.nextInt(model.size());
            assertThat(list.get(index)).isEqualTo(model.get(index));
            assertThat(list.indexOf(model.get(index))).isEqualTo(model.indexOf(model.get(index)));
            List<Bytes> before = new ArrayList<>(model.subList(0, index + 1));
            Collections.reverse(before);
            assertThat(all(list.backFrom(index))).isEqualTo(before);
        }
    }

    private static List<Bytes> all(Iterator<Bytes> elements) {
        List<Bytes> all = new ArrayList<>();
        elements.forEachRemaining(all::add);
        return all;
    }
}
