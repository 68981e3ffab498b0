package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Members in order of score, those of one score in order of their bytes: a skip list whose links
 * know how far they lead, so that rank and position, too, take logarithmic time. How high members
 * are linked is drawn from a generator of its own with a fixed seed; the order does not depend on
 * it.
 */
final class SkipList {

    private static final int MAX_LEVELS = 16;

    private final ScoredMember head = new ScoredMember(Bytes.EMPTY, 0, 1);
    private @Nullable ScoredMember last;
    private int size;
    private int levels = 1;
    private int seed = 0x2545F491;

    // On each level, the member in front of the place that was looked for last, and its rank.
    private ScoredMember[] path = {head};
    private int[] pathRank = {0};

    int size() {
        return size;
    }

    @Nullable ScoredMember first() {
        return head.next();
    }

    @Nullable ScoredMember last() {
        return last;
    }

    /** Adds a member that is not there yet. */
    ScoredMember insert(Bytes member, double score) {
        findPath(score, member);
        int height = drawLevels();
        if (height > levels) {
            raise(height);
        }
        ScoredMember node = new ScoredMember(member, score, height);
        link(node);
        return node;
    }

    private void link(ScoredMember node) {
        int rank = pathRank[0];
        for (int level = 0; level < node.levels(); level++) {
            ScoredMember before = path[level];
            int passed = rank - pathRank[level];
            node.setNext(level, before.next(level));
            node.setSpan(level, before.span(level) - passed);
            before.setNext(level, node);
            before.setSpan(level, passed + 1);
        }
        for (int level = node.levels(); level < levels; level++) {
            path[level].setSpan(level, path[level].span(level) + 1);
        }
        node.setPrevious(path[0] == head ? null : path[0]);
        ScoredMember next = node.next();
        if (next == null) {
            last = node;
        } else {
            next.setPrevious(node);
        }
        size++;
    }

    /** Gives a member another score and moves it to where it then belongs. */
    void setScore(ScoredMember node, double score) {
        ScoredMember previous = node.previous();
        ScoredMember next = node.next();
        boolean stays =
                (previous == null || previous.precedes(score, node.member()))
                        && (next == null || !next.precedes(score, node.member()));
        if (stays) {
            node.setScore(score);
            return;
        }
        remove(node);
        node.setScore(score);
        findPath(score, node.member());
        link(node);
    }

    void remove(ScoredMember node) {
        findPath(node.score(), node.member());
        unlink(node);
    }

    /** Removes the members from {@code first} on, as long as {@code condition} holds. */
    int removeWhile(
            @Nullable ScoredMember first,
            Predicate<ScoredMember> condition,
            Consumer<ScoredMember> removed) {
        int sizeBefore = size;
        ScoredMember node = first;
        if (node != null) {
            findPath(node.score(), node.member());
        }
        while (node != null && condition.test(node)) {
            ScoredMember next = node.next();
            unlink(node); // the path leads to the next one, too
            removed.accept(node);
            node = next;
        }
        return sizeBefore - size;
    }

    private void unlink(ScoredMember node) {
        for (int level = 0; level < levels; level++) {
            ScoredMember before = path[level];
            if (before.next(level) == node) {
                before.setSpan(level, before.span(level) + node.span(level) - 1);
                before.setNext(level, node.next(level));
            } else {
                before.setSpan(level, before.span(level) - 1);
            }
        }
        ScoredMember next = node.next();
        if (next == null) {
            last = node.previous();
        } else {
            next.setPrevious(node.previous());
        }
        size--;
        while (levels > 1 && head.next(levels - 1) == null) {
            levels--;
        }
    }

    /** The member at {@code rank}, which counts from 0, or null. */
    @Nullable ScoredMember at(int rank) {
        int left = rank + 1;
        ScoredMember node = head;
        for (int level = levels - 1; level >= 0; level--) {
            ScoredMember next = node.next(level);
            while (next != null && node.span(level) <= left) {
                left -= node.span(level);
                node = next;
                next = node.next(level);
            }
            if (left == 0) {
                return node == head ? null : node;
            }
        }
        return null;
    }

    /** The rank of a member of this list, from 0. */
    int rank(ScoredMember member) {
        findPath(member.score(), member.member());
        return pathRank[0];
    }

    /** The first member that is not in front of {@code range}. */
    @Nullable ScoredMember firstNotBehind(MemberRange range) {
        ScoredMember node = head;
        for (int level = levels - 1; level >= 0; level--) {
            ScoredMember next = node.next(level);
            while (next != null && range.isBehind(next)) {
                node = next;
                next = node.next(level);
            }
        }
        return node.next();
    }

    /** The last member in front of which {@code range} does not end. */
    @Nullable ScoredMember lastNotPast(MemberRange range) {
        ScoredMember node = head;
        for (int level = levels - 1; level >= 0; level--) {
            ScoredMember next = node.next(level);
            while (next != null && !range.endsBefore(next)) {
                node = next;
                next = node.next(level);
            }
        }
        return node == head ? null : node;
    }

    private void findPath(double score, Bytes member) {
        ScoredMember node = head;
        int rank = 0;
        for (int level = levels - 1; level >= 0; level--) {
            ScoredMember next = node.next(level);
            while (next != null && next.precedes(score, member)) {
                rank += node.span(level);
                node = next;
                next = node.next(level);
            }
            path[level] = node;
            pathRank[level] = rank;
        }
    }

    private void raise(int height) {
        if (height > head.levels()) {
            head.growTo(height);
            path = Arrays.copyOf(path, height);
            pathRank = Arrays.copyOf(pathRank, height);
        }
        for (int level = levels; level < height; level++) {
            head.setNext(level, null);
            head.setSpan(level, size);
            path[level] = head;
            pathRank[level] = 0;
        }
        levels = height;
    }

    /** A quarter of the members of each level are on the next one as well. */
    private int drawLevels() {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        return Math.min(1 + Integer.numberOfTrailingZeros(seed) / 2, MAX_LEVELS);
    }
}
