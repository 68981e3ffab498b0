package dev.lockstep.lua.lib;

import dev.lockstep.lua.vm.Call;
import dev.lockstep.lua.vm.LuaState;
import dev.lockstep.lua.vm.LuaTable;
import org.jspecify.annotations.Nullable;

/**
 * {@code table.sort} (manual 5.5): a quicksort in place that takes the middle of the first, middle
 * and last element as pivot and sorts the smaller part by recursion. Since it is not stable, the
 * choice of pivots and the order of comparisons are visible, and are those of Lua 5.1.
 */
final class TableSort {

    private final Call call;
    private final LuaTable table;
    private final @Nullable Object comparator;

    private TableSort(Call call, LuaTable table, @Nullable Object comparator) {
        this.call = call;
        this.table = table;
        this.comparator = comparator;
    }

    static void sort(Call call) {
        LuaTable table = call.table(1);
        int count = table.length();
        Object comparator = call.isNoneOrNil(2) ? null : call.functionArgument(2);
        new TableSort(call, table, comparator).sort(1, count);
    }

    private @Nullable Object at(int index) {
        return table.get(index);
    }

    private void put(int index, @Nullable Object value) {
        call.state().rawSet(table, (double) index, value);
    }

    private boolean less(@Nullable Object left, @Nullable Object right) {
        call.tick(1);
        if (comparator == null) {
            return call.state().less(left, right);
        }
        return LuaState.isTrue(call.invoke(comparator, left, right));
    }

    /** Exchanges two elements, the values of which are {@code a} and {@code b}. */
    private void exchange(int i, @Nullable Object a, int j, @Nullable Object b) {
        put(i, b);
        put(j, a);
    }

    private void sort(int from, int to) {
        int low = from;
        int high = to;
        while (low < high) {
            orderEnds(low, high);
            if (high - low == 1) {
                return;
            }
            int middle = (low + high) / 2;
            orderMiddle(low, middle, high);
            if (high - low == 2) {
                return;
            }
            int pivot = partition(low, middle, high);
            if (pivot - low < high - pivot) {
                sort(low, pivot - 1);
                low = pivot + 1;
            } else {
                sort(pivot + 1, high);
                high = pivot - 1;
            }
        }
    }

    private void orderEnds(int low, int high) {
        Object first = at(low);
        Object last = at(high);
        if (less(last, first)) {
            exchange(low, first, high, last);
        }
    }

    private void orderMiddle(int low, int middle, int high) {
        Object value = at(middle);
        Object first = at(low);
        if (less(value, first)) {
            exchange(middle, value, low, first);
            return;
        }
        Object last = at(high);
        if (less(last, value)) {
            exchange(middle, value, high, last);
        }
    }

    /** Moves what is less than the pivot before what is not; returns where the pivot then is. */
    private int partition(int low, int middle, int high) {
        Object pivot = at(middle);
        exchange(middle, pivot, high - 1, at(high - 1));
        int i = low;
        int j = high - 1;
        while (true) {
            Object left = at(++i);
            while (less(left, pivot)) {
                if (i > high) {
                    throw invalidOrder();
                }
                left = at(++i);
            }
            Object right = at(--j);
            while (less(pivot, right)) {
                if (j < low) {
                    throw invalidOrder();
                }
                right = at(--j);
            }
            if (j < i) {
                break;
            }
            exchange(i, left, j, right);
        }
        exchange(high - 1, at(high - 1), i, at(i));
        return i;
    }

    private RuntimeException invalidOrder() {
        return call.error("invalid order function for sorting");
    }
}
