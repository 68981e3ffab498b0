package dev.lockstep.keyspace;

import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/*
 * Where a node ends can be seen: a list of one small node becomes a listpack, says OBJECT ENCODING.
 * So nodes are filled, split and merged by the rules of Redis, which count bytes.
 */
/** Elements in a chain of nodes, each of which holds so many of them, or so many bytes. */
final class Quicklist {

    /** A block of packed elements, or one large element by itself. */
    private static final class Node {
        private final List<Bytes> elements;
        private final boolean plain;
        private long bytes;
        private @Nullable Node previous;
        private @Nullable Node next;

        private Node(List<Bytes> elements, boolean plain) {
            this.elements = elements;
            this.plain = plain;
            if (plain) {
                bytes = elements.get(0).length();
            } else {
                bytes = Listpack.EMPTY_LENGTH;
                elements.forEach(element -> bytes += Listpack.entryLength(element));
            }
        }

        private static Node of(Bytes element, boolean plain) {
            List<Bytes> elements = new ArrayList<>();
            elements.add(element);
            return new Node(elements, plain);
        }

        private int count() {
            return elements.size();
        }

        private void add(int offset, Bytes element) {
            elements.add(offset, element);
            bytes += Listpack.entryLength(element);
        }

        private Bytes remove(int offset) {
            Bytes element = elements.remove(offset);
            bytes -= Listpack.entryLength(element);
            return element;
        }

        /**
         * Takes the elements from {@code from} to before {@code to} out, as a node of their own.
         */
        private Node cut(int from, int to) {
            List<Bytes> part = elements.subList(from, to);
            Node node = new Node(new ArrayList<>(part), false);
            part.clear();
            bytes -= node.bytes - Listpack.EMPTY_LENGTH;
            return node;
        }
    }

    /** An element: its node and its place there. */
    private record Position(Node node, int offset) {
        boolean isFirstOfNode() {
            return offset == 0;
        }

        boolean isLastOfNode() {
            return offset == node.count() - 1;
        }
    }

    private @Nullable ListLimits limits;
    private @Nullable Node first;
    private @Nullable Node last;
    private int nodeCount;
    private int size;

    /**
     * An empty list.
     *
     * @param limits what a node may hold; null to have a single node without limits
     */
    Quicklist(@Nullable ListLimits limits) {
        this.limits = limits;
    }

    Quicklist copy() {
        Quicklist copy = new Quicklist(limits);
        for (Node node = first; node != null; node = node.next) {
            copy.linkAfter(copy.last, new Node(new ArrayList<>(node.elements), node.plain));
        }
        copy.size = size;
        return copy;
    }

    /** Lets nodes hold only so much from now on, or whatever comes. */
    void setLimits(@Nullable ListLimits limits) {
        this.limits = limits;
    }

    @Nullable ListLimits limits() {
        return limits;
    }

    int size() {
        return size;
    }

    int nodeCount() {
        return nodeCount;
    }

    /** What all nodes take. */
    long bytes() {
        long sum = 0;
        for (Node node = first; node != null; node = node.next) {
            sum += node.bytes;
        }
        return sum;
    }

    /** Whether there is just one node, and it is packed. */
    boolean isOnePackedNode() {
        return first != null && first == last && !first.plain;
    }

    Bytes get(int index) {
        Position position = position(index);
        return position.node.elements.get(position.offset);
    }

    private Position position(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index + " of " + size);
        }
        if (index <= size / 2) {
            int offset = index;
            Node node = required(first);
            while (offset >= node.count()) {
                offset -= node.count();
                node = required(node.next);
            }
            return new Position(node, offset);
        }
        int offsetFromEnd = size - 1 - index;
        Node node = required(last);
        while (offsetFromEnd >= node.count()) {
            offsetFromEnd -= node.count();
            node = required(node.previous);
        }
        return new Position(node, node.count() - 1 - offsetFromEnd);
    }

    private static Node required(@Nullable Node node) {
        if (node == null) {
            throw new IllegalStateException("the nodes hold less than they should");
        }
        return node;
    }

    // Adding

    void addFirst(Bytes element) {
        if (first != null && admits(first, element)) {
            first.add(0, element);
        } else {
            linkBefore(first, Node.of(element, isLarge(element)));
        }
        size++;
    }

    void addLast(Bytes element) {
        if (last != null && admits(last, element)) {
            last.add(last.count(), element);
        } else {
            linkAfter(last, Node.of(element, isLarge(element)));
        }
        size++;
    }

    private boolean isLarge(Bytes element) {
        return limits != null && limits.isLarge(element);
    }

    private boolean admits(@Nullable Node node, Bytes element) {
        if (node == null || node.plain) {
            return false;
        }
        return limits == null
                || (!limits.isLarge(element) && limits.admit(node.bytes, node.count(), element));
    }

    void insertBefore(int index, Bytes element) {
        Position position = position(index);
        Node node = position.node;
        size++;
        if (isLarge(element)) {
            if (!node.plain && !position.isFirstOfNode()) {
                linkBefore(node, node.cut(0, position.offset));
            }
            linkBefore(node, Node.of(element, true));
        } else if (admits(node, element)) {
            node.add(position.offset, element);
        } else if (!position.isFirstOfNode()) {
            Node before = node.cut(0, position.offset);
            before.add(before.count(), element);
            linkBefore(node, before);
            mergeAround(node);
        } else if (admits(node.previous, element)) {
            Node before = required(node.previous);
            before.add(before.count(), element);
        } else {
            linkBefore(node, Node.of(element, false));
        }
    }

    void insertAfter(int index, Bytes element) {
        Position position = position(index);
        Node node = position.node;
        size++;
        if (isLarge(element)) {
            if (!node.plain && !position.isLastOfNode()) {
                linkAfter(node, node.cut(position.offset + 1, node.count()));
            }
            linkAfter(node, Node.of(element, true));
        } else if (admits(node, element)) {
            node.add(position.offset + 1, element);
        } else if (!position.isLastOfNode()) {
            Node after = node.cut(position.offset + 1, node.count());
            after.add(0, element);
            linkAfter(node, after);
            mergeAround(node);
        } else if (admits(node.next, element)) {
            required(node.next).add(0, element);
        } else {
            linkAfter(node, Node.of(element, false));
        }
    }

    /** Replaces an element in place, even if its node then holds more than it may. */
    void set(int index, Bytes element) {
        Position position = position(index);
        Node node = position.node;
        boolean large = isLarge(element);
        if (!node.plain && !large) {
            node.remove(position.offset);
            node.add(position.offset, element);
        } else if (node.plain && large) {
            linkAfter(node, Node.of(element, true));
            unlink(node);
        } else if (node.plain) {
            insertAfter(index, element);
            unlink(node);
            size--;
        } else {
            setLarge(position, element);
        }
    }

    private void setLarge(Position position, Bytes element) {
        Node node = position.node;
        if (!position.isLastOfNode()) {
            linkAfter(node, node.cut(position.offset + 1, node.count()));
        }
        Node alone = Node.of(element, true);
        linkAfter(node, alone);
        node.remove(position.offset);
        if (node.count() == 0) {
            unlink(node);
        } else {
            mergeAround(alone);
        }
    }

    // Removing

    Bytes removeFirst() {
        return remove(new Position(required(first), 0));
    }

    Bytes removeLast() {
        Node node = required(last);
        return remove(new Position(node, node.count() - 1));
    }

    private Bytes remove(Position position) {
        Node node = position.node;
        Bytes element = node.remove(position.offset);
        size--;
        if (node.count() == 0) {
            unlink(node);
        }
        return element;
    }

    /** Removes {@code count} elements, the first of them at {@code index}. */
    void removeRange(int index, int count) {
        if (count == 0) {
            return;
        }
        Position position = position(index);
        Node node = position.node;
        int offset = position.offset;
        int left = count;
        while (left > 0) {
            int here = Math.min(left, node.count() - offset);
            Node after = node.next;
            node.cut(offset, offset + here);
            if (node.count() == 0) {
                unlink(node);
            }
            left -= here;
            offset = 0;
            if (left > 0) {
                node = required(after);
            }
        }
        size -= count;
    }

    /** Removes up to {@code limit} elements equal to {@code element}; returns how many. */
    int removeEqual(Bytes element, int limit) {
        int removed = 0;
        for (Node node = first; node != null && removed < limit; node = node.next) {
            for (int i = 0; i < node.count() && removed < limit; ) {
                if (node.elements.get(i).equals(element)) {
                    remove(new Position(node, i));
                    removed++;
                } else {
                    i++;
                }
            }
        }
        return removed;
    }

    /** As {@link #removeEqual}, beginning with the last. */
    int removeEqualFromEnd(Bytes element, int limit) {
        int removed = 0;
        for (Node node = last; node != null && removed < limit; node = node.previous) {
            for (int i = node.count() - 1; i >= 0 && removed < limit; i--) {
                if (node.elements.get(i).equals(element)) {
                    remove(new Position(node, i));
                    removed++;
                }
            }
        }
        return removed;
    }

    // Nodes

    private void linkBefore(@Nullable Node node, Node added) {
        link(node == null ? null : node.previous, added, node);
    }

    private void linkAfter(@Nullable Node node, Node added) {
        link(node, added, node == null ? null : node.next);
    }

    private void link(@Nullable Node before, Node added, @Nullable Node after) {
        added.previous = before;
        added.next = after;
        if (before == null) {
            first = added;
        } else {
            before.next = added;
        }
        if (after == null) {
            last = added;
        } else {
            after.previous = added;
        }
        nodeCount++;
    }

    /** Takes {@code node} out; its own links stay, so that whoever is there can go on. */
    private void unlink(Node node) {
        if (node.previous == null) {
            first = node.next;
        } else {
            node.previous.next = node.next;
        }
        if (node.next == null) {
            last = node.previous;
        } else {
            node.next.previous = node.previous;
        }
        nodeCount--;
    }

    /** Joins {@code center} and the two nodes on either side as far as what they hold allows. */
    private void mergeAround(Node center) {
        Node before = center.previous;
        if (before != null) {
            merge(before.previous, before);
        }
        Node after = center.next;
        if (after != null) {
            merge(after, after.next);
        }
        Node joined = merge(center.previous, center) ? required(center.previous) : center;
        merge(joined, joined.next);
    }

    /** Moves what {@code right} holds to the end of {@code left}, if that has room for it. */
    private boolean merge(@Nullable Node left, @Nullable Node right) {
        if (left == null || right == null || left.plain || right.plain) {
            return false;
        }
        long bytes = left.bytes + right.bytes - Listpack.EMPTY_LENGTH;
        if (limits != null && limits.exceededBy(bytes, (long) left.count() + right.count())) {
            return false;
        }
        left.elements.addAll(right.elements);
        left.bytes = bytes;
        unlink(right);
        return true;
    }

    // Iterating

    /** The elements from the one at {@code index} on. */
    Iterator<Bytes> from(int index) {
        return index >= size ? new Walk(null, 0, true) : walk(index, true);
    }

    /** The elements from the one at {@code index} back to the first. */
    Iterator<Bytes> backFrom(int index) {
        return index < 0 ? new Walk(null, 0, false) : walk(index, false);
    }

    private Walk walk(int index, boolean forward) {
        Position position = position(index);
        return new Walk(position.node, position.offset, forward);
    }

    /** On the way through the list, which must not change meanwhile. */
    private static final class Walk implements Iterator<Bytes> {
        private @Nullable Node node;
        private int offset;
        private final boolean forward;

        Walk(@Nullable Node node, int offset, boolean forward) {
            this.node = node;
            this.offset = offset;
            this.forward = forward;
        }

        @Override
        public boolean hasNext() {
            return node != null;
        }

        @Override
        public Bytes next() {
            Node current = node;
            if (current == null) {
                throw new NoSuchElementException();
            }
            Bytes element = current.elements.get(offset);
            offset += forward ? 1 : -1;
            if (forward && offset == current.count()) {
                node = current.next;
                offset = 0;
            } else if (offset < 0) {
                node = current.previous;
                offset = node == null ? 0 : node.count() - 1;
            }
            return element;
        }
    }
}
