package dev.lockstep.keyspace;

import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.value.Bytes;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A list. Redis keeps it as a quicklist, a chain of packed nodes; since 7.2, one of no more than a
 * node as a listpack, and that it becomes again when it shrinks to half a node.
 */
public final class ListValue implements Value {

    private final Quicklist elements;
    private final boolean mayBePacked;

    /**
     * An empty list.
     *
     * @param limits what a node may hold
     */
    public ListValue(Profile profile, ListLimits limits) {
        this.mayBePacked = profile.has(Feature.LIST_LISTPACK);
        this.elements = new Quicklist(mayBePacked ? null : limits);
    }

    private ListValue(Quicklist elements, boolean mayBePacked) {
        this.elements = elements;
        this.mayBePacked = mayBePacked;
    }

    @Override
    public Type type() {
        return Type.LIST;
    }

    @Override
    public String encoding(Profile profile) {
        return isPacked() ? "listpack" : "quicklist";
    }

    private boolean isPacked() {
        return elements.limits() == null;
    }

    public int size() {
        return elements.size();
    }

    public boolean isEmpty() {
        return elements.size() == 0;
    }

    /** How many nodes a quicklist has. */
    public int nodeCount() {
        return elements.nodeCount();
    }

    /** How many bytes the nodes of a quicklist take. */
    public long nodeBytes() {
        return elements.bytes();
    }

    /** What a node of a quicklist may hold, as in the setting it was made under; else null. */
    public @Nullable ListLimits limits() {
        return elements.limits();
    }

    /**
     * To be called before so much is added: a packed list that gets too large by it is a quicklist
     * from now on.
     *
     * @param bytes the length of the elements
     */
    public void makeRoom(ListLimits limits, long bytes, int count) {
        if (isPacked()
                && limits.exceededBy(packedBytes() + bytes, (long) elements.size() + count)) {
            elements.setLimits(limits);
        }
        ListLimits now = elements.limits();
        if (now != null && now.aloneFrom() != limits.aloneFrom()) {
            elements.setLimits(new ListLimits(now.fill(), limits.aloneFrom()));
        }
    }

    private long packedBytes() {
        return isEmpty() ? Listpack.EMPTY_LENGTH : elements.bytes();
    }

    /** To be called after elements have gone: packs what is small enough again. */
    public void shrink(ListLimits limits) {
        if (mayBePacked
                && elements.isOnePackedNode()
                && limits.isHalfFull(elements.bytes(), size())) {
            elements.setLimits(null);
        }
    }

    /** The element at {@code index}, which must be there. */
    public Bytes get(int index) {
        return elements.get(index);
    }

    /** Adds at the left end, or at the right one. */
    public void add(Bytes element, boolean left) {
        if (left) {
            elements.addFirst(element);
        } else {
            elements.addLast(element);
        }
    }

    /** Takes the element at the left end, or at the right one; there must be one. */
    public Bytes remove(boolean left) {
        return left ? elements.removeFirst() : elements.removeLast();
    }

    /** Replaces the element at {@code index}, which must be there. */
    public void set(int index, Bytes element) {
        elements.set(index, element);
    }

    /** Adds {@code element} in front of the one at {@code index}. */
    public void insertBefore(int index, Bytes element) {
        elements.insertBefore(index, element);
    }

    /** Adds {@code element} behind the one at {@code index}. */
    public void insertAfter(int index, Bytes element) {
        elements.insertAfter(index, element);
    }

    /** Where the first element equal to {@code element} is, or -1. */
    public int indexOf(Bytes element) {
        int index = 0;
        for (Iterator<Bytes> all = from(0); all.hasNext(); index++) {
            if (all.next().equals(element)) {
                return index;
            }
        }
        return -1;
    }

    /** Removes {@code count} elements, the first of them at {@code index}. */
    public void removeRange(int index, int count) {
        elements.removeRange(index, count);
    }

    /** Removes up to {@code limit} elements equal to {@code element}; returns how many. */
    public int removeEqual(Bytes element, int limit, boolean fromEnd) {
        return fromEnd
                ? elements.removeEqualFromEnd(element, limit)
                : elements.removeEqual(element, limit);
    }

    /** The elements from the one at {@code index} on; the list must not change meanwhile. */
    public Iterator<Bytes> from(int index) {
        return elements.from(index);
    }

    /** The elements from the one at {@code index} back; the list must not change meanwhile. */
    public Iterator<Bytes> backFrom(int index) {
        return elements.backFrom(index);
    }

    /** All elements, first to last. */
    public Iterable<Bytes> elements() {
        return () -> from(0);
    }

    /** This list as it is when it has been saved and loaded: a copy under the present limits. */
    public ListValue reloaded(ListLimits limits) {
        ListValue list = copy();
        boolean fits =
                list.elements.isOnePackedNode()
                        && !limits.exceededBy(list.elements.bytes(), list.size());
        list.elements.setLimits(mayBePacked && fits ? null : limits);
        return list;
    }

    @Override
    public ListValue copy() {
        return new ListValue(elements.copy(), mayBePacked);
    }
}
