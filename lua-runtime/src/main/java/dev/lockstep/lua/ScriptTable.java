package dev.lockstep.lua;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A Lua table, read and written without regard to metatables. */
public interface ScriptTable {

    /** The value of {@code key}, or null. */
    @Nullable Object get(@Nullable Object key);

    /** The value at {@code index}, which counts from 1, or null. */
    @Nullable Object get(int index);

    void set(@Nullable Object key, @Nullable Object value);

    void set(int index, @Nullable Object value);

    /** Shows all keys and values in the order of {@code next}. */
    void forEachField(BiConsumer<Object, Object> visitor);
}
