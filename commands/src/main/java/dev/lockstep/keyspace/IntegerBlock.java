package dev.lockstep.keyspace;

import java.util.Arrays;

/** Different integers in ascending order, in one block. */
final class IntegerBlock {

    private static final int FIRST_CAPACITY = 8;

    private long[] numbers;
    private int size;

    IntegerBlock() {
        this(new long[FIRST_CAPACITY], 0);
    }

    private IntegerBlock(long[] numbers, int size) {
        this.numbers = numbers;
        this.size = size;
    }

    int size() {
        return size;
    }

    long at(int index) {
        return numbers[index];
    }

    boolean contains(long number) {
        return indexOf(number) >= 0;
    }

    /** Whether {@code number} was not there yet. */
    boolean add(long number) {
        int index = indexOf(number);
        if (index >= 0) {
            return false;
        }
        int place = -index - 1;
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        System.arraycopy(numbers, place, numbers, place + 1, size - place);
        numbers[place] = number;
        size++;
        return true;
    }

    /** Whether {@code number} was there. */
    boolean remove(long number) {
        int index = indexOf(number);
        if (index < 0) {
            return false;
        }
        size--;
        System.arraycopy(numbers, index + 1, numbers, index, size - index);
        return true;
    }

    private int indexOf(long number) {
        return Arrays.binarySearch(numbers, 0, size, number);
    }

    IntegerBlock copy() {
        return new IntegerBlock(numbers.clone(), size);
    }
}
