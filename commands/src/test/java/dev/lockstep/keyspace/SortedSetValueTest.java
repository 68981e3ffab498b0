package dev.lockstep.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

class SortedSetValueTest {

    private static final PackedLimits LIMITS = new PackedLimits(16, 64);

    private record Scored(String name, double score) {}

    private static final Comparator<Scored> ORDER =
            Comparator.comparingDouble(Scored::score).thenComparing(Scored::name);

    /** A step is a member, a score, and what to do with them. */
    @Property(tries = 300)
    void itBehavesAsASortedListOfMembers(
            @ForAll @Size(max = 200) List<@IntRange(max = 40 * 8 * 6 - 1) Integer> steps) {
        SortedSetValue set = new SortedSetValue(Profile.REDIS_8_0);
        TreeMap<String, Double> model = new TreeMap<>();
        for (int step : steps) {
            String name = "m" + step % 40;
            double score = step / 40 % 8;
            apply(set, model, step / 320, name, score);
            check(set, model);
        }
    }

    private static void apply(
            SortedSetValue set,
            SortedMap<String, Double> model,
            int action,
            String name,
            double score) {
        switch (action) {
            case 0 -> {
                set.remove(Bytes.of(name));
                model.remove(name);
            }
            case 1 -> {
                set.removeAll(new ScoreRange(score, true, score + 2, false));
                model.values().removeIf(other -> other > score && other <= score + 2);
            }
            case 2 -> {
                List<Scored> sorted = sorted(model);
                int first = Math.min((int) score, sorted.size());
                int last = Math.min(first + 3, sorted.size());
                set.removeAt(first, last - first);
                sorted.subList(first, last).forEach(gone -> model.remove(gone.name()));
            }
            default -> {
                ScoredMember member = set.find(Bytes.of(name));
                if (member == null) {
                    set.add(Bytes.of(name), score, LIMITS);
                } else {
                    set.setScore(member, score);
                }
                model.put(name, score);
            }
        }
    }

    private static List<Scored> sorted(SortedMap<String, Double> model) {
        List<Scored> sorted = new ArrayList<>();
        model.forEach((name, score) -> sorted.add(new Scored(name, score)));
        sorted.sort(ORDER);
        return sorted;
    }

    private static @Nullable Scored of(@Nullable ScoredMember member) {
        return member == null ? null : new Scored(member.member().utf8(), member.score());
    }

    private static void check(SortedSetValue set, SortedMap<String, Double> model) {
        List<Scored> expected = sorted(model);
        assertThat(set.size()).isEqualTo(expected.size());
        List<Scored> forwards = new ArrayList<>();
        set.ascending().forEach(member -> forwards.add(Objects.requireNonNull(of(member))));
        assertThat(forwards).isEqualTo(expected);
        List<Scored> backwards = new ArrayList<>();
        for (ScoredMember m = set.last(); m != null; m = m.previous()) {
            backwards.add(0, Objects.requireNonNull(of(m)));
        }
        assertThat(backwards).isEqualTo(expected);
        for (int rank = 0; rank < expected.size(); rank++) {
            ScoredMember member = Objects.requireNonNull(set.at(rank));
            assertThat(of(member)).isEqualTo(expected.get(rank));
            assertThat(set.rank(member)).isEqualTo(rank);
        }
        assertThat(set.at(expected.size())).isNull();
        checkRanges(set, expected);
    }

    private static void checkRanges(SortedSetValue set, List<Scored> expected) {
        for (int low = -1; low < 8; low += 3) {
            double min = low;
            double max = low + 4;
            List<Scored> inside =
                    expected.stream().filter(s -> s.score() > min && s.score() <= max).toList();
            ScoreRange range = new ScoreRange(min, true, max, false);
            assertThat(set.count(range)).isEqualTo(inside.size());
            assertThat(of(set.first(range))).isEqualTo(inside.isEmpty() ? null : inside.get(0));
            assertThat(of(set.last(range)))
                    .isEqualTo(inside.isEmpty() ? null : inside.get(inside.size() - 1));
        }
    }

    @Property(tries = 100)
    void namesOfOneScoreFormRanges(
            @ForAll @Size(max = 60) List<@IntRange(max = 99) Integer> names,
            @ForAll @IntRange(max = 99) int from,
            @ForAll @IntRange(max = 99) int to) {
        SortedSetValue set = new SortedSetValue(Profile.REDIS_8_0);
        TreeMap<String, Double> model = new TreeMap<>();
        for (int name : names) {
            if (model.put("m" + name, 0.0) == null) {
                set.add(Bytes.of("m" + name), 0, LIMITS);
            }
        }
        String min = "m" + from;
        String max = "m" + to;
        LexRange range =
                new LexRange(
                        LexRange.Bound.at(Bytes.of(min), true),
                        LexRange.Bound.at(Bytes.of(max), false));
        int expected = min.compareTo(max) < 0 ? model.subMap(min, false, max, true).size() : 0;
        assertThat(set.count(range)).isEqualTo(expected);
        assertThat(set.removeAll(range)).isEqualTo(expected);
        assertThat(set.size()).isEqualTo(model.size() - expected);
    }

    @Property(tries = 20)
    void aCopyIsEqualAndIndependent(
            @ForAll @Size(max = 40) List<@IntRange(max = 99) Integer> names) {
        SortedSetValue set = new SortedSetValue(Profile.REDIS_8_0);
        TreeMap<String, Double> model = new TreeMap<>();
        for (int name : names) {
            if (model.put("m" + name, name % 5.0) == null) {
                set.add(Bytes.of("m" + name), name % 5, LIMITS);
            }
        }
        SortedSetValue copy = set.copy();
        while (set.first() != null) {
            set.remove(Objects.requireNonNull(set.first()).member());
        }
        check(copy, model);
    }
}
