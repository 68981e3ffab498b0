package dev.lockstep.lua.vm;

import dev.lockstep.lua.ScriptTable;
import dev.lockstep.value.Bytes;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A Lua table (manual 2.2), laid out so that the length operator and the order of {@code next} are
 * those of Lua 5.1: an array part for the keys 1 to n, and a hash part whose collisions are chained
 * inside the node array (Brent's variation: a key that is not in its own main position has to make
 * room for one that is).
 *
 * <p>The array part has the largest power of two as its size such that more than half of it is in
 * use; this is decided anew only when the hash part is full. A key whose value became nil keeps its
 * node until then. Metatables and the read-only flag are for the interpreter to respect: the
 * methods here are raw access.
 */
public final class LuaTable implements ScriptTable {

    private static final Object[] NONE = {};
    private static final int[] NO_LINKS = {};
    private static final int END = -1;

    /** The most array bits, as in Lua 5.1. */
    private static final int MAX_BITS = 26;

    private static final int BYTES_PER_SLOT = 20;
    private static final int BYTES_PER_NODE = 28;
    static final int BYTES_PER_TABLE = 64;

    private final Memory memory;
    final int serial;
    private @Nullable Object[] array;
    private @Nullable Object[] keys = NONE;
    private @Nullable Object[] values = NONE;
    private int[] links = NO_LINKS;
    private int lastFree;
    @Nullable LuaTable metatable;
    private boolean readonly;
    int mark; // the last traversal that has seen this table

    LuaTable(Memory memory, int arraySize, int hashSize) {
        this.memory = memory;
        this.serial = memory.nextSerial();
        memory.charge(BYTES_PER_TABLE);
        this.array = arraySize == 0 ? NONE : newArray(arraySize);
        if (hashSize > 0) {
            allocateNodes(hashSize);
        }
    }

    private @Nullable Object[] newArray(int size) {
        memory.charge((long) size * BYTES_PER_SLOT);
        return new Object[size];
    }

    public @Nullable LuaTable metatable() {
        return metatable;
    }

    public void setMetatable(@Nullable LuaTable metatable) {
        this.metatable = metatable;
    }

    /** Whether scripts are refused to change this table: Redis's protection of its globals. */
    public boolean isReadonly() {
        return readonly;
    }

    /** Whether nothing stands between a program and the fields: it may set them at once. */
    boolean isPlain() {
        return metatable == null && !readonly;
    }

    public void setReadonly(boolean readonly) {
        this.readonly = readonly;
    }

    int arraySize() {
        return array.length;
    }

    int nodeCount() {
        return keys.length;
    }

    long footprint() {
        return BYTES_PER_TABLE
                + (long) array.length * BYTES_PER_SLOT
                + (long) keys.length * BYTES_PER_NODE;
    }

    /** The value of the array part or hash part at {@code position} of the traversal order. */
    public @Nullable Object valueAt(int position) {
        return position < array.length ? array[position] : values[position - array.length];
    }

    /** The key at {@code position} of the traversal order. */
    public @Nullable Object keyAt(int position) {
        return position < array.length
                ? (Object) (double) (position + 1)
                : keys[position - array.length];
    }

    /** The number of positions: those of the array part, then those of the hash part. */
    public int positions() {
        return array.length + keys.length;
    }

    void clearAt(int position) {
        if (position < array.length) {
            array[position] = null;
        } else {
            values[position - array.length] = null;
        }
    }

    // ---- reading

    /** The value of {@code key}, nil when there is none. */
    @Override
    public @Nullable Object get(@Nullable Object key) {
        if (key instanceof Bytes text) {
            return get(text);
        }
        if (key instanceof Double number) {
            return get(number.doubleValue());
        }
        if (key == null) {
            return null;
        }
        int node = findOther(key);
        return node == END ? null : values[node];
    }

    public @Nullable Object get(Bytes key) {
        Object[] keys = this.keys;
        if (keys.length == 0) {
            return null;
        }
        int node = memory.hash(key) & (keys.length - 1);
        do {
            Object candidate = keys[node];
            if (candidate == key || (candidate instanceof Bytes text && same(text, key))) {
                return values[node];
            }
            node = links[node];
        } while (node != END);
        return null;
    }

    public @Nullable Object get(double key) {
        int index = (int) key;
        if (index == key) {
            return get(index);
        }
        int node = findNumber(key);
        return node == END ? null : values[node];
    }

    @Override
    public @Nullable Object get(int index) {
        Object[] array = this.array;
        int offset = index - 1;
        if (offset >= 0 && offset < array.length) {
            return array[offset];
        }
        int node = findNumber(index);
        return node == END ? null : values[node];
    }

    static boolean same(Bytes left, Bytes right) {
        return Arrays.equals(left.unsafeArray(), right.unsafeArray());
    }

    private int findText(Bytes key) {
        if (keys.length == 0) {
            return END;
        }
        int node = memory.hash(key) & (keys.length - 1);
        while (node != END) {
            Object candidate = keys[node];
            if (candidate == key || (candidate instanceof Bytes text && same(text, key))) {
                return node;
            }
            node = links[node];
        }
        return END;
    }

    private int findNumber(double key) {
        if (keys.length == 0) {
            return END;
        }
        int node = mainPosition(key);
        while (node != END) {
            if (keys[node] instanceof Double number && number == key) {
                return node;
            }
            node = links[node];
        }
        return END;
    }

    private int findOther(Object key) {
        if (keys.length == 0) {
            return END;
        }
        int node = mainPosition(key);
        while (node != END && keys[node] != key) {
            node = links[node];
        }
        return node;
    }

    private int find(Object key) {
        if (key instanceof Bytes text) {
            return findText(text);
        }
        return key instanceof Double number ? findNumber(number) : findOther(key);
    }

    // ---- main positions

    private int mainPosition(Object key) {
        if (key instanceof Bytes text) {
            return memory.hash(text) & (keys.length - 1);
        }
        if (key instanceof Double number) {
            return mainPosition(number.doubleValue());
        }
        if (key instanceof Boolean bool) {
            return (bool ? 1 : 0) & (keys.length - 1);
        }
        return spread(serialOf(key) << 5); // as an address would
    }

    private int mainPosition(double key) {
        if (key == 0) {
            return 0;
        }
        long bits = Double.doubleToRawLongBits(key);
        return spread((int) bits + (int) (bits >>> 32));
    }

    private int spread(int hash) {
        return Integer.remainderUnsigned(hash, (keys.length - 1) | 1);
    }

    private static int serialOf(Object key) {
        if (key instanceof LuaTable table) {
            return table.serial;
        }
        if (key instanceof LuaFunction function) {
            return function.serial;
        }
        if (key instanceof Coroutine coroutine) {
            return coroutine.serial;
        }
        return key instanceof UserData data ? data.serial : 0;
    }

    // ---- writing

    /**
     * Gives {@code key} a value. Setting nil for an absent key takes up a node too, as in Lua 5.1:
     * this shows in the order.
     *
     * @throws LuaError for a key that is nil or not a number
     */
    @Override
    public void set(@Nullable Object key, @Nullable Object value) {
        if (key instanceof Bytes text) {
            set(text, value);
        } else if (key instanceof Double number) {
            set(number.doubleValue(), value);
        } else if (key == null) {
            throw new LuaError("table index is nil");
        } else {
            int node = findOther(key);
            if (node == END) {
                node = insert(key); // may replace the array of values
            }
            values[node] = value;
        }
    }

    public void set(Bytes key, @Nullable Object value) {
        int node = findText(key);
        if (node == END) {
            node = insert(key);
        }
        values[node] = value;
    }

    public void set(double key, @Nullable Object value) {
        int index = (int) key;
        int offset = index - 1;
        if (index == key && offset >= 0 && offset < array.length) {
            array[offset] = value;
            return;
        }
        if (Double.isNaN(key)) {
            throw new LuaError("table index is NaN");
        }
        setNumber(key, value);
    }

    @Override
    public void set(int index, @Nullable Object value) {
        int offset = index - 1;
        if (offset >= 0 && offset < array.length) {
            array[offset] = value;
        } else {
            setNumber(index, value);
        }
    }

    private void setNumber(double key, @Nullable Object value) {
        int node = findNumber(key);
        if (node == END) {
            node = insert(key);
            if (node == END) {
                array[(int) key - 1] = value;
                return;
            }
        }
        values[node] = value;
    }

    /** Takes up a node for a key that is not in the table; END if it now lies in the array part. */
    private int insert(Object key) {
        if (keys.length == 0) {
            return rehashFor(key);
        }
        int main = mainPosition(key);
        if (values[main] == null) {
            keys[main] = key;
            return main;
        }
        int free = freeNode();
        if (free == END) {
            return rehashFor(key);
        }
        Object occupant = keys[main];
        int occupantMain = occupant == null ? main : mainPosition(occupant);
        if (occupantMain == main) {
            links[free] = links[main];
            links[main] = free;
            keys[free] = key;
            return free;
        }
        moveOccupant(main, free, occupantMain);
        keys[main] = key;
        return main;
    }

    /** Moves the node at {@code main}, a guest there, to {@code free}. */
    private void moveOccupant(int main, int free, int occupantMain) {
        int previous = occupantMain;
        while (links[previous] != main) {
            previous = links[previous];
        }
        links[previous] = free;
        keys[free] = keys[main];
        values[free] = values[main];
        links[free] = links[main];
        links[main] = END;
        values[main] = null;
    }

    private int freeNode() {
        while (lastFree > 0) {
            lastFree--;
            if (keys[lastFree] == null) {
                return lastFree;
            }
        }
        return END;
    }

    private int rehashFor(Object key) {
        rehash(key);
        int index = key instanceof Double number ? arrayIndex(number) : 0;
        if (index > 0 && index <= array.length) {
            return END;
        }
        int node = find(key);
        return node != END ? node : insert(key);
    }

    // ---- sizes

    private static int arrayIndex(double key) {
        int index = (int) key;
        return index == key && index > 0 && index <= 1 << MAX_BITS ? index : 0;
    }

    /** The bin of the power of two that {@code index} needs: 0 for 1, 1 for 2, 2 for 3 and 4. */
    private static int bin(int index) {
        return 32 - Integer.numberOfLeadingZeros(index - 1);
    }

    /** Sizes both parts for what is in the table and {@code extra}. */
    private void rehash(Object extra) {
        int[] bins = new int[MAX_BITS + 1];
        int inUse = 1;
        int candidates = 0;
        for (int i = 0; i < array.length; i++) {
            if (array[i] != null) {
                bins[bin(i + 1)]++;
                candidates++;
                inUse++;
            }
        }
        for (int i = 0; i < keys.length; i++) {
            if (values[i] != null) {
                inUse++;
                candidates += count(keys[i], bins);
            }
        }
        candidates += count(extra, bins);
        long sizes = arraySizes(bins, candidates);
        resize((int) (sizes >>> 32), inUse - (int) sizes);
    }

    private static int count(@Nullable Object key, int[] bins) {
        int index = key instanceof Double number ? arrayIndex(number) : 0;
        if (index == 0) {
            return 0;
        }
        bins[bin(index)]++;
        return 1;
    }

    /** The best array size in the high half, the number of keys that go there in the low one. */
    private static long arraySizes(int[] bins, int candidates) {
        int size = 0;
        int members = 0;
        int sum = 0;
        for (int i = 0; i <= MAX_BITS && (1 << i) / 2 < candidates; i++) {
            sum += bins[i];
            if (bins[i] > 0 && sum > (1 << i) / 2) {
                size = 1 << i;
                members = sum;
            }
        }
        return ((long) size << 32) | members;
    }

    /**
     * Makes the array part hold {@code size} elements, for a constructor that knows how many come.
     */
    void growArray(int size) {
        if (size > array.length) {
            resize(size, keys.length);
        }
    }

    private void resize(int arraySize, int hashSize) {
        Object[] oldArray = array;
        Object[] oldKeys = keys;
        Object[] oldValues = values;
        if (arraySize > oldArray.length) {
            memory.charge((long) (arraySize - oldArray.length) * BYTES_PER_SLOT);
            array = Arrays.copyOf(oldArray, arraySize);
        }
        allocateNodes(hashSize);
        if (arraySize < oldArray.length) {
            array = Arrays.copyOf(oldArray, arraySize);
            for (int i = arraySize; i < oldArray.length; i++) {
                if (oldArray[i] != null) {
                    setNumber(i + 1, oldArray[i]);
                }
            }
        }
        for (int i = oldKeys.length - 1; i >= 0; i--) {
            if (oldValues[i] != null) {
                set(oldKeys[i], oldValues[i]);
            }
        }
    }

    private void allocateNodes(int atLeast) {
        if (atLeast == 0) {
            keys = NONE;
            values = NONE;
            links = NO_LINKS;
            lastFree = 0;
            return;
        }
        int size = atLeast == 1 ? 1 : Integer.highestOneBit(atLeast - 1) << 1;
        memory.charge((long) size * BYTES_PER_NODE);
        keys = new Object[size];
        values = new Object[size];
        links = new int[size];
        Arrays.fill(links, END);
        lastFree = size;
    }

    // ---- length and traversal

    /** A border (manual 2.5.5): the one that Lua 5.1 would find. */
    public int length() {
        int size = array.length;
        if (size > 0 && array[size - 1] == null) {
            return border(0, size);
        }
        if (keys.length == 0) {
            return size;
        }
        int present = size;
        int absent = size + 1;
        while (get(absent) != null) {
            present = absent;
            if (absent > Integer.MAX_VALUE / 2) {
                return lengthByCounting();
            }
            absent *= 2;
        }
        return border(present, absent);
    }

    private int border(int present, int absent) {
        while (absent - present > 1) {
            int middle = (present + absent) >>> 1;
            if (get(middle) == null) {
                absent = middle;
            } else {
                present = middle;
            }
        }
        return present;
    }

    private int lengthByCounting() {
        int i = 1;
        while (get(i) != null) {
            i++;
        }
        return i - 1;
    }

    /**
     * The position of the first entry after {@code key} that has a value, for {@link #keyAt} and
     * {@link #valueAt}; -1 at the end. A nil key begins the traversal.
     *
     * @throws LuaError for a key that is not in the table
     */
    public int positionAfter(@Nullable Object key) {
        int position = key == null ? 0 : positionOf(key) + 1;
        int end = positions();
        while (position < end && valueAt(position) == null) {
            position++;
        }
        return position < end ? position : -1;
    }

    private int positionOf(Object key) {
        int index = key instanceof Double number ? arrayIndex(number) : 0;
        if (index > 0 && index <= array.length) {
            return index - 1;
        }
        int node = find(key);
        if (node == END) {
            throw new LuaError("invalid key to 'next'");
        }
        return array.length + node;
    }

    /** What a traversal does with each entry. */
    @FunctionalInterface
    public interface Visitor {
        void visit(Object key, Object value);
    }

    /** Shows every entry to {@code visitor}, in the order of {@code next}. */
    public void forEach(Visitor visitor) {
        for (int i = 0; i < positions(); i++) {
            Object key = keyAt(i);
            Object value = valueAt(i);
            if (key != null && value != null) {
                visitor.visit(key, value);
            }
        }
    }

    @Override
    public void forEachField(BiConsumer<Object, Object> visitor) {
        forEach(visitor::accept);
    }
}
