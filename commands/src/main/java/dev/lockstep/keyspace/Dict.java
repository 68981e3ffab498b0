package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A hash table from byte strings to values that iterates in order of insertion and can be scanned
 * with a cursor while it changes. Confined to the server's thread.
 *
 * <p>A scan visits buckets by counting with the bits of the cursor reversed, high bit first. When
 * the table doubles, the buckets already visited are split into buckets that count as visited; when
 * it halves, they are joined likewise. So whatever is there from the beginning of a scan to its end
 * is returned at least once.
 */
public final class Dict<V> {

    private static final int MIN_BUCKETS = 4;

    /** Chains of more are as good as never. */
    private static final int PLACES = 8;

    /** One key with its value. */
    public static final class Node<V> {
        private final Bytes key;
        private V value;
        private final int hash;
        private @Nullable Node<V> nextInBucket;
        private @Nullable Node<V> before;
        private @Nullable Node<V> after;

        private Node(Bytes key, V value, int hash) {
            this.key = key;
            this.value = value;
            this.hash = hash;
        }

        public Bytes key() {
            return key;
        }

        public V value() {
            return value;
        }

        public void setValue(V value) {
            this.value = value;
        }

        /** The node that was inserted after this one. */
        public @Nullable Node<V> after() {
            return after;
        }
    }

    /** Receives what a scan finds. */
    @FunctionalInterface
    public interface Visitor<V> {
        void visit(Bytes key, V value);
    }

    private @Nullable Node<V>[] buckets = newBuckets(MIN_BUCKETS);
    private int size;
    private @Nullable Node<V> first;
    private @Nullable Node<V> last;

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public @Nullable V get(Bytes key) {
        Node<V> node = node(key);
        return node == null ? null : node.value;
    }

    public boolean contains(Bytes key) {
        return node(key) != null;
    }

    /** The node of {@code key}, or null. */
    public @Nullable Node<V> node(Bytes key) {
        int hash = spread(key);
        Node<V> node = buckets[hash & (buckets.length - 1)];
        while (node != null && (node.hash != hash || !node.key.equals(key))) {
            node = node.nextInBucket;
        }
        return node;
    }

    /** Sets the value of {@code key} and returns the one it had; a new key goes to the end. */
    public @Nullable V put(Bytes key, V value) {
        Node<V> node = node(key);
        if (node != null) {
            V old = node.value;
            node.value = value;
            return old;
        }
        add(key, value);
        return null;
    }

    /** Adds {@code key}, which must not be there yet. */
    void add(Bytes key, V value) {
        if (size >= buckets.length) {
            resize(buckets.length * 2);
        }
        Node<V> node = new Node<>(key, value, spread(key));
        int index = node.hash & (buckets.length - 1);
        node.nextInBucket = buckets[index];
        buckets[index] = node;
        node.before = last;
        if (last == null) {
            first = node;
        } else {
            last.after = node;
        }
        last = node;
        size++;
    }

    /** Removes {@code key} and returns the value it had. */
    public @Nullable V remove(Bytes key) {
        int hash = spread(key);
        int index = hash & (buckets.length - 1);
        Node<V> previous = null;
        Node<V> node = buckets[index];
        while (node != null && (node.hash != hash || !node.key.equals(key))) {
            previous = node;
            node = node.nextInBucket;
        }
        if (node == null) {
            return null;
        }
        if (previous == null) {
            buckets[index] = node.nextInBucket;
        } else {
            previous.nextInBucket = node.nextInBucket;
        }
        unlink(node);
        size--;
        if (size < buckets.length / 8 && buckets.length > MIN_BUCKETS) {
            resize(buckets.length / 2);
        }
        return node.value;
    }

    private void unlink(Node<V> node) {
        if (node.before == null) {
            first = node.after;
        } else {
            node.before.after = node.after;
        }
        if (node.after == null) {
            last = node.before;
        } else {
            node.after.before = node.before;
        }
    }

    public void clear() {
        buckets = newBuckets(MIN_BUCKETS);
        size = 0;
        first = null;
        last = null;
    }

    /** The node that was inserted first. */
    public @Nullable Node<V> first() {
        return first;
    }

    /** The nodes in order of insertion. Removing the current node while iterating is fine. */
    public Iterable<Node<V>> nodes() {
        return () ->
                new Iterator<>() {
                    private @Nullable Node<V> next = first;

                    @Override
                    public boolean hasNext() {
                        return next != null;
                    }

                    @Override
                    public Node<V> next() {
                        Node<V> node = next;
                        if (node == null) {
                            throw new NoSuchElementException();
                        }
                        next = node.after;
                        return node;
                    }
                };
    }

    /** The keys in order of insertion. */
    public Iterable<Bytes> keys() {
        return () -> {
            Iterator<Node<V>> nodes = nodes().iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return nodes.hasNext();
                }

                @Override
                public Bytes next() {
                    return nodes.next().key;
                }
            };
        };
    }

    /**
     * A node drawn with {@code random}, each as likely as the others; the table must not be empty.
     */
    public Node<V> random(RandomGenerator random) {
        if (size == 0) {
            throw new NoSuchElementException("empty");
        }
        while (true) {
            Node<V> head = buckets[random.nextInt(buckets.length)];
            int length = 0;
            for (Node<V> node = head; node != null; node = node.nextInBucket) {
                length++;
            }
            // A place of the bucket, which need not be taken: so long chains get no less.
            int place = length == 0 ? 0 : random.nextInt(Math.max(length, PLACES));
            for (Node<V> node = head; node != null; node = node.nextInBucket) {
                if (place-- == 0) {
                    return node;
                }
            }
        }
    }

    /**
     * Visits the keys of the bucket at {@code cursor} and returns the cursor to go on with; 0
     * begins and ends a scan. The visitor must not change the table.
     */
    public long scan(long cursor, Visitor<? super V> visitor) {
        int mask = buckets.length - 1;
        Node<V> node = buckets[(int) cursor & mask];
        while (node != null) {
            visitor.visit(node.key, node.value);
            node = node.nextInBucket;
        }
        long reversed = Long.reverse(cursor | ~(long) mask) + 1;
        return Long.reverse(reversed);
    }

    /** For each length that occurs, and all below it, how many buckets hold so many keys. */
    int[] chainLengths() {
        int[] counts = new int[size + 1];
        int longest = 0;
        for (Node<V> head : buckets) {
            int length = 0;
            for (Node<V> node = head; node != null; node = node.nextInBucket) {
                length++;
            }
            counts[length]++;
            longest = Math.max(longest, length);
        }
        return Arrays.copyOf(counts, longest + 1);
    }

    private void resize(int length) {
        Node<V>[] resized = newBuckets(length);
        for (Node<V> node = first; node != null; node = node.after) {
            int index = node.hash & (length - 1);
            node.nextInBucket = resized[index];
            resized[index] = node;
        }
        buckets = resized;
    }

    private static int spread(Bytes key) {
        int hash = key.hashCode() * 0x9E3779B9;
        return hash ^ (hash >>> 15);
    }

    @SuppressWarnings({
        "unchecked",
        "rawtypes"
    }) // an array of a generic type cannot be made otherwise
    private static <V> @Nullable Node<V>[] newBuckets(int length) {
        return new Node[length];
    }
}
